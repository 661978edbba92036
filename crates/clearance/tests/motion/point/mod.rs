//! Points: the closed forms against the clearance of shape and point by GJK and EPA, and against a
//! property of nearest points: their tangent plane supports the shape. Near sharp tips against
//! numbers with 32 digits.

mod gradient;
mod named;
mod nearest;
mod needles;
mod twofold;
