//! Tests of what is hidden in the crate, a module for each file: one binary, so that the crate is compiled once.

mod angle;
mod certificates;
mod cores;
mod frame;
mod interval;
mod nearest;
mod path_arms;
mod path_tiles;
