//! Real stacks: what manifolds are for. A small solver of impulses piles up bodies and watches
//! whether they stand still.
//!
//! What the solver learnt of a contact is handed on by the contact's name. So points that flicker,
//! names that change and normals that turn show as bodies that creep or tremble.

mod floor;
mod round;
mod solver;
mod still;
mod tiles;
mod world;
