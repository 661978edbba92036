//! A segment and a box, in the frame of the box.
//!
//! ```text
//!                    p1       Along the segment, half of the slope of the squared distance is
//!          foot     .         d.(p - foot), where the foot is p with its coordinates kept within
//!     +-------x----p          the box. It grows, and between the planes of the faces it is
//!     |       | .             straight: so where it is 0 lies between two of six places.
//!     |       .
//!     +-----.-+               A segment that meets the box has a depth: the least overlap along
//!         p0                  three axes across faces and three across an edge and the segment.
//! ```
//!
//! The segment is cut at the faces' planes by Liang and Barsky's clipping (1984). The six axes are all
//! separating axes, because box and segment together are a polytope with no other faces.

use glam::DVec3;

use crate::number::{max, min, sqrt};

/// The tolerance, relative to the size: an axis perpendicular to an edge must be better than a face's
/// axis by more than this, and points may be off their features by it.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

/// The distance of a box and a segment, or their depth, with the points where it is attained.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SegmentGap {
    /// Of length 1, out of the box.
    pub normal: DVec3,
    /// From the box to the segment; negative if they overlap.
    pub distance: f64,
    /// The segment's height over the box along the normal.
    pub gap: f64,
    /// Points of both, `distance` apart along the normal.
    pub on_box: DVec3,
    pub on_segment: DVec3,
    /// The place of the segment's point along it, from 0 to 1.
    pub share: f64,
    /// The index of the coordinate axis along the normal, if the normal is that of a face.
    pub face: Option<usize>,
    /// A point of the box and the place of a point along the segment, no farther apart than `distance`.
    /// If both overlap it is one point, on a face or at an end.
    pub shared: (DVec3, f64),
}

/// The clearance of a box and the segment between two points in its frame. `None` if rounding leaves it
/// open.
#[inline]
pub(crate) fn clearance(half: DVec3, ends: [DVec3; 2], size: f64) -> Option<SegmentGap> {
    let along = ends[1] - ends[0];
    let share = nearest(half, ends[0], along);
    let on_segment = point(ends, along, share);
    let on_box = kept(half, on_segment);
    let way = on_segment - on_box;
    let square = way.dot(way);
    if square == 0.0 {
        return deepest(half, ends, size * ROUNDING);
    }
    let over = way.to_array().map(|x| x != 0.0);
    let mut normal = way;
    if 0.0 < share && share < 1.0 {
        // A component along the segment, which is the foot's rounding error, would tilt a long segment's
        // normal.
        normal = match over {
            [false, true, true] => across(0, along, way),
            [true, false, true] => across(1, along, way),
            [true, true, false] => across(2, along, way),
            [true, true, true] => way - along * (way.dot(along) / along.dot(along)),
            _ => way,
        };
    }
    let normal = normal * (1.0 / sqrt(normal.dot(normal)));
    let least = min(normal.dot(ends[0]), normal.dot(ends[1]));
    let face = match over {
        [true, false, false] => Some(0),
        [false, true, false] => Some(1),
        [false, false, true] => Some(2),
        _ => None,
    };
    Some(SegmentGap {
        normal,
        distance: sqrt(square),
        gap: least - half.dot(normal.abs()),
        on_box,
        on_segment,
        share,
        face,
        shared: (on_box, share),
    })
}

/// The point of the box that is nearest to a point.
#[inline]
pub(crate) fn kept(half: DVec3, p: DVec3) -> DVec3 {
    p.max(-half).min(half)
}

#[inline]
fn point(ends: [DVec3; 2], along: DVec3, share: f64) -> DVec3 {
    if share == 1.0 { ends[1] } else { ends[0] + along * share }
}

/// The direction perpendicular to axis `i` and a vector, on the side of `way`.
#[inline]
pub(crate) fn across(i: usize, along: DVec3, way: DVec3) -> DVec3 {
    let (j, k) = ((i + 1) % 3, (i + 2) % 3);
    let mut normal = DVec3::ZERO;
    (normal[j], normal[k]) = (-along[k], along[j]);
    if normal.dot(way) < 0.0 { -normal } else { normal }
}

/// The place on the segment where the distance is least: see the module documentation.
#[inline]
pub(crate) fn nearest(half: DVec3, from: DVec3, along: DVec3) -> f64 {
    let slope = |share: f64| {
        let p = from + along * share;
        along.dot(p - kept(half, p))
    };
    let (mut low, mut high) = ((0.0, slope(0.0)), (1.0, slope(1.0)));
    if low.1 >= 0.0 {
        return 0.0;
    }
    if high.1 <= 0.0 {
        return 1.0;
    }
    for i in 0..3 {
        let over = 1.0 / along[i];
        for border in [-half[i], half[i]] {
            let share = (border - from[i]) * over;
            // False for NaN, if the segment is parallel to the face.
            if low.0 < share && share < high.0 {
                let here = (share, slope(share));
                if here.1 < 0.0 { low = here } else { high = here }
            }
        }
    }
    low.0 + (high.0 - low.0) * (low.1 / (low.1 - high.1))
}

/// The axis of the least overlap, and points that are that far apart along it.
fn deepest(half: DVec3, ends: [DVec3; 2], rounding: f64) -> Option<SegmentGap> {
    let (middle, along) = ((ends[0] + ends[1]) * 0.5, (ends[1] - ends[0]) * 0.5);
    let gaps = middle.abs() - along.abs() - half;
    let up = (1..3).fold(0, |m, i| if gaps[i] > gaps[m] { i } else { m });
    let mut best = (gaps[up], None);
    for i in 0..3 {
        let normal = across(i, along, middle);
        let length = sqrt(normal.dot(normal));
        let gap = (normal.dot(middle) - half.dot(normal.abs())) / length;
        // NaN for a segment along an edge, which has no such axis.
        if gap > best.0 + rounding {
            best = (gap, Some((i, normal * (1.0 / length))));
        }
    }
    let [shared, _] = part_within(half, ends, 3, rounding)?;
    let shared = (kept(half, point(ends, ends[1] - ends[0], shared)), shared);
    let distance = best.0;
    let (normal, share, face) = match best.1 {
        None => {
            let normal = DVec3::AXES[up] * if middle[up] < 0.0 { -1.0 } else { 1.0 };
            let [low, high] = part_within(half, ends, up, rounding)?;
            let share = if normal.dot(along) < 0.0 { high } else { low };
            (normal, share, Some(up))
        }
        Some((i, normal)) => {
            // The point of the edge from which the direction to the segment is perpendicular to the
            // segment.
            let edge = half * DVec3::ONE.copysign(normal);
            let (mut way, mut flat) = (edge - ends[0], ends[1] - ends[0]);
            (way[i], flat[i]) = (0.0, 0.0);
            (normal, way.dot(flat) / flat.dot(flat), None)
        }
    };
    let beyond = max(-share, share - 1.0) * sqrt(along.dot(along)) * 2.0;
    let share = min(max(share, 0.0), 1.0);
    let on_segment = point(ends, ends[1] - ends[0], share);
    let on_box = on_segment - normal * distance;
    let outside = (on_box.abs() - half).max_element();
    let is_there = beyond <= rounding && outside.abs() <= rounding;
    let gap = distance;
    let found = SegmentGap { normal, distance, gap, on_box, on_segment, share, face, shared };
    is_there.then_some(found)
}

/// The part of a segment between the faces, except those of one axis.
#[inline]
pub(crate) fn part_within(
    half: DVec3,
    ends: [DVec3; 2],
    but: usize,
    rounding: f64,
) -> Option<[f64; 2]> {
    let [mut low, mut high] = [0.0, 1.0];
    for i in (0..3).filter(|i| *i != but) {
        let (from, along) = (ends[0][i], ends[1][i] - ends[0][i]);
        let over = 1.0 / along;
        let (first, last) = ((-half[i] - from) * over, (half[i] - from) * over);
        if along != 0.0 {
            low = max(low, min(first, last));
            high = min(high, max(first, last));
        } else if from.abs() > half[i] + rounding {
            return None;
        }
    }
    // A corner that is cut because of rounding.
    let length = (ends[1] - ends[0]).abs().max_element();
    if low <= high {
        return Some([low, high]);
    }
    let middle = 0.5 * (low + high);
    ((low - high) * length <= rounding && (0.0..=1.0).contains(&middle)).then_some([middle; 2])
}
