//! Stacks in a small physics engine: a solver with impulses piles up bodies, and the tests assert
//! that they stand still.
//!
//! The solver keeps the impulse of each contact point by its name. So points that come and go,
//! names that change and normals that turn make bodies creep or tremble.

mod floor;
mod round;
mod solver;
mod still;
mod tiles;
mod world;
