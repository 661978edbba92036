//! The surface of a geometry: points, and polygons that refer to them.
//!
//! ```text
//!   geometry/mesh
//!     source id: float_array, accessor (count, stride, offset)     numbers
//!     vertices id: input POSITION -> source                        points
//!     triangles, polylist, polygons, trifans, tristrips
//!       input VERTEX offset -> vertices, input NORMAL offset ...
//!       vcount                        polylist: the corners of each polygon
//!       p   v n  v n  v n  ...        for each corner an index for each offset
//! ```

use std::ops::Range;

use glam::DVec3;

use super::{Ids, within};
use crate::error::{Error, shortened};
use crate::mesh::{Scene, Surface, fan, strip};
use crate::numbers::numbers;
use crate::xml::Node;

/// Reads a `geometry` element.
pub fn read(geometry: Node<'_>, ids: &Ids<'_>, scene: &mut Scene) -> Result<Surface, Error> {
    let mut surface = Surface::default();
    let Some(mesh) = geometry.child("mesh")? else {
        let what = format!("line {}: a <geometry> without a <mesh> is left out", geometry.line());
        scene.warn(what);
        return Ok(surface);
    };
    for primitive in mesh.children() {
        let kind = primitive.name();
        match kind {
            "triangles" | "polylist" | "polygons" | "trifans" | "tristrips" => {}
            _ => continue,
        }
        let Some(corners) = Corners::of(primitive, ids, &mut surface, scene)? else { continue };
        let lists = || primitive.named("p").map(|p| corners.read(p));
        match kind {
            "triangles" => {
                for list in lists() {
                    let list = list?;
                    let (whole, rest) = list.as_chunks::<3>();
                    if !rest.is_empty() {
                        return Err(primitive.error("<triangles>: the last one is cut short"));
                    }
                    surface.triangles.extend(whole);
                }
            }
            "polylist" => polygons(primitive, &corners, &mut surface)?,
            "tristrips" => {
                for list in lists() {
                    surface.triangles.extend(strip(&list?));
                }
            }
            _ => {
                for list in lists() {
                    surface.triangles.extend(fan(&list?));
                }
                for hole in primitive.named("ph") {
                    scene.warn(format!("line {}: the holes of a polygon are closed", hole.line()));
                    for outer in hole.named("p") {
                        surface.triangles.extend(fan(&corners.read(outer)?));
                    }
                }
            }
        }
    }
    Ok(surface)
}

/// Adds the polygons of a `polylist`.
fn polygons(node: Node<'_>, corners: &Corners, surface: &mut Surface) -> Result<(), Error> {
    let counts = node.child("vcount")?.map(|vcount| indices(vcount)).transpose()?;
    let all = node.child("p")?.map(|p| corners.read(p)).transpose()?;
    let (counts, all) = (counts.unwrap_or_default(), all.unwrap_or_default());
    let mut rest = &all[..];
    for count in counts {
        let Some((polygon, after)) = rest.split_at_checked(count) else {
            return Err(node.error("<polylist>: <p> is cut short"));
        };
        surface.triangles.extend(fan(polygon));
        rest = after;
    }
    if !rest.is_empty() {
        return Err(node.error("<polylist>: <p> has more corners than <vcount> counts"));
    }
    Ok(())
}

/// How the corners of a primitive are written.
struct Corners {
    /// Indices for each corner, and which of them is that of the point.
    stride: usize,
    offset: usize,
    /// The points that they refer to, by their numbers in the surface.
    points: Range<usize>,
}

impl Corners {
    /// Those of a primitive, unless it is empty. Adds the points to the surface.
    fn of(
        primitive: Node<'_>,
        ids: &Ids<'_>,
        surface: &mut Surface,
        scene: &mut Scene,
    ) -> Result<Option<Self>, Error> {
        if !primitive.children().any(|child| ["p", "ph"].contains(&child.name())) {
            return match primitive.attribute("count").as_deref() {
                None | Some("0") => Ok(None),
                Some(count) => {
                    let what = format!("{count} are announced, and there are none");
                    Err(primitive.error(format!("<{}>: {what}", primitive.name())))
                }
            };
        }
        let (mut stride, mut of_points) = (1, None);
        for input in primitive.named("input") {
            let offset = natural(input, "offset", 0)?;
            stride = stride.max(offset.saturating_add(1));
            if input.attribute("semantic").as_deref() == Some("VERTEX") {
                of_points = Some((offset, input));
            }
        }
        let no_points = || primitive.error(format!("<{}> has no points", primitive.name()));
        let (offset, input) = of_points.ok_or_else(no_points)?;
        let vertices = ids.target(input, "source")?;
        let is_position =
            |input: &Node<'_>| input.attribute("semantic").as_deref() == Some("POSITION");
        let position = vertices.named("input").find(is_position).ok_or_else(no_points)?;
        let source = ids.target(position, "source")?;
        let points = surface.points_of(source.index, || points(source, ids, scene))?;
        Ok(Some(Self { stride, offset, points }))
    }

    /// The points of the corners in a `p` element, by their numbers in the surface.
    fn read(&self, p: Node<'_>) -> Result<Vec<usize>, Error> {
        let indices = indices(p)?;
        if indices.len() % self.stride != 0 {
            return Err(p.error(format!("<p>: it is not cut into sets of {}", self.stride)));
        }
        let corners = indices.chunks_exact(self.stride).map(|corner| corner[self.offset]);
        let in_surface = |index: usize| {
            let count = self.points.len();
            let what = || p.error(format!("<p>: there is no point {index}: there are {count}"));
            if index < count { Ok(self.points.start + index) } else { Err(what()) }
        };
        corners.map(in_surface).collect()
    }
}

/// The points of a `source`.
fn points(source: Node<'_>, ids: &Ids<'_>, scene: &mut Scene) -> Result<Vec<DVec3>, Error> {
    let accessor = within(source.child("technique_common")?, "accessor")?;
    let accessor = accessor.ok_or_else(|| source.error("a <source> has no <accessor>"))?;
    let array = ids.target(accessor, "source")?;
    let place = |what: String| array.error(format!("<{}>: {what}", shortened(array.name())));
    let numbers = numbers(array.text()).map_err(place)?;
    scene.spend(numbers.len()).map_err(place)?;
    let stride = natural(accessor, "stride", 1)?;
    let offset = natural(accessor, "offset", 0)?;
    let count = natural(accessor, "count", 0)?;
    if stride < 3 {
        return Err(accessor.error("<accessor>: points have three numbers"));
    }
    let end = count.checked_mul(stride).and_then(|length| length.checked_add(offset));
    let numbers = end.and_then(|end| numbers.get(offset..end)).ok_or_else(|| {
        place(format!("{count} points are announced, but it has {} numbers", numbers.len()))
    })?;
    Ok(numbers.chunks_exact(stride).map(|p| DVec3::new(p[0], p[1], p[2])).collect())
}

/// The text of an element as whole numbers.
fn indices(node: Node<'_>) -> Result<Vec<usize>, Error> {
    let read = |word: &str| {
        let what = || node.error(format!("<{}>: \"{}\" is no index", node.name(), shortened(word)));
        word.parse::<usize>().map_err(|_| what())
    };
    node.text().split_ascii_whitespace().map(read).collect()
}

/// An attribute with a whole number.
fn natural(node: Node<'_>, name: &str, default: usize) -> Result<usize, Error> {
    let Some(value) = node.attribute(name) else { return Ok(default) };
    value.trim().parse().map_err(|_| {
        let value = shortened(&value);
        node.error(format!("<{} {name}=\"{value}\">: it is no whole number", node.name()))
    })
}
