//! 3MF: an archive of XML files, whose build places objects: meshes, and components that place other objects.
//!
//! ```text
//!   _rels/.rels                  names the model: Relationship Type=".../3dmodel" Target="/3D/3dmodel.model"
//!   3D/3dmodel.model
//!     model unit                 millimetres without it
//!       resources/object id name
//!         mesh                   vertices/vertex x y z, triangles/triangle v1 v2 v3
//!         components/component   objectid transform: an object inside of this one
//!       build/item               objectid transform: what counts
//! ```
//!
//! The format is that of <https://github.com/3MFConsortium/spec_core>, version 1.3. Of the production extension the paths
//! are read by which components and items name objects in other files of the archive. Materials and slices are not read.
//!
//! A file is read tag by tag, as it has one for each vertex. What all files of an archive unpack to is bounded.

use std::collections::HashMap;
use std::io::{Cursor, Read};

use clearance_mesh::Mesh;
use glam::{DAffine3, DVec3};
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use crate::error::{Error, shortened};
use crate::file::{self, MOST_OF_A_MESH};
use crate::mesh::{Scene, Surface, joined};
use crate::numbers::{number, numbers};
use crate::packages::percent_decoded;
use crate::xml::{self, Document, Events};

/// Where the model is if nothing names it.
const MODEL: &str = "3D/3dmodel.model";

/// Reads the content of a 3MF file. Lengths are metres.
pub fn read(bytes: &[u8]) -> Result<Mesh, Error> {
    let archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|e| Error::new(format!("a 3MF file is a zip archive, this one is not: {e}")))?;
    let mut package = Package { archive, left: MOST_OF_A_MESH };
    let name = package.model()?;
    let mut reader = Reader {
        package,
        files: HashMap::new(),
        surfaces: 0,
        scene: Scene::default(),
        unread: None,
    };
    let unit = reader.file(&name)?.unit;
    let build = reader.file(&name)?.build.clone();
    let to_metres = DAffine3::from_scale(DVec3::splat(unit));
    for item in build {
        reader.visit(&item, &name, to_metres, "", 0)?;
    }
    if let Some(what) = reader.unread.take() {
        reader.scene.warn(what);
    }
    reader.scene.mesh()
}

/// The archive.
struct Package<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    /// Bytes that may still be unpacked.
    left: u64,
}

impl Package<'_> {
    /// The name of the file with the build.
    fn model(&mut self) -> Result<String, Error> {
        const RELATIONSHIPS: &str = "_rels/.rels";
        if self.archive.index_for_name(RELATIONSHIPS).is_none() {
            return Ok(MODEL.into());
        }
        let text = self.text(RELATIONSHIPS)?;
        let document = Document::parse(&text).map_err(|e| in_part(RELATIONSHIPS, e))?;
        let is_model = |kind: &str| kind.ends_with("/3dmodel");
        let mut all = document.root().named("Relationship");
        let model = all.find(|one| one.attribute("Type").is_some_and(|kind| is_model(&kind)));
        let target = model.and_then(|model| model.attribute("Target"));
        let target = target.ok_or_else(|| Error::new("its _rels/.rels names no model"))?;
        Ok(percent_decoded(&target).trim_start_matches('/').to_owned())
    }

    /// The text of a file in it. Upper and lower case are the same.
    fn text(&mut self, name: &str) -> Result<String, Error> {
        let same = |other: &&str| other.eq_ignore_ascii_case(name);
        let exact = self.archive.index_for_name(name);
        let found = self.archive.file_names().find(same).map(str::to_owned);
        let index = exact.or_else(|| self.archive.index_for_name(&found?));
        let Some(index) = index else {
            return Err(Error::new(format!("the archive has no \"{}\"", shortened(name))));
        };
        let packed = self.archive.by_index(index);
        let packed = packed.map_err(|e| in_part(name, Error::new(e.to_string())))?;
        let much = || Error::new(format!("it unpacks to more than {} MiB", MOST_OF_A_MESH >> 20));
        // The size that is announced may be wrong.
        if packed.size() > self.left {
            return Err(much());
        }
        let mut bytes = Vec::new();
        let unpacked = packed.take(self.left + 1).read_to_end(&mut bytes);
        unpacked.map_err(|e| in_part(name, Error::new(format!("cannot unpack it: {e}"))))?;
        self.left = self.left.checked_sub(bytes.len() as u64).ok_or_else(much)?;
        Ok(file::text(&bytes).map_err(|e| in_part(name, e))?.into_owned())
    }
}

/// The error in a file of the archive.
fn in_part(name: &str, error: Error) -> Error {
    Error::new(format!("{}: {error}", shortened(name)))
}

/// A model file.
struct Model {
    /// The length of its unit in metres.
    unit: f64,
    objects: HashMap<u32, Object>,
    build: Vec<Placed>,
    /// An element that was passed over and may belong to a surface.
    unread: Option<String>,
}

/// What a build or an object places.
#[derive(Clone)]
struct Placed {
    object: u32,
    /// The file that has the object, if it is another one.
    file: Option<String>,
    to_parent: DAffine3,
    line: usize,
}

#[derive(Default)]
struct Object {
    name: String,
    /// The number of its surface in the archive, and the surface.
    mesh: Option<(usize, Surface)>,
    components: Vec<Placed>,
}

struct Reader<'b> {
    package: Package<'b>,
    files: HashMap<String, Model>,
    /// Surfaces so far.
    surfaces: usize,
    scene: Scene,
    unread: Option<String>,
}

impl Reader<'_> {
    /// A model file, read once.
    fn file(&mut self, name: &str) -> Result<&Model, Error> {
        if !self.files.contains_key(name) {
            let text = self.package.text(name)?;
            let model = Model::read(&text, &mut self.surfaces, &mut self.scene);
            let mut model = model.map_err(|e| in_part(name, e))?;
            if let Some(what) = model.unread.take() {
                self.unread.get_or_insert(what);
            }
            self.files.insert(name.to_owned(), model);
        }
        Ok(&self.files[name])
    }

    /// Places an object and its components. `to_metres` maps from the frame of what places it, which is in `file`;
    /// `path` has the names of the objects that it is in.
    fn visit(
        &mut self,
        placed: &Placed,
        file: &str,
        to_metres: DAffine3,
        path: &str,
        depth: usize,
    ) -> Result<(), Error> {
        let here = |what: String| in_part(file, Error::at(placed.line, what));
        self.scene.enter(depth).map_err(|what| here(what.replace("node", "object")))?;
        self.scene.spend_on_name(path).map_err(here)?;
        let unit = self.file(file)?.unit;
        let target = placed.file.as_deref().unwrap_or(file);
        let other = self.file(target)?.unit;
        if unit != other {
            return Err(here(format!("\"{}\" has another unit", shortened(target))));
        }
        let Some(object) = self.files[target].objects.get(&placed.object) else {
            return Err(here(format!("there is no object {}", placed.object)));
        };
        let to_metres = to_metres * placed.to_parent;
        let path = joined(path, &object.name);
        if let Some((number, surface)) = &object.mesh {
            self.scene.place(&path, *number, surface, to_metres).map_err(here)?;
        } else if object.components.is_empty() {
            let number = placed.object;
            return Err(here(format!("object {number} has neither a mesh nor components")));
        }
        let components = object.components.clone();
        components
            .iter()
            .try_for_each(|inner| self.visit(inner, target, to_metres, &path, depth + 1))
    }
}

/// The elements that are read, in which others are.
const READ: [&str; 8] =
    ["model", "resources", "object", "mesh", "vertices", "triangles", "components", "build"];

impl Model {
    /// Reads a file. `surfaces` counts those of the archive.
    fn read(text: &str, surfaces: &mut usize, scene: &mut Scene) -> Result<Self, Error> {
        let mut events = Events::of(text);
        let mut model =
            Self { unit: 0.0, objects: HashMap::new(), build: Vec::new(), unread: None };
        // The elements that are open, and the object that is.
        let mut open: Vec<&'static str> = Vec::new();
        let mut object: Option<(u32, Object)> = None;
        let is_read = |tag: &BytesStart<'_>| {
            READ.into_iter().find(|name| *name == tag.name().as_ref()).unwrap_or_default()
        };
        loop {
            match events.next()? {
                Event::Start(tag) => {
                    model.enter(&tag, events.line, &open, &mut object, scene)?;
                    open.push(is_read(&tag));
                }
                Event::Empty(tag) => {
                    model.enter(&tag, events.line, &open, &mut object, scene)?;
                    if open.last() == Some(&"resources") {
                        model.keep(object.take(), surfaces);
                    }
                }
                Event::End(_) => {
                    let ended = open.pop();
                    if ended == Some("object") && open.last() == Some(&"resources") {
                        model.keep(object.take(), surfaces);
                    }
                }
                Event::Eof => break,
                _ => {}
            }
        }
        if !open.is_empty() {
            return Err(Error::at(events.line, "the file ends inside of an element"));
        }
        if model.unit == 0.0 {
            return Err(Error::new("it has no <model>"));
        }
        Ok(model)
    }

    /// Reads what a tag says, inside of those that are open.
    fn enter(
        &mut self,
        tag: &BytesStart<'_>,
        line: usize,
        open: &[&str],
        object: &mut Option<(u32, Object)>,
        scene: &mut Scene,
    ) -> Result<(), Error> {
        xml::check(tag, line, open.len())?;
        let tag = Tag { tag, line };
        let name = tag.tag.name();
        let inside = (open.last().copied().unwrap_or_default(), name.as_ref());
        let at = |what: String| Error::at(line, what);
        match (inside, object) {
            (("", "model"), _) if open.is_empty() => self.unit = tag.unit()?,
            (("", name), _) if open.is_empty() => {
                let name = shortened(name);
                return Err(at(format!("a model begins with <model>, this one with <{name}>")));
            }
            (("resources", "object"), object) => {
                let name = tag.get("name").or_else(|| tag.get("partnumber")).unwrap_or_default();
                scene.spend(1).and_then(|()| scene.spend_on_name(&name)).map_err(at)?;
                let id = tag.whole("id")?;
                if self.objects.contains_key(&id) {
                    return Err(at(format!("a second object {id}")));
                }
                *object = Some((id, Object { name, ..Object::default() }));
            }
            (("object", "mesh"), Some((_, Object { mesh: Some(_), .. }))) => {
                return Err(at("a second <mesh> in an object".into()));
            }
            (("object", "mesh"), Some((_, object))) => {
                object.mesh = Some((0, Surface::default()));
            }
            (("vertices", "vertex"), Some((_, Object { mesh: Some((_, surface)), .. }))) => {
                scene.spend(1).map_err(at)?;
                surface.points.push(DVec3::new(
                    tag.number("x")?,
                    tag.number("y")?,
                    tag.number("z")?,
                ));
            }
            (("triangles", "triangle"), Some((_, Object { mesh: Some((_, surface)), .. }))) => {
                scene.spend(1).map_err(at)?;
                let corners = [tag.whole("v1")?, tag.whole("v2")?, tag.whole("v3")?];
                let corners = corners.map(|corner| corner as usize);
                let count = surface.points.len();
                if let Some(corner) = corners.iter().find(|corner| **corner >= count) {
                    return Err(at(format!("there is no vertex {corner}: there are {count}")));
                }
                surface.triangles.push(corners);
            }
            (("components", "component"), Some((_, object))) => {
                scene.spend(4).map_err(at)?;
                object.components.push(tag.placed()?);
            }
            (("build", "item"), _) => {
                scene.spend(4).map_err(at)?;
                self.build.push(tag.placed()?);
            }
            (("object" | "mesh", name), _) if is_surface(name) => {
                let what =
                    format!("<{}> is not read: its part of a surface is missing", shortened(name));
                self.unread.get_or_insert(what);
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds an object that was read.
    fn keep(&mut self, object: Option<(u32, Object)>, surfaces: &mut usize) {
        let Some((id, mut object)) = object else { return };
        if let Some((number, _)) = &mut object.mesh {
            *number = *surfaces;
            *surfaces += 1;
        }
        self.objects.insert(id, object);
    }
}

/// May an element of an extension, `b:beamlattice`, be part of a surface?
fn is_surface(name: &str) -> bool {
    let local = name.rsplit(':').next().unwrap_or_default();
    ["beamlattice", "displacementmesh", "booleanshape", "levelset"].contains(&local)
}

/// A tag of a model file.
#[derive(Clone, Copy)]
struct Tag<'t, 'e> {
    tag: &'t BytesStart<'e>,
    line: usize,
}

impl Tag<'_, '_> {
    fn get(self, name: &str) -> Option<String> {
        xml::attribute(self.tag, name).map(|value| value.into_owned())
    }

    /// The value of an attribute, read as a `T`.
    fn required<T>(
        self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, Error> {
        let value = xml::attribute(self.tag, name).ok_or_else(|| String::from("it is missing"));
        value.and_then(|value| read(&value)).map_err(|what| {
            let tag = self.tag.name();
            Error::at(self.line, format!("<{} {name}>: {what}", shortened(tag.as_ref())))
        })
    }

    fn number(self, name: &str) -> Result<f64, Error> {
        self.required(name, number)
    }

    fn whole(self, name: &str) -> Result<u32, Error> {
        let whole = |word: &str| {
            word.trim().parse().map_err(|_| format!("\"{}\" is no index", shortened(word)))
        };
        self.required(name, whole)
    }

    /// The length of the unit of a model in metres. An extension that it requires may be what its surfaces are written in.
    fn unit(self) -> Result<f64, Error> {
        let required = self.get("requiredextensions").unwrap_or_default();
        for prefix in required.split_ascii_whitespace() {
            let space = self.get(&format!("xmlns:{prefix}")).unwrap_or_default();
            if !["/material/", "/production/"].iter().any(|known| space.contains(known)) {
                let name = shortened(if space.is_empty() { prefix } else { &space });
                return Err(Error::at(self.line, format!("the extension {name} is not read")));
            }
        }
        Ok(match self.get("unit").as_deref().unwrap_or("millimeter") {
            "micron" => 1e-6,
            "millimeter" => 1e-3,
            "centimeter" => 1e-2,
            "meter" => 1.0,
            "inch" => 0.0254,
            "foot" => 0.3048,
            other => {
                let what = format!("<model unit=\"{}\">: it is no unit of 3MF", shortened(other));
                return Err(Error::at(self.line, what));
            }
        })
    }

    /// What a component or an item places.
    fn placed(self) -> Result<Placed, Error> {
        let path = self.tag.attributes().flatten().find_map(|attribute| {
            let is_path = attribute.key.as_ref().ends_with(":path");
            is_path.then(|| percent_decoded(&attribute.value).trim_start_matches('/').to_owned())
        });
        let to_parent = match self.get("transform") {
            None => DAffine3::IDENTITY,
            Some(_) => self.required("transform", transform)?,
        };
        Ok(Placed { object: self.whole("objectid")?, file: path, to_parent, line: self.line })
    }
}

/// The rows of a matrix that is multiplied from the left by a point, `x y z 1`.
fn transform(text: &str) -> Result<DAffine3, String> {
    let all = <[f64; 12]>::try_from(numbers(text)?);
    let all = all.map_err(|all| format!("it has {} numbers in place of 12", all.len()))?;
    Ok(DAffine3::from_cols_array(&all))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// An archive of a thousand blanks that says that they are `size`.
    fn announced(size: u32) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file("a", SimpleFileOptions::default()).unwrap();
        archive.write_all(&[b' '; 1000]).unwrap();
        let mut bytes = archive.finish().unwrap().into_inner();
        // Both headers have it.
        for (start, at) in [(b"PK\x03\x04", 22), (b"PK\x01\x02", 24)] {
            let header = bytes.windows(4).position(|four| four == start).unwrap();
            bytes[header + at..][..4].copy_from_slice(&size.to_le_bytes());
        }
        bytes
    }

    #[test]
    fn what_an_archive_unpacks_to_is_bounded_whatever_it_says() {
        let text = |size, left| {
            let archive = announced(size);
            let archive = ZipArchive::new(Cursor::new(&archive[..])).unwrap();
            let mut package = Package { archive, left };
            package.text("a").map(|text| (text.len(), package.left)).map_err(|e| e.what)
        };
        let much = Err(String::from("it unpacks to more than 512 MiB"));
        assert_eq!(text(1000, 1000), Ok((1000, 0)));
        assert_eq!(text(1000, 999), much);
        assert_eq!(text(u32::MAX - 1, MOST_OF_A_MESH), much);
        assert_eq!(text(10, 999), much);
    }
}
