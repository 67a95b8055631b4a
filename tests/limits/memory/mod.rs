//! Limits of memory, counted by the allocator, and of the stack, in a thread of 2 MiB.

mod budget;
mod convert;
mod counts;
mod depth;
mod elements;
mod keys;
mod words;
