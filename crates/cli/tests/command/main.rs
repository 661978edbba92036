//! Tests that run the command.

mod assemblies;
mod bad_lines;
mod casts;
mod check;
mod check_contacts;
mod claims;
mod common;
mod contacts;
mod findings;
mod found;
mod heap;
mod hostile;
mod lab;
mod memory;
mod named;
mod not_convex;
mod objects;
mod overlaps;
mod page;
mod pictures;
mod query;
mod reports;
mod robots;
mod scenes;
mod timed;
mod topics;
