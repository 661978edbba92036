//! Points.
