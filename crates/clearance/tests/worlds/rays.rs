//! Rays.
