//! What C gives: pointers that may be null, and lists of a length that may be wrong.

use std::slice;

use clearance_geometry::space::Pose;

use crate::answers::{Asked, Code, Wrong, wrong, wrong_row};
use crate::space::{Array, Numbers, Placed, Real, Space};

/// What a pointer points to.
#[inline(always)]
pub unsafe fn one<'a, T>(name: &str, pointer: *const T) -> Asked<&'a T> {
    check(name, pointer)?;
    // SAFETY: it is not null, and the caller's otherwise.
    Ok(unsafe { &*pointer })
}

/// What a pointer points to, to be changed.
#[cfg(any(feature = "scenes", feature = "robots"))]
pub unsafe fn one_mut<'a, T>(name: &str, pointer: *mut T) -> Asked<&'a mut T> {
    check(name, pointer)?;
    // SAFETY: as above.
    Ok(unsafe { &mut *pointer })
}

/// Writes an answer.
#[inline(always)]
pub unsafe fn put<T>(name: &str, pointer: *mut T, answer: T) -> Asked {
    check(name, pointer)?;
    // SAFETY: as above.
    unsafe { pointer.write(answer) };
    Ok(())
}

/// Is this a place for an answer?
#[inline(always)]
pub fn check<T>(name: &str, pointer: *const T) -> Asked {
    match (pointer.is_null(), pointer.is_aligned()) {
        (false, true) => Ok(()),
        (true, _) => Err(wrong(name, "it is null")),
        _ => Err(wrong(name, "it is not where a value of its type can lie")),
    }
}

/// A list. Without entries the pointer may be null.
pub unsafe fn list<'a, T>(name: &str, pointer: *const T, count: usize) -> Asked<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    check(name, pointer)?;
    fits::<T>(name, count)?;
    // SAFETY: it is not null, not past memory, and the caller's otherwise.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// A list for answers.
pub unsafe fn list_mut<'a, T>(name: &str, pointer: *mut T, count: usize) -> Asked<&'a mut [T]> {
    if count == 0 {
        return Ok(&mut []);
    }
    check(name, pointer)?;
    fits::<T>(name, count)?;
    // SAFETY: as above.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, count) })
}

/// Can so many values lie in memory?
fn fits<T>(name: &str, count: usize) -> Asked {
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if bytes <= isize::MAX as usize => Ok(()),
        _ => Err(wrong(name, format!("no memory holds {count} of them"))),
    }
}

/// A copy of what a list is made into, for which memory is asked first.
pub fn collected<T>(
    name: &str,
    count: usize,
    mut each: impl FnMut(usize) -> Asked<T>,
) -> Asked<Vec<T>> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(|_| no_memory(name, count))?;
    for i in 0..count {
        values.push(each(i)?);
    }
    Ok(values)
}

#[cold]
fn no_memory(name: &str, count: usize) -> Wrong {
    Wrong {
        code: Code::NoMemory,
        sentence: format!("{name}: there is no memory for {count} of them"),
    }
}

/// A vector.
#[inline]
pub unsafe fn vector<S: Space>(name: &str, array: *const Array<S>) -> Asked<S> {
    // SAFETY: the caller's.
    Ok(S::vector(*unsafe { one(name, array)? }))
}

/// Vectors one after the other.
pub unsafe fn vectors<S: Space>(name: &str, numbers: Numbers<S>, count: usize) -> Asked<Vec<S>> {
    fits::<S::Array>(name, count)?;
    // SAFETY: the caller's.
    let numbers: &[Real<S>] = unsafe { list(name, numbers, count * S::DIM)? };
    collected(name, count, |i| Ok(S::from_fn(|axis| numbers[i * S::DIM + axis])))
}

/// A pose, checked.
#[inline(always)]
pub unsafe fn posed<S: Space>(name: &str, placed: *const Placed<S>) -> Asked<Pose<S>> {
    // SAFETY: the caller's.
    S::pose(unsafe { one(name, placed)? }).map_err(|why| wrong(name, why))
}

/// Poses, each checked.
pub unsafe fn poses<S: Space>(
    name: &str,
    placed: *const Placed<S>,
    count: usize,
) -> Asked<Vec<Pose<S>>> {
    // SAFETY: the caller's.
    let placed = unsafe { list(name, placed, count)? };
    collected(name, count, |i| S::pose(&placed[i]).map_err(|why| wrong_row(name, i, why)))
}
