use gdvariant::Variant;

#[derive(Variant)]
struct Fields<'a> {
    twice: Option<Option<i32>>,
    nothing: Option<()>,
    by_path: std::option::Option<core::option::Option<i32>>,
    behind_pointers: Box<Option<&'a Option<i32>>>,
    #[variant(packed)]
    packed: Option<Option<Vec<i32>>>,
    #[variant(default)]
    default: Option<Box<()>>,
}

#[derive(Variant)]
struct Newtype(Option<Option<i32>>);

#[derive(Variant)]
struct Tuple(i32, Option<()>);

#[derive(Variant)]
enum Event {
    Named { target: Option<Option<i32>> },
    Newtype(Option<()>),
    Tuple(i32, Option<Option<i32>>),
}

fn main() {}
