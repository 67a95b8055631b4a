use gdvariant::Variant;
use std::rc::Rc;
use std::sync::Arc;

#[derive(Variant)]
struct Newtype(Box<Newtype>);

#[derive(Variant)]
struct Optional(Option<Rc<Self>>);

#[derive(Variant)]
#[variant(transparent)]
struct Transparent {
    inner: Arc<Transparent>,
    #[variant(skip)]
    cache: u8,
}

#[derive(Variant)]
#[variant(untagged)]
enum Untagged {
    Itself(Box<Self>),
    Number(i32),
}

#[derive(Variant)]
#[variant(tag = "type")]
enum Tagged {
    Itself(Box<Tagged>),
    Nothing,
}

#[derive(Variant)]
struct Flattened {
    number: i32,
    #[variant(flatten)]
    rest: Option<Box<Flattened>>,
}

// Containers and named variants end the recursion, so these types compile.
#[derive(Variant)]
struct List(Vec<List>);

#[derive(Variant)]
struct Dictionary {
    inner: Option<Box<Dictionary>>,
}

#[derive(Variant)]
enum External {
    Itself(Box<External>),
    Number(i32),
}

mod other {
    #[derive(gdvariant::Variant)]
    pub struct Player {
        pub name: String,
    }
}

#[derive(Variant)]
struct Player(Box<other::Player>);

fn main() {}
