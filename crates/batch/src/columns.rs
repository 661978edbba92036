//! The columns of answers: slices that the caller owns, one for each number of an answer.

use crate::rows::Outcome;
use clearance_geometry::Error;
use clearance_geometry::answer::{FeatureId, ImpactStatus, Status};
use clearance_geometry::space::Vector;

/// Columns that can be split into those of the first rows and those of the rest.
pub(super) trait Columns: Sized + Send {
    /// Is each column either empty or as long as the rows?
    fn check(&self, rows: usize) -> Result<(), Error>;
    /// Splits the columns after the first `rows`.
    fn split(self, rows: usize) -> (Self, Self);
    /// Whether each row was answered.
    fn outcomes(&mut self) -> &mut [Outcome];
}

/// The number of entries of a row in the columns of contact points: 2 in 2D, 4 in 3D.
pub const fn points_per_row<V: Vector>() -> usize {
    if V::DIM == 2 { 2 } else { 4 }
}

/// Writes an entry, unless the column is empty.
#[inline(always)]
pub(super) fn put<T>(column: &mut [T], at: usize, value: T) {
    if let Some(entry) = column.get_mut(at) {
        *entry = value;
    }
}

macro_rules! columns {
    ($(#[$doc:meta])* $name:ident [$($v:ident)?] {
        $($(#[$of:meta])* $column:ident: $entry:ty, $each:expr;)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Default)]
        pub struct $name<'c $(, $v: Vector)?> {
            $($(#[$of])* pub $column: &'c mut [$entry],)*
        }

        impl<$($v: Vector)?> $name<'_ $(, $v)?> {
            /// The same columns, borrowed.
            pub(super) fn all(&mut self) -> $name<'_ $(, $v)?> {
                $name { $($column: &mut *self.$column,)* }
            }
        }

        impl<$($v: Vector)?> Columns for $name<'_ $(, $v)?> {
            fn check(&self, rows: usize) -> Result<(), Error> {
                $(has_length(stringify!($column), self.$column.len(), rows * $each)?;)*
                Ok(())
            }
            fn split(self, rows: usize) -> (Self, Self) {
                $(let $column = self.$column.split_at_mut((rows * $each).min(self.$column.len()));)*
                ($name { $($column: $column.0,)* }, $name { $($column: $column.1,)* })
            }
            fn outcomes(&mut self) -> &mut [Outcome] {
                self.outcome
            }
        }
    };
}

fn has_length(what: &'static str, len: usize, expected: usize) -> Result<(), Error> {
    if len == 0 || len == expected {
        Ok(())
    } else {
        Err(Error::WrongLength { what, len, expected })
    }
}

columns! {
    /// Whether shapes touch. One entry for each row; an empty column is not filled.
    Booleans [] {
        /// False only if a gap is proven: true for a row without an answer.
        intersects: bool, 1;
        /// Whether the row was answered.
        outcome: Outcome, 1;
    }
}

columns! {
    /// Distances, as [`clearance_pairs::distance`]. One entry for each row; an empty column is not filled.
    Distances [V] {
        /// 0 if no gap is proven, and for a row without an answer.
        distance: V::Scalar, 1;
        /// Whether the row was answered.
        outcome: Outcome, 1;
    }
}

columns! {
    /// How deep shapes overlap, as in [`clearance_pairs::Penetration`]. One entry for each row; an empty column is not
    /// filled.
    ///
    /// A row without an answer touches, with a depth of 0.
    Penetrations [V] {
        /// False only if a gap is proven. Then the other numbers of the row are meaningless.
        intersects: bool, 1;
        /// The length of the shortest translation that separates the shapes. 0 if they just touch.
        depth: V::Scalar, 1;
        /// Unit vectors from A to B, in world coordinates: moving B by `depth * normal` separates the
        /// shapes.
        normal: V, 1;
        /// The point of A deepest inside B, in world coordinates.
        point_a: V, 1;
        /// The point of B deepest inside A, in world coordinates.
        point_b: V, 1;
        /// Whether the row was answered.
        outcome: Outcome, 1;
    }
}

columns! {
    /// Signed clearances, as in [`clearance_pairs::Clearance`]. One entry for each row; an empty column is not
    /// filled.
    ///
    /// A row without an answer has the bounds minus infinity and infinity.
    Clearances [V] {
        /// The status that the bounds prove.
        status: Status, 1;
        /// The best estimate, within the bounds.
        signed_distance: V::Scalar, 1;
        /// Not above the true clearance.
        lower: V::Scalar, 1;
        /// Not below the true clearance.
        upper: V::Scalar, 1;
        /// Unit vectors from A to B, in world coordinates.
        normal: V, 1;
        /// The point of A nearest B or deepest in it, in world coordinates.
        point_a: V, 1;
        /// The point of B nearest A or deepest in it, in world coordinates.
        point_b: V, 1;
        /// Whether the row was answered.
        outcome: Outcome, 1;
    }
}

columns! {
    /// Where shapes touch, as in [`clearance_pairs::Manifold`]. An empty column is not filled.
    ///
    /// The columns of points have [`points_per_row`] entries a row: 2 in the plane, 4 in space. Entries
    /// past the row's count are zero. A row without an answer has no points.
    Contacts [V] {
        /// How many points there are: `None` if the shapes are proven to be farther apart than the
        /// margin.
        count: u8, 1;
        /// Unit vectors from A to B, in world coordinates. Meaningless where the count is 0.
        normal: V, 1;
        /// From A to B along the normal; negative in overlap.
        separation: V::Scalar, points_per_row::<V>();
        /// On the surface of A, in world coordinates.
        point_a: V, points_per_row::<V>();
        /// On the surface of B, in world coordinates.
        point_b: V, points_per_row::<V>();
        /// What lies at the point.
        feature: FeatureId, points_per_row::<V>();
        /// Whether the row was answered.
        outcome: Outcome, 1;
    }
}

columns! {
    /// First contacts of moving shapes, as in [`clearance_pairs::Impact`]. An entry a row; an empty column is not
    /// filled.
    ///
    /// A row without an answer is undecided, with the bounds 0 and infinity.
    Casts [V] {
        /// Whether the shapes touch.
        status: ImpactStatus, 1;
        /// The best estimate of the time, within the bounds; infinity for a miss.
        time: V::Scalar, 1;
        /// The shapes were proven not to touch before.
        lower: V::Scalar, 1;
        /// Here contact was proven. Infinity where it was not.
        upper: V::Scalar, 1;
        /// Unit vectors from A to B at contact, in world coordinates. Meaningless for a miss.
        normal: V, 1;
        /// The point of A that touches B. Meaningless for a miss.
        point_a: V, 1;
        /// The point of B that touches A. Meaningless for a miss.
        point_b: V, 1;
        /// Whether the row was answered.
        outcome: Outcome, 1;
    }
}
