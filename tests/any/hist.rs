use crate::samples::{LAYOUTS, joined, vectors, Random};
use gdvariant::detect::Framing;
#[test]
fn hist() {
    for (count, framing) in [(1, Framing::Bare), (1, Framing::LittleEndian), (4, Framing::LittleEndian), (4, Framing::BigEndian)] {
        let mut right = [0; 20];
        let mut wrong = [0; 20];
        for layout in LAYOUTS {
            let values = vectors(layout);
            let mut random = Random::new(9);
            for i in 0..values.len() {
                let picked: Vec<&[u8]> = if count == 1 { vec![&values[i]] } else { random.draw(&values, count) };
                let d = gdvariant::detect(&joined(&picked, framing));
                let usual: Vec<_> = d.fitting().filter(|c| c.skip == 0 && c.framing != Framing::InARow && !c.layout.is_double).collect();
                let Some(best) = usual.first() else { println!("none {layout}"); continue };
                let tied: Vec<_> = usual.iter().take_while(|c| best.score - c.score < 4).collect();
                let lead = usual.get(tied.len()).map_or(19*4, |n| best.score - n.score).min(19*4) / 4;
                let ok = tied.iter().any(|c| c.layout.name == layout && c.framing == framing);
                if ok { right[lead as usize] += 1 } else { wrong[lead as usize] += 1;
                    if lead > 5 { println!("{layout} {framing} lead {lead} {:?} {}", picked.iter().map(|p| p.iter().map(|b| format!("{b:02x}")).collect::<String>()).collect::<Vec<_>>(), best) } }
            }
        }
        println!("{count} {framing}\n right {right:?}\n wrong {wrong:?}");
    }
}
