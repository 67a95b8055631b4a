use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn results_come_in_the_order_of_the_items() {
    let items: Vec<u64> = (0..100).collect();
    // Earlier items take longer.
    let job = |&item: &u64| {
        thread::sleep(std::time::Duration::from_micros(100 - item));
        item
    };
    for threads in [1, 2, 7] {
        let mut results = Vec::new();
        let mut each = |result| {
            results.push(result);
            Ok(ControlFlow::Continue(()))
        };
        in_order(&items, threads, job, &mut each).expect("threads");
        assert_eq!(results, items);
    }
}

#[test]
fn few_results_wait_for_an_earlier_result() {
    let items: Vec<usize> = (0..100).collect();
    let done = AtomicUsize::new(0);
    let job = |&item: &usize| {
        if item == 0 {
            thread::sleep(std::time::Duration::from_millis(50));
        }
        done.fetch_add(1, Ordering::Relaxed)
    };
    let mut most = 0;
    let mut passed = 0;
    let mut each = |_| {
        most = most.max(done.load(Ordering::Relaxed) - passed);
        passed += 1;
        Ok(ControlFlow::Continue(()))
    };
    in_order(&items, 2, job, &mut each).expect("threads");
    assert!(most <= MAX_WAITING * 2 + 1, "{most}");
    assert_eq!(passed, items.len());
}

#[test]
fn a_panic_in_a_job_ends_the_work() {
    let job = |&item: &u8| assert!(item != 3, "the fourth job panics");
    let items: Vec<u8> = (0..100).collect();
    let mut each = |()| Ok(ControlFlow::Continue(()));
    let run = || in_order(&items, 2, job, &mut each);
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    assert!(ended.is_err());
}

#[test]
fn a_break_ends_the_work() {
    let done = AtomicUsize::new(0);
    let job = |_: &u8| {
        thread::sleep(std::time::Duration::from_millis(1));
        done.fetch_add(1, Ordering::Relaxed)
    };
    let mut each = |_| Ok(ControlFlow::Break(()));
    in_order(&[0; 10_000], 2, job, &mut each).expect("threads");
    assert!(done.load(Ordering::Relaxed) < 10_000);
}
