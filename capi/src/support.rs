//! Shapes of one's own: a function that gives the support point, and what it is given with.

use std::ffi::c_void;

use clearance_geometry::number::Scalar as _;
use clearance_geometry::shape::{Convex, Shape as Any};
use clearance_worlds::Collider;

use crate::answers::wrong;
use crate::given::vector;
use crate::shapes::{Shape, made};
use crate::space::{Array, Real, Space, exported};

/// Writes to `point` a point of the shape that is farthest along `direction`, which is finite and not zero. Both are in the
/// shape's frame. It is called on any thread that asks about the shape, and on several at once; it must return.
pub type Support<S> = Option<
    unsafe extern "C" fn(data: *mut c_void, direction: *const Array<S>, point: *mut Array<S>),
>;
/// Gives back the data of a shape, when no shape is left that was made with it.
pub type Release = Option<unsafe extern "C" fn(data: *mut c_void)>;

/// A shape behind a function of C.
struct Own<S: Space> {
    support: unsafe extern "C" fn(*mut c_void, *const Array<S>, *mut Array<S>),
    center: S,
    radius: Real<S>,
    data: Data,
}

/// What the function is given.
struct Data {
    pointer: *mut c_void,
    release: Release,
}

// SAFETY: the function and its data may be used by several threads: `cl_custom` asks it of its caller.
unsafe impl Send for Data {}
// SAFETY: as above.
unsafe impl Sync for Data {}

impl Drop for Data {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it is called once, with what it was given with.
            unsafe { release(self.pointer) };
        }
    }
}

impl<S: Space> Convex for Own<S> {
    type V = S;
    fn support(&self, direction: S) -> S {
        let (direction, mut point) = (direction.array(), self.center.array());
        // SAFETY: `cl_custom` asks its caller for such a function.
        unsafe { (self.support)(self.data.pointer, &raw const direction, &raw mut point) };
        S::vector(point)
    }
    fn center(&self) -> S {
        self.center
    }
    fn radius(&self) -> Real<S> {
        self.radius
    }
}

exported! { all;
    /// A convex shape of your own, and a radius around it. `center` is a point of it, well inside if it has an inside.
    /// `data` is given to `support`; `release`, which may be null, is called with it once no shape needs it any more, also
    /// if this function refuses something. A function that writes NaN proves nothing.
    fn custom(support: Support<S>, data: *mut c_void, release: Release, center: *const Array<S>, radius: Real<S>,
              shape: *mut *mut Shape<S>) {
        let data = Data { pointer: data, release };
        let support = support.ok_or_else(|| wrong("support", "it is null"))?;
        let center: S = vector("center", center)?;
        if !center.is_finite() {
            return Err(wrong("center", "it is not finite"));
        }
        if !(Real::<S>::ZERO..=Real::<S>::LARGEST).contains(&radius) {
            return Err(wrong("radius", format!("it must not be negative, nor past the largest length, but is {radius}")));
        }
        made(shape, || Ok(Collider::Convex(Any::custom(Own { support, center, radius, data }))))
    }
}
