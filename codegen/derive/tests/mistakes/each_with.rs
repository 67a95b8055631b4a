use gdvariant::Variant;
use std::time::Duration;

#[derive(Variant)]
struct Conflicts {
    #[variant(each_with = "seconds", packed)]
    packed: Vec<Duration>,
    #[variant(with = "seconds", each_with = "seconds")]
    both: Vec<Duration>,
    #[variant(each_with)]
    nothing: Vec<Duration>,
}

fn main() {}
