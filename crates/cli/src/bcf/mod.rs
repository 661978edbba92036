//! `--bcf`: findings as topics in a file of the BIM Collaboration Format, BCF 3.0, which programs for buildings read.
//!
//! ```text
//!   camera.rs   from where one sees a finding
//! ```
//!
//! Source: the schemas and documentation of buildingSMART, github.com/buildingSMART/BCF-XML, release_3_0. A file is a zip
//! archive: `bcf.version`, `extensions.xml`, and for each topic a folder with `markup.bcf` and `viewpoint.bcfv`.
//!
//! The GUID of a topic is the id of its finding. So a later file is about the same topics, and what is found no more
//! is in it as closed.

mod camera;

use std::io::{Cursor, Write};

use anyhow::{Context, Result};
use clearance::glam::DVec3;
use clearance::space::DVector;
use jiff::Timestamp;
use uuid::Uuid;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::baseline::Before;
use crate::findings::Finding;
use crate::report::{Report, STATES};
use crate::scene::Class;
use crate::xml::{Element, clean};
use camera::Camera;
pub use camera::World;

const TYPE: &str = "Clash";
const OPEN: &str = "Open";
const CLOSED: &str = "Closed";
const AUTHOR: &str = "clearance";
/// The file of a viewpoint in the folder of its topic.
const VIEW: &str = "viewpoint.bcfv";

/// The content of a file about these findings.
pub fn file<V: DVector>(report: &Report<'_, V>, world: &World) -> Result<Vec<u8>> {
    let mut archive = Archive(ZipWriter::new(Cursor::new(Vec::new())));
    archive.add("bcf.version", &Element::of("Version", []).with("VersionId", "3.0"))?;
    archive.add("extensions.xml", &extensions())?;
    let now = Timestamp::now().round(jiff::Unit::Second).context("the time")?.to_string();
    for finding in &report.findings {
        let id = finding.id;
        let view = view(report, world, finding);
        archive.add(&format!("{id}/markup.bcf"), &markup(report, finding, &now, view.is_some()))?;
        if let Some(view) = view {
            archive.add(&format!("{id}/{VIEW}"), &view)?;
        }
    }
    for before in &report.gone {
        archive.add(&format!("{}/markup.bcf", before.id), &gone(before, &now))?;
    }
    Ok(archive.0.finish()?.into_inner())
}

/// A zip archive of XML files.
struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Archive {
    fn add(&mut self, name: &str, root: &Element) -> Result<()> {
        self.0.start_file(name, SimpleFileOptions::default())?;
        Ok(self.0.write_all(&root.document()?)?)
    }
}

/// The words that topics use.
fn extensions() -> Element {
    let list = |name: &'static str, item: &'static str, words: &[&str]| {
        Element::of(name, words.iter().map(|word| Element::text(item, word)))
    };
    let classes = Class::FAILING.map(Class::name);
    let lists = [
        list("TopicTypes", "TopicType", &[TYPE]),
        list("TopicStatuses", "TopicStatus", &[OPEN, CLOSED]),
        list("TopicLabels", "TopicLabel", &[&classes[..], &STATES].concat()),
        list("Users", "User", &[AUTHOR]),
    ];
    Element::of("Extensions", lists)
}

/// What there is to say of a topic.
struct Topic<'t> {
    id: Uuid,
    status: &'static str,
    title: String,
    labels: &'t [&'t str],
    description: String,
    has_view: bool,
}

impl Topic<'_> {
    /// In the order of the schema.
    fn markup(&self, now: &str) -> Element {
        let labels = self.labels.iter().map(|label| Element::text("Label", clean(label)));
        let mut parts = vec![
            Element::text("Title", &self.title),
            Element::of("Labels", labels),
            Element::text("CreationDate", now),
            Element::text("CreationAuthor", AUTHOR),
            Element::text("Description", &self.description),
        ];
        if self.has_view {
            let point = Element::of("ViewPoint", [Element::text("Viewpoint", VIEW)]);
            parts.push(Element::of("Viewpoints", [point.with("Guid", view_id(self.id))]));
        }
        let topic = Element::of("Topic", parts).with("Guid", self.id);
        let topic = topic.with("TopicType", TYPE).with("TopicStatus", self.status);
        Element::of("Markup", [topic])
    }
}

fn view_id(topic: Uuid) -> Uuid {
    Uuid::new_v5(&topic, b"viewpoint")
}

fn markup<V: DVector>(
    report: &Report<'_, V>,
    finding: &Finding<V>,
    now: &str,
    has_view: bool,
) -> Element {
    let pair = &report.found.pairs[finding.pair];
    let class = pair.class.name();
    let labels = [class, finding.state()];
    let topic = Topic {
        id: finding.id,
        status: if finding.approved.is_some() { CLOSED } else { OPEN },
        title: title(class, report.name(pair.a), report.name(pair.b)),
        labels: if report.has_states { &labels } else { &labels[..1] },
        description: clean(&report.description(finding)),
        has_view,
    };
    topic.markup(now)
}

/// What was found in an earlier run, and is no more.
fn gone(before: &Before, now: &str) -> Element {
    let topic = Topic {
        id: before.id,
        status: CLOSED,
        title: title(&before.class, &before.a, &before.b),
        labels: &[&before.class],
        description: "It is found no more.".into(),
        has_view: false,
    };
    topic.markup(now)
}

fn title(class: &str, a: &str, b: &str) -> String {
    clean(&format!("{class}: {a} - {b}"))
}

/// The finding seen from outside, and the components that bodies stand for.
fn view<V: DVector>(
    report: &Report<'_, V>,
    world: &World,
    finding: &Finding<V>,
) -> Option<Element> {
    let pair = &report.found.pairs[finding.pair];
    let bodies = [pair.a, pair.b].map(|body| &report.scene.bodies()[body]);
    let Camera { at, direction, up } =
        camera::of(finding.point?, bodies.map(|body| body.aabb()), world);
    let vector = |name: &'static str, v: DVec3| {
        let axes = [("X", v.x), ("Y", v.y), ("Z", v.z)];
        Element::of(name, axes.map(|(axis, value)| Element::text(axis, value)))
    };
    let component = |guid| Element::of("Component", []).with("IfcGuid", guid);
    let selected: Vec<Element> =
        bodies.iter().filter_map(|body| ifc_guid(&body.name)).map(component).collect();
    let selection = (!selected.is_empty()).then(|| Element::of("Selection", selected));
    let visible = Element::of("Visibility", []).with("DefaultVisibility", true);
    let camera = [
        vector("CameraViewPoint", at),
        vector("CameraDirection", direction),
        vector("CameraUpVector", up),
        Element::text("FieldOfView", camera::FIELD),
        Element::text("AspectRatio", camera::ASPECT),
    ];
    let parts = [
        Element::of("Components", selection.into_iter().chain([visible])),
        Element::of("PerspectiveCamera", camera),
    ];
    Some(Element::of("VisualizationInfo", parts).with("Guid", view_id(finding.id)))
}

/// The GlobalId of an IFC element in the name of a body: 22 characters of the 64 that IFC uses as digits, of which the
/// first has 2 bits.
fn ifc_guid(name: &str) -> Option<&str> {
    let is_digit = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut words = name.split(|c| !is_digit(c));
    words.find(|word| word.len() == 22 && matches!(word.as_bytes()[0], b'0'..=b'3'))
}

#[cfg(test)]
mod tests {
    use super::ifc_guid;

    #[test]
    fn names_may_have_a_global_id() {
        let guid = Some("2O2Fr$t4X7Zf8NOew3FLOH");
        assert_eq!(ifc_guid("2O2Fr$t4X7Zf8NOew3FLOH"), guid);
        assert_eq!(ifc_guid("house/Wall (2O2Fr$t4X7Zf8NOew3FLOH)"), guid);
        for other in
            ["", "2O2Fr$t4X7Zf8NOew3FLO", "2O2Fr$t4X7Zf8NOew3FLOHH", "9O2Fr$t4X7Zf8NOew3FLOH"]
        {
            assert_eq!(ifc_guid(other), None, "{other}");
        }
    }
}
