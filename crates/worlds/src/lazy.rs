//! A value that is made when it is first asked for.

/// A value that is made when it is first asked for. Without the feature `std` there is nothing that
/// several threads can wait for, so there it is made at once.
#[derive(Clone, Debug)]
pub struct Lazy<T> {
    #[cfg(feature = "std")]
    value: std::sync::OnceLock<T>,
    #[cfg(not(feature = "std"))]
    value: T,
}

impl<T> Lazy<T> {
    /// A value that `make` makes, at once or later: see [`Lazy::get`].
    pub fn new(make: impl FnOnce() -> T) -> Self {
        #[cfg(feature = "std")]
        return {
            let _ = make;
            Self { value: std::sync::OnceLock::new() }
        };
        #[cfg(not(feature = "std"))]
        return Self { value: make() };
    }

    /// The value. `make` makes the same as the one given to [`Lazy::new`].
    #[inline]
    pub fn get(&self, make: impl FnOnce() -> T) -> &T {
        #[cfg(feature = "std")]
        return self.value.get_or_init(make);
        #[cfg(not(feature = "std"))]
        return {
            let _ = make;
            &self.value
        };
    }
}
