//! Code shared by several test binaries: cases, random pairs, exact arithmetic.

#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod cases;
pub mod exact;
pub mod hash;
pub mod hostile;
pub mod pairs;
pub mod rays;
