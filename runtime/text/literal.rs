//! Implements `variant!`, which creates Variants from literals.
//!
//! Each precision has its own `variant!`, which passes the type of its Variant.

/// Creates a [`Variant`](enum@crate::Variant) from a literal in the syntax of scripts: `null`, an
/// Array, a Dictionary, or an expression that converts into a Variant.
///
/// Keys and values are expressions or literals. For duplicate keys, the last value wins. In double
/// precision, the macro is `gdvariant::double::variant`.
///
/// ```
/// use gdvariant::variant;
///
/// let health = 100;
/// let player = variant!({
///     "name": "Ada",
///     "health": health - 1,
///     7: [1, 2.5, null],
/// });
/// assert_eq!(player["health"], 99);
/// assert_eq!(player[7][1], 2.5);
/// ```
#[macro_export]
macro_rules! variant {
    ($($tokens:tt)*) => { $crate::__variant!($crate::Variant; $($tokens)*) };
}

/// Creates a [`double::Variant`](enum@crate::double::Variant), as [`variant!`] does.
#[cfg(feature = "double")]
#[doc(hidden)]
#[macro_export]
macro_rules! __double_variant {
    ($($tokens:tt)*) => { $crate::__variant!($crate::double::Variant; $($tokens)*) };
}

/// Creates a Variant of the given type from a literal in the syntax of scripts.
///
/// The macros `variant!` call this macro.
#[doc(hidden)]
#[macro_export]
macro_rules! __variant {
    // The elements of an Array: the finished expressions, then the remaining tokens.
    (@array $variant:ty; [$($done:expr,)*]) => {
        <$variant as ::core::iter::FromIterator<$variant>>::from_iter([$($done),*])
    };
    (@array $variant:ty; [$($done:expr,)*] $next:tt $(, $($rest:tt)*)?) => {
        $crate::__variant!(@array $variant; [$($done,)* $crate::__variant!($variant; $next),] $($($rest)*)?)
    };
    (@array $variant:ty; [$($done:expr,)*] $next:expr $(, $($rest:tt)*)?) => {
        $crate::__variant!(@array $variant; [$($done,)* $crate::__variant!($variant; $next),] $($($rest)*)?)
    };
    // The entries of a Dictionary: the tokens of a key, then the remaining tokens.
    (@entries $variant:ty; $entries:ident; ()) => {};
    (@entries $variant:ty; $entries:ident; ($($key:tt)+) : $value:tt $(, $($rest:tt)*)?) => {
        $entries.insert($crate::__variant!($variant; $($key)+), $crate::__variant!($variant; $value));
        $crate::__variant!(@entries $variant; $entries; () $($($rest)*)?)
    };
    (@entries $variant:ty; $entries:ident; ($($key:tt)+) : $value:expr $(, $($rest:tt)*)?) => {
        $entries.insert($crate::__variant!($variant; $($key)+), $crate::__variant!($variant; $value));
        $crate::__variant!(@entries $variant; $entries; () $($($rest)*)?)
    };
    (@entries $variant:ty; $entries:ident; ($($key:tt)*) $next:tt $($rest:tt)*) => {
        $crate::__variant!(@entries $variant; $entries; ($($key)* $next) $($rest)*)
    };
    ($variant:ty; null) => {
        <$variant>::Nil
    };
    ($variant:ty; [$($elements:tt)*]) => {
        $crate::__variant!(@array $variant; [] $($elements)*)
    };
    ($variant:ty; {}) => {
        <$variant>::from($crate::Dictionary::<$variant>::new())
    };
    ($variant:ty; {$($tokens:tt)+}) => {{
        let mut entries = $crate::Dictionary::<$variant>::new();
        $crate::__variant!(@entries $variant; entries; () $($tokens)+);
        <$variant>::from(entries)
    }};
    ($variant:ty; $value:expr) => {
        $crate::VariantElement::<$variant>::into_variant($value)
    };
}

/// A value that `variant!` converts into a Variant `V`, with `From`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not convert into a Variant",
    label = "not convertible into a Variant",
    note = "an int has 64 bits and a sign: for a `usize` or a `u64`, write `i64::try_from(x)?`",
    note = "for a type that implements `Encode`, such as a derived one, write `gdvariant::godot4::to_variant(&x)?`"
)]
pub trait VariantElement<V> {
    /// Converts the value.
    fn into_variant(self) -> V;
}

#[diagnostic::do_not_recommend]
impl<V: From<T>, T> VariantElement<V> for T {
    #[inline]
    fn into_variant(self) -> V {
        V::from(self)
    }
}
