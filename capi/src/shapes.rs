//! Shapes, and what makes them. Sizes are those of Rust: half extents, half lengths, radii.

use clearance_geometry::Error;
use clearance_geometry::shape::{
    Ball, Capsule, Cone, ConvexShape, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Operand,
    Polygon, Rounded, Segment, Shape as Any, Triangle,
};
use clearance_geometry::space::Axis;
use clearance_worlds::{AnyShape, Collider, Compound, HeightField, Mesh, Solid};

use crate::answers::{Asked, wrong};
use crate::given::{check, collected, list, one, posed, put, vector, vectors};
use crate::space::{Array, Numbers, Placed, Real, Space, exported, freed};

/// A shape. It never changes, and threads may share it. `cl_shape_free` frees it; what was made of it stays.
pub struct Shape<S: Space> {
    pub collider: Collider<S>,
    /// As solvers see it, if it is convex: made once for all questions. It points into `collider`, which stays where it is.
    pub lowered: Option<Operand<'static, S::Wide>>,
}

impl<S: Space> Shape<S> {
    /// A shape that C owns.
    fn given_away(collider: Collider<S>) -> *mut Self {
        let shape = Box::into_raw(Box::new(Self { collider, lowered: None }));
        // SAFETY: the collider neither moves nor changes until the shape is freed, and nobody keeps what is lowered longer.
        unsafe {
            let collider: &'static Collider<S> = &(*shape).collider;
            (*shape).lowered = collider.operand();
        }
        shape
    }
}

/// What kind of shape it is.
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum Kind {
    /// A convex shape or a half-space.
    Convex = 0,
    /// A surface without an inside: triangles, in the plane segments.
    Surface = 1,
    /// What a surface encloses.
    Solid = 2,
    /// Shapes that move as one.
    Compound = 3,
}

/// Writes a new shape, and null if it was refused.
pub unsafe fn made<S: Space>(
    place: *mut *mut Shape<S>,
    make: impl FnOnce() -> Asked<Collider<S>>,
) -> Asked {
    check("shape", place)?;
    // SAFETY: the caller's.
    unsafe { place.write(std::ptr::null_mut()) };
    let made = Shape::given_away(make()?);
    // SAFETY: the caller's.
    unsafe { place.write(made) };
    Ok(())
}

/// A shape of one size, whose argument has a name.
unsafe fn made_of<S: Space, T: Into<Collider<S>>>(
    place: *mut *mut Shape<S>,
    name: &str,
    shape: Result<T, Error>,
) -> Asked {
    // SAFETY: the caller's.
    unsafe { made(place, || Ok(shape.map_err(|why| wrong(name, why))?.into())) }
}

/// A shape of several sizes. An error names the first that makes no shape with itself in the place of the others, and
/// otherwise the last.
unsafe fn made_of_sizes<S: Space, T: Into<Collider<S>>, const N: usize>(
    place: *mut *mut Shape<S>,
    names: [&str; N],
    sizes: [Real<S>; N],
    make: impl Fn([Real<S>; N]) -> Result<T, Error>,
) -> Asked {
    let named = |why| {
        let alone = |i: &usize| make([sizes[*i]; N]).is_err();
        wrong(names[(0..N).find(alone).unwrap_or(N - 1)], why)
    };
    // SAFETY: the caller's.
    unsafe { made(place, || Ok(make(sizes).map_err(named)?.into())) }
}

exported! { space;
    /// A ball around the origin.
    fn sphere(radius: Real<S>, shape: *mut *mut Shape<S>) {
        made_of(shape, "radius", Ball::<S>::new(radius))
    }
    /// A box around the origin, by half of the lengths of its edges.
    fn cuboid(half_x: Real<S>, half_y: Real<S>, half_z: Real<S>, shape: *mut *mut Shape<S>) {
        let halves = [half_x, half_y, half_z];
        made_of_sizes(shape, ["half_x", "half_y", "half_z"], halves, |all| Cuboid::<S>::new(S::vector(all)))
    }
    /// An ellipsoid around the origin, by its radii.
    fn ellipsoid(radius_x: Real<S>, radius_y: Real<S>, radius_z: Real<S>, shape: *mut *mut Shape<S>) {
        let (names, radii) = (["radius_x", "radius_y", "radius_z"], [radius_x, radius_y, radius_z]);
        made_of_sizes(shape, names, radii, |all| Ellipsoid::<S>::new(S::vector(all)))
    }
    /// All points within the radius of a segment along z, from -half_length to half_length.
    fn capsule(half_length: Real<S>, radius: Real<S>, shape: *mut *mut Shape<S>) {
        made_of_sizes(shape, ["half_length", "radius"], [half_length, radius], |[half, radius]| {
            Capsule::<S>::along(Axis::Z, half, radius)
        })
    }
    /// A cylinder along z, from -half_height to half_height.
    fn cylinder(half_height: Real<S>, radius: Real<S>, shape: *mut *mut Shape<S>) {
        made_of_sizes(shape, ["half_height", "radius"], [half_height, radius], |[half, radius]| {
            Cylinder::<S>::new(Axis::Z, half, radius)
        })
    }
    /// A cone along z, from its base at -half_height to its apex at half_height.
    fn cone(half_height: Real<S>, radius: Real<S>, shape: *mut *mut Shape<S>) {
        made_of_sizes(shape, ["half_height", "radius"], [half_height, radius], |[half, radius]| {
            Cone::<S>::new(Axis::Z, half, radius)
        })
    }
    /// A triangle by its corners, in any place.
    fn triangle(corner_a: *const Array<S>, corner_b: *const Array<S>, corner_c: *const Array<S>, shape: *mut *mut Shape<S>) {
        let a: S = vector("corner_a", corner_a)?;
        let (b, c) = (vector("corner_b", corner_b)?, vector("corner_c", corner_c)?);
        made_of(shape, "corner_a, corner_b, corner_c", Triangle::new(a, b, c))
    }
    /// All points p with normal . p <= offset, where the normal is taken at length 1.
    fn half_space(normal: *const Array<S>, offset: Real<S>, shape: *mut *mut Shape<S>) {
        let normal: S = vector("normal", normal)?;
        made_of(shape, "normal, offset", HalfSpace::new(normal, offset))
    }
    /// A surface of triangles without an inside. `triangles` has three indices of vertices for each; seen from the front
    /// they go round counterclockwise.
    fn mesh(vertices: Numbers<S>, vertex_count: usize, triangles: *const u32, triangle_count: usize,
            shape: *mut *mut Shape<S>) {
        let mesh: Mesh<S> = facets(vertices, vertex_count, triangles, triangle_count)?;
        made(shape, || Ok(mesh.into()))
    }
    /// What a closed surface encloses. Vertices at the same place are joined, and triangles turned to have their fronts
    /// outside, so that the triangles of an STL file can be given as they are.
    fn solid(vertices: Numbers<S>, vertex_count: usize, triangles: *const u32, triangle_count: usize,
             shape: *mut *mut Shape<S>) {
        let mesh: Mesh<S> = facets(vertices, vertex_count, triangles, triangle_count)?;
        made(shape, || enclosed("triangles", mesh.mended().0))
    }
    /// Ground whose heights along z are given at the points of a grid: height[row * columns + column] is at
    /// x = column * cell_x, y = row * cell_y.
    fn height_field(heights: *const Real<S>, rows: usize, columns: usize, cell_x: Real<S>, cell_y: Real<S>,
                    shape: *mut *mut Shape<S>) {
        let count = rows.checked_mul(columns).ok_or_else(|| wrong("rows, columns", "no memory holds so many"))?;
        let heights = list("heights", heights, count)?;
        let row = |i: usize| collected("columns", columns, |k| Ok(heights[i * columns + k]));
        let heights = collected("rows", rows, row)?;
        made_of(shape, "heights, cell_x, cell_y", HeightField::<S>::new(&heights, [cell_x, cell_y]))
    }
}

exported! { plane;
    /// A circle, with its inside, around the origin.
    fn circle(radius: Real<S>, shape: *mut *mut Shape<S>) {
        made_of(shape, "radius", Ball::<S>::new(radius))
    }
    /// A rectangle around the origin, by half of the lengths of its edges.
    fn rectangle(half_x: Real<S>, half_y: Real<S>, shape: *mut *mut Shape<S>) {
        made_of_sizes(shape, ["half_x", "half_y"], [half_x, half_y], |all| Cuboid::<S>::new(S::vector(all)))
    }
    /// An ellipse, with its inside, around the origin, by its radii.
    fn ellipse(radius_x: Real<S>, radius_y: Real<S>, shape: *mut *mut Shape<S>) {
        let radii = [radius_x, radius_y];
        made_of_sizes(shape, ["radius_x", "radius_y"], radii, |all| Ellipsoid::<S>::new(S::vector(all)))
    }
    /// A convex polygon by its corners, in the order of its outline.
    fn polygon(corners: Numbers<S>, corner_count: usize, shape: *mut *mut Shape<S>) {
        let corners: Vec<S> = vectors("corners", corners, corner_count)?;
        made_of(shape, "corners", Polygon::new(corners))
    }
    /// All points p with normal . p <= offset, where the normal is taken at length 1.
    fn half_plane(normal: *const Array<S>, offset: Real<S>, shape: *mut *mut Shape<S>) {
        let normal: S = vector("normal", normal)?;
        made_of(shape, "normal, offset", HalfSpace::new(normal, offset))
    }
    /// Segments from each point to the next, and if it is closed from the last one to the first. They have no inside.
    fn chain(points: Numbers<S>, point_count: usize, closed: bool, shape: *mut *mut Shape<S>) {
        let points: Vec<S> = vectors("points", points, point_count)?;
        made_of(shape, "points", if closed { Mesh::closed(points) } else { Mesh::open(points) })
    }
    /// What outlines enclose: counterclockwise ones, less clockwise ones in them. The points of all are one after the
    /// other, and `outline_lengths` says how many each has.
    fn region(points: Numbers<S>, outline_lengths: *const usize, outline_count: usize, shape: *mut *mut Shape<S>) {
        let lengths = list("outline_lengths", outline_lengths, outline_count)?;
        let count = lengths.iter().try_fold(0_usize, |sum, length| sum.checked_add(*length));
        let count = count.ok_or_else(|| wrong("outline_lengths", "their sum is too large"))?;
        let points: Vec<S> = vectors("points", points, count)?;
        made(shape, || {
            let mesh = Mesh::of_segments(points, outlines(lengths)?);
            enclosed("points", mesh.map_err(|why| wrong("points", why))?)
        })
    }
}

exported! { all;
    /// A segment from one point to another.
    fn segment(end_a: *const Array<S>, end_b: *const Array<S>, shape: *mut *mut Shape<S>) {
        let [a, b]: [S; 2] = [vector("end_a", end_a)?, vector("end_b", end_b)?];
        made_of(shape, "end_a, end_b", Segment::new(a, b))
    }
    /// All points within the radius of a segment from one point to another.
    fn capsule_between(end_a: *const Array<S>, end_b: *const Array<S>, radius: Real<S>, shape: *mut *mut Shape<S>) {
        let [a, b]: [S; 2] = [vector("end_a", end_a)?, vector("end_b", end_b)?];
        made_of(shape, "end_a, end_b, radius", Capsule::new(a, b, radius))
    }
    /// The convex hull of points.
    fn hull(points: Numbers<S>, point_count: usize, shape: *mut *mut Shape<S>) {
        let points: Vec<S> = vectors("points", points, point_count)?;
        made_of(shape, "points", Hull::new(points))
    }
    /// All points within the radius of a bounded convex shape.
    fn rounded(inner: *const Shape<S>, radius: Real<S>, shape: *mut *mut Shape<S>) {
        let Collider::Convex(Any::Convex(convex)) = &one("inner", inner)?.collider else {
            return Err(wrong("inner", "only bounded convex shapes can be rounded"));
        };
        let core: ConvexShape<S> = convex.inner().clone();
        let rounded = Rounded::new(core, convex.margin() + radius);
        made(shape, || Ok(Collider::Convex(Any::Convex(rounded.map_err(|why| wrong("radius", why))?))))
    }
    /// The same shape with each coordinate of its frame times a factor.
    fn scaled(inner: *const Shape<S>, factors: *const Array<S>, shape: *mut *mut Shape<S>) {
        let scaled = one("inner", inner)?.collider.scaled(vector("factors", factors)?);
        made_of(shape, "factors", scaled)
    }
    /// Shapes that move as one, each at a pose in the frame of the compound.
    fn compound(parts: *const *const Shape<S>, poses: *const Placed<S>, part_count: usize, shape: *mut *mut Shape<S>) {
        let parts = list("parts", parts, part_count)?;
        let poses = crate::given::poses::<S>("poses", poses, part_count)?;
        let part = |i: usize| Ok((poses[i], one(&format!("parts[{i}]"), parts[i])?.collider.clone()));
        let parts = collected("parts", part_count, part)?;
        made_of(shape, "parts", Compound::new(parts))
    }
    /// What kind of shape it is.
    fn shape_kind(shape: *const Shape<S>, kind: *mut Kind) {
        put("kind", kind, match &one("shape", shape)?.collider {
            Collider::Surface(surface) if surface.is_solid() => Kind::Solid,
            Collider::Surface(_) => Kind::Surface,
            Collider::Compound(_) => Kind::Compound,
            _ => Kind::Convex,
        })
    }
    /// The box along the axes of the world around a shape.
    fn shape_bounds(shape: *const Shape<S>, pose: *const Placed<S>, least: *mut Array<S>, most: *mut Array<S>) {
        let around = one("shape", shape)?.collider.aabb(&posed::<S>("pose", pose)?);
        check("most", most)?;
        put("least", least, around.min.array())?;
        put("most", most, around.max.array())
    }
}

freed! { all;
    /// Gives back a shape; null is nothing. What was made of it stays.
    fn shape_free(shape: *mut Shape<S>);
}

/// Triangles by the indices of their corners.
unsafe fn facets<S: Space>(
    vertices: Numbers<S>,
    vertex_count: usize,
    triangles: *const u32,
    triangle_count: usize,
) -> Asked<Mesh<S>> {
    let count = triangle_count.checked_mul(3);
    let count = count.ok_or_else(|| wrong("triangle_count", "no memory holds so many"))?;
    // SAFETY: the caller's.
    let (points, triangles) = unsafe {
        (vectors("vertices", vertices, vertex_count)?, list("triangles", triangles, count)?)
    };
    let corners = triangles.as_chunks::<3>().0;
    let facets = collected("triangles", triangle_count, |i| Ok(corners[i]))?;
    Mesh::new(points, facets).map_err(|why| wrong("vertices, triangles", why))
}

/// Segments from each point to the next, around each outline.
fn outlines(lengths: &[usize]) -> Asked<Vec<[u32; 2]>> {
    let total = lengths.iter().sum();
    if u32::try_from(total).is_err() {
        return Err(wrong("outline_lengths", "their sum is too large"));
    }
    let (mut outline, mut first) = (0, 0);
    collected("outline_lengths", total, |i| {
        while i - first >= lengths[outline] {
            (first, outline) = (first + lengths[outline], outline + 1);
        }
        let next = first + (i - first + 1) % lengths[outline];
        Ok([i as u32, next as u32])
    })
}

/// What a closed surface encloses.
fn enclosed<S: Space>(name: &str, surface: Mesh<S>) -> Asked<Collider<S>> {
    match Solid::new(surface) {
        Ok(solid) => Ok(solid.into()),
        Err(why) => {
            // The advice for Rust, to mend it, was followed, or is not for C.
            let said = why.to_string();
            let reason = said.split("`Surface").next().unwrap_or_default();
            Err(wrong(name, reason.trim_end_matches([' ', ';'])))
        }
    }
}
