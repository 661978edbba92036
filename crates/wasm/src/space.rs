//! Pictures of two shapes in 3D, as columns of numbers: surfaces, the difference and the sum with the
//! features of their sides, and the support function.
//!
//! Surfaces are in the shape's frame, so that a page makes them once and then moves them. Data about both
//! shapes is in the frame of A, like the steps of algorithms.

use std::f64::consts::PI;
use std::rc::Rc;

use clearance::glam::DVec3;
use clearance::hull::{Built, Facets, Hull3, Polyhedron, Small, build3};
use clearance::minkowski::{self, Corner, Feature, Side, Solid};
use clearance::shape::{Geometry, NO_ID, Part, View};
use clearance::space::{Motion, Vector};
#[cfg(feature = "mesh")]
use clearance::surface::Bend;
#[cfg(feature = "mesh")]
use clearance::{Collider, Instance};
use clearance::{Convex, ConvexShape, Pose, Rounded, Shape};
use clearance_lines::Line;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::lines::Of;

/// The numbers of points around a circle, and of directions on a rounded surface.
const ON_CIRCLE: usize = 48;
const ON_SPHERE: usize = 800;
/// The number of points around a circle if points of A are combined with points of B.
const ON_BOTH: usize = 16;
/// An edge of a mesh is drawn if the fronts of its triangles have an angle with a smaller cosine: 20 degrees.
#[cfg(feature = "mesh")]
const FLAT: f64 = 0.94;

/// A shape and its pose.
struct Body {
    shape: Rc<Shape<DVec3>>,
    motion: Motion<DVec3>,
}

type Core = Rounded<ConvexShape<DVec3>>;

impl Body {
    fn of(line: &Line, side: &str) -> Result<Self, String> {
        if line.dim()? != 3 {
            return Err("this is of the plane, and the picture is in space".into());
        }
        let (shape, pose): (Rc<Shape<DVec3>>, Pose<DVec3>) = line.placed(side)?;
        Ok(Self { shape, motion: Motion::of(&pose) })
    }
    fn core(&self) -> Result<&Core, String> {
        match self.shape.part() {
            Part::Convex(core) => Ok(core),
            Part::HalfSpace(_) => Err("a half-space has no end".into()),
        }
    }
}

/// A and B, and the pose of B in the frame of A.
fn both(line: &Line) -> Result<([Body; 2], Motion<DVec3>), String> {
    let (a, b) = (Body::of(line, "a")?, Body::of(line, "b")?);
    let place = b.motion.seen_from(&a.motion);
    Ok(([a, b], place))
}

/// A surface in the shape's frame.
#[wasm_bindgen]
#[derive(Default)]
pub struct Surface {
    points: Vec<f64>,
    normals: Vec<f64>,
    starts: Vec<u32>,
    corners: Vec<u32>,
    edges: Vec<u32>,
    arcs: Vec<u32>,
    is_exact: bool,
    is_mesh: bool,
    radius: f64,
}

#[wasm_bindgen]
impl Surface {
    /// Three coordinates for each vertex.
    #[wasm_bindgen(getter)]
    pub fn points(&self) -> Vec<f64> {
        self.points.clone()
    }
    /// Three coordinates for each face: its outward normal.
    #[wasm_bindgen(getter)]
    pub fn normals(&self) -> Vec<f64> {
        self.normals.clone()
    }
    /// For each face, the place in `corners` at which its corners begin; at the end, the length of
    /// `corners`.
    #[wasm_bindgen(getter)]
    pub fn starts(&self) -> Vec<u32> {
        self.starts.clone()
    }
    /// The vertex numbers of each face, counterclockwise seen from outside.
    #[wasm_bindgen(getter)]
    pub fn corners(&self) -> Vec<u32> {
        self.corners.clone()
    }
    /// Two vertices for each edge.
    #[wasm_bindgen(getter)]
    pub fn edges(&self) -> Vec<u32> {
        self.edges.clone()
    }
    /// Two faces for each edge: the ends of its arc on the Gauss map.
    #[wasm_bindgen(getter)]
    pub fn arcs(&self) -> Vec<u32> {
        self.arcs.clone()
    }
    /// Are the numbers of vertices, edges and faces those of answers and steps? They are not if curves
    /// were sampled.
    #[wasm_bindgen(getter, js_name = isExact)]
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }
    /// Is it a mesh? Then its faces are triangles that may hide each other, and its edges those where it bends by more
    /// than 20 degrees, or ends.
    #[wasm_bindgen(getter, js_name = isMesh)]
    pub fn is_mesh(&self) -> bool {
        self.is_mesh
    }
    /// The radius around the core. It is included in the surface already if the surface is rounded.
    #[wasm_bindgen(getter)]
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

impl Surface {
    /// Makes the surface of the core, or with the radius around it.
    pub(crate) fn of(line: &Line, side: &str, rounded: bool) -> Result<Self, String> {
        #[cfg(feature = "mesh")]
        if let Collider::Surface(mesh) = &*line.given::<DVec3>(side)?.0 {
            return Ok(Self::mesh(mesh));
        }
        let body = Body::of(line, side)?;
        let core = body.core()?;
        let surface = if rounded && core.radius() > 0.0 {
            Self::hull(&rounded_points(core))?
        } else {
            match small(core.view()) {
                Some(small) => Self::copied(&small.facets(), true),
                None => match core.built() {
                    Some(Built::Space(Hull3::Solid(hull))) => Self::copied(&hull.facets(), true),
                    Some(Built::Space(Hull3::Flat(hull))) => Self::copied(&hull.facets(), true),
                    _ => Self::hull(&sampled(core.view(), &Motion::identity(), ON_CIRCLE)?)?,
                },
            }
        };
        Ok(Self { radius: core.radius(), ..surface })
    }

    #[cfg(feature = "mesh")]
    fn mesh(mesh: &Instance<DVec3>) -> Self {
        let (of, mut surface) = (mesh.surface(), Self { is_mesh: true, ..Self::default() });
        for vertex in 0..of.vertices().len() as u32 {
            surface.points.extend(mesh.vertex(vertex).to_array());
        }
        let fronts: Vec<Option<DVec3>> = (0..mesh.len() as u32).map(|f| mesh.front(f)).collect();
        for (facet, corners) in (0..).zip(of.facets()) {
            let front = fronts[facet as usize];
            surface.normals.extend(front.unwrap_or_default().to_array());
            surface.starts.push(surface.corners.len() as u32);
            surface.corners.extend(corners);
            for (i, edge) in of.edges(facet).iter().enumerate() {
                let is_bent = match (front, fronts[edge.facet as usize]) {
                    (Some(one), Some(other)) => one.dot(other) < FLAT,
                    _ => true,
                };
                if edge.bend == Bend::Open || (facet < edge.facet && is_bent) {
                    surface.edges.extend([corners[i], corners[(i + 1) % 3]]);
                }
            }
        }
        surface.starts.push(surface.corners.len() as u32);
        surface
    }

    fn hull(points: &[DVec3]) -> Result<Self, String> {
        let hull = build3(points).map_err(|e| e.to_string())?;
        Ok(match &hull {
            Hull3::Solid(hull) => Self::copied(&hull.facets(), false),
            Hull3::Flat(hull) => Self::copied(&hull.facets(), false),
            Hull3::Segment(ends) => Self::copied(&Small::segment(*ends).facets(), false),
            Hull3::Point(point) => Self::copied(&Small::point(*point).facets(), false),
        })
    }

    fn copied(facets: &Facets<'_>, is_exact: bool) -> Self {
        let (topology, mut surface) = (facets.topology(), Self { is_exact, ..Self::default() });
        for vertex in 0..facets.vertices().len() as u32 {
            surface.points.extend(facets.vertices().get(vertex).to_array());
        }
        for face in 0..topology.faces() as u32 {
            surface.normals.extend(facets.normals().get(face).to_array());
            surface.starts.push(surface.corners.len() as u32);
            surface.corners.extend(topology.face_edges(face).map(|edge| topology.origin(edge)));
        }
        surface.starts.push(surface.corners.len() as u32);
        for edge in facets.arcs() {
            surface.edges.extend([topology.origin(2 * edge), topology.target(2 * edge)]);
            surface.arcs.extend(topology.arc(edge));
        }
        surface
    }
}

/// Shapes that answers number as a box, a triangle, a segment or a point.
fn small(view: View<'_, DVec3>) -> Option<Small> {
    match view {
        View::Cuboid { half_extents } => Some(Small::cuboid(half_extents)),
        View::Vertices(&[point]) => Some(Small::point(point)),
        View::Vertices(&[from, to]) => Some(Small::segment([from, to])),
        View::Vertices(&[a, b, c]) => Some(Small::triangle([a, b, c])),
        _ => None,
    }
}

fn sampled(
    view: View<'_, DVec3>,
    motion: &Motion<DVec3>,
    around: usize,
) -> Result<Vec<DVec3>, String> {
    let inner = minkowski::inner_points(view, motion, around);
    Ok(inner.ok_or("this shape has no picture")?.points)
}

/// For a rounded surface: the farthest points along evenly spread directions.
fn rounded_points(core: &Core) -> Vec<DVec3> {
    // Each direction is rotated by the golden angle from the one before.
    let golden = PI * (3.0 - 5.0_f64.sqrt());
    let direction = |k: usize| {
        let z = 1.0 - (2.0 * k as f64 + 1.0) / ON_SPHERE as f64;
        let (sin, cos) = libm::sincos(golden * k as f64);
        let ring = (1.0 - z * z).sqrt();
        DVec3::new(ring * cos, ring * sin, z)
    };
    let farthest = |d: DVec3| core.support_vertex(d, NO_ID).point + d * core.radius();
    (0..ON_SPHERE).map(|k| farthest(direction(k))).collect()
}

/// The difference or sum of two cores, in the frame of A.
#[wasm_bindgen]
pub struct Combined {
    solid: Solid,
    radius: f64,
    is_exact: bool,
}

#[wasm_bindgen]
impl Combined {
    /// Three coordinates for each corner.
    #[wasm_bindgen(getter)]
    pub fn points(&self) -> Vec<f64> {
        self.solid.corners.iter().flat_map(|corner| corner.at.to_array()).collect()
    }
    /// Two numbers for each corner: its vertices of A and of B.
    #[wasm_bindgen(getter)]
    pub fn from(&self) -> Vec<u32> {
        self.solid.corners.iter().flat_map(|corner| [corner.a, corner.b]).collect()
    }
    /// Three coordinates for each side: its outward normal.
    #[wasm_bindgen(getter)]
    pub fn normals(&self) -> Vec<f64> {
        self.solid.sides.iter().flat_map(|side| side.normal.to_array()).collect()
    }
    /// For each side: the overlap of the cores' projections along its normal.
    #[wasm_bindgen(getter)]
    pub fn offsets(&self) -> Vec<f64> {
        self.solid.sides.iter().map(|side| side.offset).collect()
    }
    /// For each side, the place in `corners` at which its corners begin; at the end, the length of
    /// `corners`.
    #[wasm_bindgen(getter)]
    pub fn starts(&self) -> Vec<u32> {
        let mut starts = vec![0];
        let mut end = 0;
        for side in &self.solid.sides {
            end += side.corners.len() as u32;
            starts.push(end);
        }
        starts
    }
    /// The corner numbers of each side, counterclockwise seen from outside.
    #[wasm_bindgen(getter)]
    pub fn corners(&self) -> Vec<u32> {
        self.solid.sides.iter().flat_map(|side| side.corners.iter().copied()).collect()
    }
    /// Six numbers for each side, its features of A and of B: 0 and a vertex, 1 and the two vertices of
    /// an edge, or 2 and a face; unused numbers are 0. A side of two edges is a crossing of arcs on the
    /// Gauss map.
    #[wasm_bindgen(getter)]
    pub fn features(&self) -> Vec<u32> {
        let numbers = |feature: Feature| match feature {
            Feature::Vertex(vertex) => [0, vertex, 0],
            Feature::Edge([from, to]) => [1, from, to],
            Feature::Face(face) => [2, face, 0],
        };
        self.solid.sides.iter().flat_map(|side| [side.a, side.b]).flat_map(numbers).collect()
    }
    /// The volume.
    #[wasm_bindgen(getter)]
    pub fn volume(&self) -> f64 {
        self.solid.measure
    }
    /// The index of the side nearest to the origin; `None` if the origin is outside.
    #[wasm_bindgen(getter)]
    pub fn nearest(&self) -> Option<u32> {
        self.solid.nearest_side().map(|side| side as u32)
    }
    /// The sum of the radii of both shapes, which the cores do not include.
    #[wasm_bindgen(getter)]
    pub fn radius(&self) -> f64 {
        self.radius
    }
    /// Are the numbers of vertices and faces those of the shapes? They are not if curves were sampled.
    #[wasm_bindgen(getter, js_name = isExact)]
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }
}

impl Combined {
    pub(crate) fn of(line: &Line, of: Of) -> Result<Self, String> {
        let ([a, b], place) = both(line)?;
        let (a, b) = (a.core()?, b.core()?);
        let radius = a.radius() + b.radius();
        let (Some((on_a, of_a)), Some((on_b, of_b))) = (solid(a)?, solid(b)?) else {
            let points = [
                sampled(a.view(), &Motion::identity(), ON_BOTH)?,
                sampled(b.view(), &place, ON_BOTH)?,
            ];
            return Ok(Self { solid: hulled(&points, of)?, radius, is_exact: false });
        };
        let solid = match of {
            Of::Difference => minkowski::polyhedron_difference(&on_a, &on_b, &place),
            Of::Sum => minkowski::polyhedron_sum(&on_a, &on_b, &place),
        };
        let solid = solid.map_err(|e| e.to_string())?;
        Ok(Self { solid, radius, is_exact: of_a && of_b })
    }
}

/// The difference or sum if a core is flat, a segment or a point: the hull of all pairs of points.
fn hulled([a, b]: &[Vec<DVec3>; 2], of: Of) -> Result<Solid, String> {
    let points = match of {
        Of::Difference => minkowski::difference(a, b),
        Of::Sum => minkowski::sum(a, b),
    };
    let Hull3::Solid(hull) = build3(&points).map_err(|e| e.to_string())? else {
        return Err("the cores' difference is flat".into());
    };
    let corner = |at: DVec3| {
        let pair = points.iter().position(|p| *p == at).unwrap_or(0);
        Corner { at, a: (pair / b.len()) as u32, b: (pair % b.len()) as u32 }
    };
    let corners: Vec<Corner<DVec3>> = hull.vertices().iter().map(corner).collect();
    let topology = hull.topology();
    let side = |face: u32| {
        let around: Vec<u32> = topology.face_edges(face).map(|e| topology.origin(e)).collect();
        let feature = |of: fn(&Corner<DVec3>) -> u32| {
            let mut numbers: Vec<u32> = around.iter().map(|i| of(&corners[*i as usize])).collect();
            numbers.sort_unstable();
            numbers.dedup();
            match numbers[..] {
                [vertex] => Feature::Vertex(vertex),
                [from, to] => Feature::Edge([from, to]),
                _ => Feature::Face(0),
            }
        };
        let (a, b) = (feature(|corner| corner.a), feature(|corner| corner.b));
        let (normal, offset) = (hull.normals().get(face), hull.offsets()[face as usize]);
        Side { corners: around, normal, offset, a, b }
    };
    let sides = (0..topology.faces() as u32).map(side).collect();
    Ok(Solid { sides, measure: hull.mass().volume, corners })
}

/// A polyhedron, and whether its numbers are those of the shape.
type Numbered = (Box<Polyhedron<DVec3>>, bool);

/// A core as a polyhedron, if it has a volume.
fn solid(core: &Core) -> Result<Option<Numbered>, String> {
    if let Some(Built::Space(Hull3::Solid(hull))) = core.built() {
        return Ok(Some((hull.clone(), true)));
    }
    let points = sampled(core.view(), &Motion::identity(), ON_BOTH)?;
    match build3(&points).map_err(|e| e.to_string())? {
        // Vertices keep their order. Faces are numbered anew.
        Hull3::Solid(hull) => Ok(Some((hull, false))),
        _ => Ok(None),
    }
}

/// Twelve numbers: the columns of the rotation of a shape's pose, and its translation.
pub(crate) fn pose(line: &Line, side: &str) -> Result<Vec<f64>, String> {
    let motion = Motion::of(&line.given::<DVec3>(side)?.1);
    let columns = motion.columns.iter().chain([&motion.translation]);
    Ok(columns.flat_map(|column| column.to_array()).collect())
}

/// The support function of A - B, including radii, along directions of any length in the frame of A: the
/// overlaps of the projections.
pub(crate) fn heights(line: &Line, directions: &[f64]) -> Result<Vec<f64>, String> {
    let ([a, b], place) = both(line)?;
    let (a, b) = (a.core()?, b.core()?);
    let mut hints = [NO_ID; 2];
    let mut height = |direction: &[f64]| {
        let along = DVec3::from_slice(direction).unit_along().unwrap_or(DVec3::X);
        let on_a = a.support_vertex(along, hints[0]);
        let on_b = b.support_vertex(place.unrotate(-along), hints[1]);
        hints = [on_a.id, on_b.id];
        along.dot(on_a.point - place.apply(on_b.point)) + a.radius() + b.radius()
    };
    Ok(directions.as_chunks::<3>().0.iter().map(|d| height(d)).collect())
}
