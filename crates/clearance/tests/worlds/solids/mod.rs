//! Contacts of two surfaces, against what is known of them otherwise.
//!
//! - [`agree`], [`gaps`]: convex solids, against the contacts of their hulls.
//! - [`boxes`]: unions of boxes, against separating axes.
//! - [`refine`]: more triangles, other frames and the other order change nothing.
//! - [`sheets`]: sheets, scaled solids, compounds and `f32`, against the same made otherwise.
//! - [`through`]: what goes right through, against hulls.
//! - [`points`]: each is on both surfaces.
//! - [`times`]: what contacts cost; [`touch`]: bodies that touch, or overlap by hardly more than rounding.
//! - [`overlap`], [`local`]: what is common, against closed forms and sums.
//! - [`lattice`]: faces in one plane; [`named`]: pairs with known patches; [`pile`]: bodies that come to rest.

mod agree;
mod boxes;
mod gaps;
mod lattice;
mod local;
mod named;
mod overlap;
mod pile;
mod points;
mod refine;
mod shapes;
mod sheets;
mod through;
mod times;
mod touch;
mod welds;
