//! Points: the closed forms against the clearance of the shape and a point shape, which GJK and EPA
//! compute, and against the property of a nearest point that its tangent plane supports the shape.
//! Near needle tips, against 32-digit arithmetic.

mod features;
mod gradient;
mod named;
mod nearest;
mod needles;
mod twofold;
