//! Tests of what is hidden in the crate, a module for each file: one binary, so that the crate is compiled once.

mod answer_manifold;
mod error;
mod hull_double;
mod hull_facets;
mod hull_small;
mod number;
mod shape_around;
mod shape_cylinder;
mod shape_identity;
mod shape_lower;
mod shape_mass;
mod shape_polygon;
mod shape_text;
mod shape_text_pose;
mod shape_vertex;
mod space_axis;
mod space_motion;
mod space_pose;
mod space_prepared;
mod space_sweep;
mod space_text;
