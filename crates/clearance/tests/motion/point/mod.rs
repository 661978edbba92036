//! Points: the closed forms against the clearance of shape and point, which GJK and EPA answer,
//! and against what a nearest point is: its tangent plane supports the shape. Near needle tips
//! against numbers of 32 digits.

mod gradient;
mod named;
mod nearest;
mod needles;
mod twofold;
