//! Real stacks, the main use of manifolds: a small impulse solver piles up bodies, and the tests
//! check that they stand still.
//!
//! The solver reuses the impulses of a contact by the contact's name. Points that flicker, names
//! that change and normals that rotate therefore show up as bodies that creep or tremble.

mod floor;
mod round;
mod solver;
mod still;
mod tiles;
mod world;
