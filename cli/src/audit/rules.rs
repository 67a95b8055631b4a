//! All rules.

use super::checks::{
    bits, declared, defects, node_paths, numbers, objects, padding, precision, resources, restored,
    sizes, strings,
};
use super::rule::Rule;
use super::{file, keys, value};

/// Every rule, in the order of the list.
pub(super) const RULES: &[&Rule] = &[
    &file::INPUT,
    &value::INVALID,
    &value::INVALID_STRING,
    &value::DEEP,
    &objects::SCRIPT,
    &objects::SOURCE,
    &objects::NATIVE,
    &objects::CACHE,
    &strings::OBJECT,
    &objects::OBJECT,
    &resources::USER,
    &resources::ABSOLUTE,
    &resources::PARENT,
    &resources::URL,
    &node_paths::ABSOLUTE,
    &keys::DUPLICATE,
    &declared::NOT_DECLARED,
    &strings::NUL,
    &strings::MARK,
    &strings::OVERLONG,
    &numbers::NAN,
    &padding::PADDING,
    &bits::UNUSED,
    &bits::BOOL,
    &bits::NEGATIVE,
    &precision::PRECISION,
    &value::TRAILING,
    &value::LENIENT,
    &defects::DEFECT,
    &sizes::VALUE,
    &file::WRAPPER,
    &objects::ID,
    &resources::RESOURCE,
    &node_paths::PARENT,
    &numbers::INFINITY,
    &restored::NOT_RESTORED,
    &sizes::STRING,
    &sizes::ARRAY,
];
