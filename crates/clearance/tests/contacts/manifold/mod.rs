//! Contact manifolds: the properties of each, checked on random and on symmetric pairs.
//!
//! A manifold is compared with the clearance of the pair, which other tests compare with 50-digit
//! arithmetic, and with the surfaces themselves in closed form: see `check`.

mod balls;
mod bodies;
mod boxes;
mod capsules;
mod cases;
mod chains;
mod check;
mod checked;
mod deepest;
mod facets;
mod golden;
mod inner_edges;
mod lattice;
mod middles;
mod named;
mod place;
mod plane;
mod polygons;
mod rest;
mod slop;
mod standing;
mod still;
mod survey;
mod thin;
mod traced;
mod warm;
mod wobble;
