//! Contact manifolds: properties of all, for random and for symmetric pairs.
//!
//! A manifold is compared with the clearance of the pair, which other tests compare with 50-digit
//! arithmetic, and with the surfaces in closed form: see `check`.

mod bodies;
mod boxes;
mod capsules;
mod cases;
mod chains;
mod check;
mod checked;
mod facets;
mod golden;
mod lattice;
mod middles;
mod named;
mod plane;
mod polygons;
mod rest;
mod single;
mod slop;
mod survey;
mod traced;
mod wobble;
