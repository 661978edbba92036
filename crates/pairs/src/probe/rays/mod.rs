//! Rays against one shape.
//!
//! A line meets a convex shape in a chord: it enters at one point and leaves at another.
//!
//! ```text
//!                     enter            leave
//!     o ---------------[================]----------->  along
//!   origin            /                  \
//!              outward normal         outward normal
//! ```
//!
//! Families of shapes that have a closed form have a file each. For all other shapes the ray is
//! marched (`march`): GJK bounds how far the ray may go before it can meet the shape.
//!
//! Most rays surely enter ahead, start inside or miss. Some closed forms decide this first, from one end of the
//! chord ([`Sure`]); only the other rays need both.
//!
//! **Times, not lengths.** A point on a line is given by its multiple of the line's direction. The
//! direction may have any length and is not normalised, so the results are times.
//!
//! **Frames.** The line has the axes of the world, and the origin of the shape's frame. Each family
//! rotates either the line or the shape's data, whichever is less work.
//!
//! **Bounds.** The line is rounded: a point of it is off by up to [`Line::slack`], δ. So the
//! exact line enters no earlier than the rounded one enters the shape grown by δ, and surely no
//! later than it enters the shape shrunk by δ. For a face that is crossed at the cosine c these
//! are δ/c away. If a closed form cannot prove its answer (a ray that misses or hits by a few
//! roundings only), the march answers; so closed forms need not handle such cases.

pub(crate) mod ball;
pub(crate) mod capsule;
mod chord;
pub(crate) mod cone;
pub(crate) mod cuboid;
pub(crate) mod cylinder;
pub(crate) mod ellipsoid;
mod half_space;
mod line;
mod march;
pub(crate) mod planes;
mod round;
pub(crate) mod sheet;
mod sure;

pub use chord::{Chord, End, Place, Through};
pub use half_space::half_space;
pub use line::Line;
pub use march::{MOST_SUPPORTS, March, march};
pub use sure::{Ahead, Sure};
