#![cfg_attr(not(feature = "std"), no_std)]
//! Algorithms that no default answer needs: for who asks for them by name, for the page that shows their steps, and
//! for tests, which compare the fast solvers with them.
//!
//! | file | what it is |
//! |---|---|
//! | [`minkowski`] | sums and differences built explicitly, and an exhaustive search over them |
//! | [`axes`] | separating axis tests: every axis, and the walk over both Gauss maps |
//! | [`gjk_boolean`] | GJK as a yes-or-no question |
//!
//! [`by_name`] makes an option for a query of an algorithm's name:
//!
//! ```
//! use clearance::d3_f64::{Algorithm, Cuboid, DVec3, Pose, Query};
//! use clearance::lessons::by_name;
//!
//! let (cube, at) = (Cuboid::new(DVec3::ONE)?, Pose::at(DVec3::new(1.5, 0.0, 0.0))?);
//! let query = || Query::new(&cube, &Pose::IDENTITY, &cube, &at);
//! let tested = query().algorithm(by_name(Algorithm::Sat)).clearance();
//! assert_eq!((tested.algorithm, tested.signed_distance), (Algorithm::Sat, -0.5));
//! // The query itself has no such test.
//! assert!(!query().algorithm(Algorithm::Sat).clearance().bounded());
//! # Ok::<(), clearance::Error>(())
//! ```

extern crate alloc;

pub mod axes;
mod by_name;
pub mod gjk_boolean;
pub mod minkowski;

pub use by_name::by_name;
