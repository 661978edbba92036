//! The same answers in all four vector types: poses, and shapes behind pointers.

mod pointers;
mod poses;
