#![cfg_attr(not(feature = "std"), no_std)]
//! Shapes that are not convex: meshes, solids, height fields and compounds, with the questions of convex shapes.
