//! Options of a question, and what a pair keeps from one question to the next.

use clearance_geometry::answer::Algorithm as By;
use clearance_pairs::pair;
use clearance_worlds::Query;

use crate::answers::{Asked, wrong};
use crate::given::{check, put};
use crate::space::{Real, Space, exported, freed};

/// What a pair of shapes keeps from one question to the next, which makes that quicker. One thread uses it at a time. A
/// cache of another pair costs time, and changes no answer.
pub struct Cache(pair::Cache);

/// Options of a question. All zero is the default.
#[repr(C)]
pub struct Options<S: Space> {
    /// What the pair keeps; may be null.
    pub cache: *mut Cache,
    /// How deep bodies at rest may overlap before contacts count as deep.
    pub slop: Real<S>,
    /// A `cl_algorithm`.
    pub algorithm: i32,
}

/// The algorithms that answer.
#[repr(i32)]
#[expect(dead_code, reason = "C gives their numbers")]
pub enum Algorithm {
    /// The best for the pair.
    Auto = 0,
    /// GJK, and EPA for depths.
    GjkEpa = 1,
    /// Separating axes with bounds, for polytopes.
    SatBounded = 2,
}

/// The query with its options, which may be null.
#[inline(always)]
pub unsafe fn with<'q, S: Space>(
    query: Query<'q, S>,
    options: *const Options<S>,
) -> Asked<Query<'q, S>> {
    if options.is_null() {
        return Ok(query);
    }
    check("options", options)?;
    // SAFETY: it is not null, and the caller's otherwise.
    let Options { cache, slop, algorithm } = unsafe { &*options };
    let algorithm = match algorithm {
        0 => By::Auto,
        1 => By::GjkEpa,
        2 => By::SatBounded,
        other => return Err(wrong("options", format!("there is no algorithm {other}"))),
    };
    let query = query.algorithm(algorithm).slop(*slop);
    // SAFETY: a cache, or null.
    Ok(match unsafe { cache.as_mut() } {
        Some(cache) => query.cache(&mut cache.0),
        None => query,
    })
}

exported! { once;
    /// A cache for one pair of shapes.
    fn cache_new(cache: *mut *mut Cache) {
        check("cache", cache)?;
        put("cache", cache, Box::into_raw(Box::new(Cache(pair::Cache::default()))))
    }
}

freed! { once;
    /// Gives back a cache; null is nothing.
    fn cache_free(cache: *mut Cache);
}
