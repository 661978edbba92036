//! Shapes by number, and what makes them. Sizes are whole: a box by its edges, a capsule by its length.

use std::cell::RefCell;

use clearance_geometry::shape::Rounded;
use clearance_geometry::shape::{
    Ball, Capsule, ConvexShape, Cuboid, Ellipsoid, HalfSpace, Hull, Segment, Shape,
};
use clearance_geometry::space::Pose;
use clearance_worlds::{Collider, Compound, Mesh, Solid};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::room::{Asked, Room, ask, number, wrong, wrong_row};
use crate::space::{DIM, POSE, V, pose, real, vector};

/// The shapes that JavaScript has, each at its number.
#[derive(Default)]
struct Table {
    shapes: Vec<Option<Collider<V>>>,
    free: Vec<u32>,
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::default();
}

/// The shape with this number.
pub fn shape_of(name: &str, number: u32) -> Asked<Collider<V>> {
    let shape = TABLE.with_borrow(|table| table.shapes.get(number as usize).cloned().flatten());
    shape.ok_or_else(|| wrong(name, "this shape was freed"))
}

/// Two shapes, without copies of them.
pub fn with_shapes<R>(
    a: u32,
    b: u32,
    ask: impl FnOnce(&Collider<V>, &Collider<V>) -> Asked<R>,
) -> Asked<R> {
    TABLE.with_borrow(|table| {
        let shape = |name, number: u32| {
            let shape = table.shapes.get(number as usize).and_then(Option::as_ref);
            shape.ok_or_else(|| wrong(name, "this shape was freed"))
        };
        ask(shape("a", a)?, shape("b", b)?)
    })
}

fn keep(shape: Collider<V>) -> u32 {
    TABLE.with_borrow_mut(|table| {
        if let Some(number) = table.free.pop() {
            table.shapes[number as usize] = Some(shape);
            return number;
        }
        table.shapes.push(Some(shape));
        (table.shapes.len() - 1) as u32
    })
}

/// Forgets a shape.
#[wasm_bindgen(js_name = freeShape)]
pub fn free_shape(number: u32) {
    let freed = TABLE.with_borrow_mut(|table| {
        let freed = table.shapes.get_mut(number as usize).and_then(Option::take);
        if freed.is_some() {
            table.free.push(number);
        }
        freed
    });
    drop(freed);
}

/// How many shapes there are.
#[wasm_bindgen(js_name = shapeCount)]
pub fn shape_count() -> usize {
    TABLE.with_borrow(|table| table.shapes.len() - table.free.len())
}

/// Keeps a shape, or says what is wrong with it.
fn made<S: Into<Collider<V>>>(name: &str, shape: Result<S, clearance_geometry::Error>) -> f64 {
    number(|_| Ok(keep(shape.map_err(|why| wrong(name, halves(why)))?.into())))
}

/// The library's sizes are halves of the arguments.
fn halves(why: clearance_geometry::Error) -> String {
    let words = [("extents", "the size"), ("height", "the length"), ("length", "the length")];
    words.iter().fold(why.to_string(), |text, (half, whole)| {
        text.replace(&format!("half_{half}"), &format!("half of {whole}"))
    })
}

/// A ball.
#[wasm_bindgen]
pub fn sphere(radius: f64) -> f64 {
    made("sphere", Ball::new(real(radius)))
}

/// A box by the lengths of its edges; in the plane the third does not count.
#[wasm_bindgen(js_name = cuboid)]
pub fn cuboid(x: f64, y: f64, z: f64) -> f64 {
    made("box", Cuboid::new(vector(&[x / 2.0, y / 2.0, z / 2.0])))
}

/// An ellipsoid by its radii.
#[wasm_bindgen]
pub fn ellipsoid(x: f64, y: f64, z: f64) -> f64 {
    made("ellipsoid", Ellipsoid::new(vector(&[x, y, z])))
}

#[cfg(not(feature = "plane"))]
mod solids {
    use clearance_geometry::shape::{Cone, Cylinder, Triangle};
    use clearance_geometry::space::Axis;
    use clearance_worlds::HeightField;

    use super::*;

    /// All points within the radius of a segment along z.
    #[wasm_bindgen]
    pub fn capsule(radius: f64, length: f64) -> f64 {
        made("capsule", Capsule::along(Axis::Z, real(length / 2.0), real(radius)))
    }

    /// Along z.
    #[wasm_bindgen]
    pub fn cylinder(radius: f64, length: f64) -> f64 {
        made("cylinder", Cylinder::new(Axis::Z, real(length / 2.0), real(radius)))
    }

    /// Along z; the apex is at half of the length.
    #[wasm_bindgen]
    pub fn cone(radius: f64, length: f64) -> f64 {
        made("cone", Cone::new(Axis::Z, real(length / 2.0), real(radius)))
    }

    /// The first nine numbers of the room.
    #[wasm_bindgen]
    pub fn triangle() -> f64 {
        number(|room| {
            let corner = |i: usize| vector(&room.given[3 * i..]);
            let made = Triangle::new(corner(0), corner(1), corner(2));
            Ok(keep(made.map_err(|why| wrong("triangle", why))?.into()))
        })
    }

    /// Heights of rows and columns, in the room.
    #[wasm_bindgen(js_name = heightField)]
    pub fn height_field(rows: usize, columns: usize, x: f64, y: f64) -> f64 {
        number(|room| {
            let heights = room.given[..rows * columns].chunks(columns.max(1));
            let heights: Vec<Vec<_>> =
                heights.map(|row| row.iter().map(|height| real(*height)).collect()).collect();
            let made = HeightField::new(&heights, [real(x), real(y)]);
            Ok(keep(made.map_err(|why| wrong("heightField", why))?.into()))
        })
    }

    /// The triangles of the indices, with vertices in the room: a surface, or what it encloses.
    #[wasm_bindgen]
    pub fn mesh(vertices: usize, triangles: usize, is_solid: bool) -> f64 {
        number(|room| {
            let points = room.given[..3 * vertices].chunks_exact(3).map(vector).collect();
            let facets = room.indices[..3 * triangles].as_chunks::<3>().0.to_vec();
            let name = if is_solid { "solid" } else { "mesh" };
            let mesh = Mesh::new(points, facets).map_err(|why| wrong(name, why))?;
            Ok(keep(if is_solid { solid(name, &mesh)?.into() } else { mesh.into() }))
        })
    }
}

#[cfg(feature = "plane")]
mod areas {
    use clearance_geometry::shape::Polygon;

    use super::*;
    use crate::regions::enclosed;

    /// All points within the radius of a segment, whose ends are the first numbers of the room.
    #[wasm_bindgen]
    pub fn capsule(radius: f64) -> f64 {
        number(|room| {
            let made = Capsule::new(vector(&room.given), vector(&room.given[DIM..]), real(radius));
            Ok(keep(made.map_err(|why| wrong("capsule", why))?.into()))
        })
    }

    /// The corners of a convex polygon, in the room.
    #[wasm_bindgen]
    pub fn polygon(count: usize) -> f64 {
        number(|room| {
            let made = Polygon::new(points(room, count));
            Ok(keep(made.map_err(|why| wrong("polygon", why))?.into()))
        })
    }

    /// Points in the room that segments join.
    #[wasm_bindgen]
    pub fn chain(count: usize, is_closed: bool) -> f64 {
        number(|room| {
            let points = points(room, count);
            let made = if is_closed { Mesh::closed(points) } else { Mesh::open(points) };
            Ok(keep(made.map_err(|why| wrong("chain", why))?.into()))
        })
    }

    /// What outlines enclose: their points are in the room, one after the other, and their lengths are indices.
    #[wasm_bindgen]
    pub fn region(outlines: usize) -> f64 {
        number(|room| {
            let mut first = 0;
            let lengths = room.indices[..outlines].iter();
            let outline = |length: &u32| {
                let numbers = &room.given[first..first + DIM * *length as usize];
                first += numbers.len();
                numbers.chunks_exact(DIM).map(vector).collect()
            };
            let mesh = enclosed(lengths.map(outline).collect());
            Ok(keep(solid("region", &mesh.map_err(|why| wrong("outlines", why))?)?.into()))
        })
    }
}

/// What a closed mesh encloses: equal vertices are joined, and fronts turned.
fn solid(name: &str, mesh: &Mesh<V>) -> Asked<Solid<V>> {
    let (mended, _) = mesh.mended();
    Solid::new(mended).map_err(|why| {
        // The advice for Rust, to mend it, was followed.
        let said = why.to_string();
        let reason = said.split("`Surface").next().unwrap_or_default();
        wrong(name, reason.trim_end_matches([' ', ';']))
    })
}

fn points(room: &Room, count: usize) -> Vec<V> {
    room.given[..DIM * count].chunks_exact(DIM).map(vector).collect()
}

/// The first numbers of the room: both ends.
#[wasm_bindgen]
pub fn segment() -> f64 {
    number(|room| {
        let made = Segment::new(vector(&room.given), vector(&room.given[DIM..]));
        Ok(keep(made.map_err(|why| wrong("segment", why))?.into()))
    })
}

/// All points p with n . p <= offset, where n is the unit vector along the normal.
#[wasm_bindgen(js_name = halfSpace)]
pub fn half_space(x: f64, y: f64, z: f64, offset: f64) -> f64 {
    made("halfSpace", HalfSpace::new(vector(&[x, y, z]), real(offset)))
}

/// The hull of points in the room.
#[wasm_bindgen]
pub fn hull(count: usize) -> f64 {
    number(|room| {
        let made = Hull::new(points(room, count));
        Ok(keep(made.map_err(|why| wrong("hull", why))?.into()))
    })
}

/// All points within the radius of a bounded convex shape.
#[wasm_bindgen]
pub fn rounded(shape: u32, radius: f64) -> f64 {
    number(|_| {
        let Collider::Convex(Shape::Convex(convex)) = shape_of("shape", shape)? else {
            return Err(wrong("shape", "only bounded convex shapes can be rounded"));
        };
        let inner: ConvexShape<V> = convex.inner().clone();
        let made = Rounded::new(inner, convex.margin() + real(radius));
        Ok(keep(Collider::Convex(Shape::Convex(made.map_err(|why| wrong("radius", why))?))))
    })
}

/// Shapes, whose numbers are the indices, at poses in the room.
#[wasm_bindgen]
pub fn compound(count: usize) -> f64 {
    number(|room| {
        let part = |i: usize| -> Asked<(Pose<V>, Collider<V>)> {
            let at = pose(&room.given[POSE * i..]).map_err(|why| wrong_row("parts", i, why))?;
            Ok((at, shape_of("parts", room.indices[i])?))
        };
        let parts = (0..count).map(part).collect::<Asked<Vec<_>>>()?;
        Ok(keep(Compound::new(parts).map_err(|why| wrong("parts", why))?.into()))
    })
}

/// Other sizes: each coordinate of the local frame times a factor.
#[wasm_bindgen]
pub fn scaled(shape: u32, x: f64, y: f64, z: f64) -> f64 {
    number(|_| {
        let made = shape_of("shape", shape)?.scaled(vector(&[x, y, z]));
        Ok(keep(made.map_err(|why| wrong("scale", why))?))
    })
}

/// 0 for a convex shape, 1 for a surface, 2 for what a surface encloses, 3 for a compound.
#[wasm_bindgen]
pub fn kind(shape: u32) -> f64 {
    number(|_| {
        Ok(match shape_of("shape", shape)? {
            Collider::Surface(surface) if surface.is_solid() => 2,
            Collider::Surface(_) => 1,
            Collider::Compound(_) => 3,
            _ => 0,
        })
    })
}

/// The box around a shape at the pose in the room, into the numbers after it.
#[wasm_bindgen]
pub fn bounds(shape: u32) -> bool {
    ask(|room| {
        let shape = shape_of("shape", shape)?;
        let around = shape.aabb(&pose(&room.given).map_err(|why| wrong("pose", why))?);
        for (i, corner) in [around.min, around.max].into_iter().enumerate() {
            crate::pairs::put(&mut room.given[POSE + DIM * i..], corner);
        }
        Ok(())
    })
}
