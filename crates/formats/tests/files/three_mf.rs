use std::io::{Cursor, Write};
use std::time::Instant;

use clearance_formats::{Mesh, parse_mesh};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::hostile::SOON;

const RELATIONSHIPS: &str = "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
    <Relationship Target='/3D/3dmodel.model' Id='r' Type='http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel'/>\
    </Relationships>";
/// Where the model is.
pub const MODEL: &str = "3D/3dmodel.model";

/// An archive of these files.
pub fn archive<T: AsRef<[u8]>>(files: &[(&str, T)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(content.as_ref()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn read(files: &[(&str, &str)]) -> Result<Mesh, String> {
    let begin = Instant::now();
    let mesh = parse_mesh("3mf", &archive(files), "/nowhere".as_ref()).map_err(|e| e.to_string());
    assert!(begin.elapsed() < SOON, "{mesh:?}");
    mesh
}

/// The error in a model.
fn error(model: &str) -> String {
    read(&[("_rels/.rels", RELATIONSHIPS), (MODEL, model)]).map(|_| ()).unwrap_err()
}

/// An object that is a right triangle with legs of 1.
fn triangle(id: u32, attributes: &str) -> String {
    format!(
        "<object id='{id}' {attributes}><mesh>\n<vertices><vertex x='0' y='0' z='0'/><vertex x='1' y='0' z='0'/>\
         <vertex x='0' y='1' z='0'></vertex></vertices>\n<triangles><triangle v1='0' v2='1' v3='2' pid='7'/></triangles>\
         </mesh></object>\n"
    )
}

fn model(attributes: &str, resources: &str, build: &str) -> String {
    format!(
        "<?xml version='1.0' encoding='UTF-8'?>\n<model {attributes} \
         xmlns='http://schemas.microsoft.com/3dmanufacturing/core/2015/02'>\
         <metadata name='Title'>a &amp; b</metadata>\n<resources>{resources}</resources>\n<build>{build}</build></model>"
    )
}

/// The names and corners of all parts.
fn corners(mesh: &Mesh) -> Vec<(&str, Vec<[f64; 3]>)> {
    let round = |x: f64| (x * 1e9).round() / 1e9 + 0.0;
    let all = |part: &clearance_formats::Part| {
        let corners = part.triangles.iter().flatten();
        corners.map(|i| part.points[*i].to_array().map(round)).collect()
    };
    mesh.parts.iter().map(|part| (&part.name[..], all(part))).collect()
}

/// A model of an arm of two tips, and another part.
pub fn arm() -> String {
    let resources = triangle(1, "name='tip' type='model'")
        + &triangle(4, "partnumber='7-b'")
        + "<object id='9' name='arm'><components>\
           <component objectid='1' transform='0 1 0 -1 0 0 0 0 1 10 0 0'/><component objectid='1'/></components></object>";
    let build = "<item objectid='9' transform='1 0 0 0 1 0 0 0 1 0 0 5' printable='1'/>\
        <item objectid='4' transform='2 0 0 0 2 0 0 0 -2 0 0 0'/>";
    model("unit='inch' xml:lang='en'", &resources, build)
}

#[test]
fn the_build_places_objects_and_their_components() {
    let text = arm();
    let mesh = read(&[("_rels/.rels", RELATIONSHIPS), (MODEL, &text)]).unwrap();
    assert!(mesh.warnings.is_empty(), "{:?}", mesh.warnings);
    let inches = |points: [[f64; 3]; 3]| points.map(|p| p.map(|x| x * 0.0254)).to_vec();
    assert_eq!(
        corners(&mesh),
        [
            // A point is multiplied by the matrix as a row: x becomes y.
            ("arm/tip", inches([[10.0, 0.0, 5.0], [10.0, 1.0, 5.0], [9.0, 0.0, 5.0]])),
            ("arm/tip", inches([[0.0, 0.0, 5.0], [1.0, 0.0, 5.0], [0.0, 1.0, 5.0]])),
            // The mirror turns it.
            ("7-b", inches([[0.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 0.0, 0.0]])),
        ]
    );
    assert_eq!(mesh.parts[1].same.map(|same| same.part), Some(0));
    assert_eq!(mesh.parts[2].same, None);
    // Without relationships the model is where all programs put it, in any case; without a unit it is in millimetres.
    let metric = read(&[("3d/3DModel.model", &text.replace("unit='inch'", ""))]).unwrap();
    assert!((metric.parts[0].points[0].x - 0.01).abs() < 1e-15);
}

#[test]
fn objects_may_be_in_other_files_of_the_archive() {
    let other = model("", &triangle(1, "name='inner'"), "");
    let root = |path: &str, unit: &str| {
        let component = format!(
            "<object id='1' name='outer'><components><component objectid='1' p:path='{path}'/></components></object>"
        );
        let attributes = format!(
            "{unit} requiredextensions='p' xmlns:p='http://schemas.microsoft.com/3dmanufacturing/production/2015/06'"
        );
        model(&attributes, &component, "<item objectid='1'/>")
    };
    let read = |root: &str| {
        read(&[("_rels/.rels", RELATIONSHIPS), (MODEL, root), ("3D/Objects/a.model", &other)])
    };
    let mesh = read(&root("/3D/Objects/a.model", "")).unwrap();
    assert_eq!(corners(&mesh)[0].0, "outer/inner");
    let missing = read(&root("/3D/Objects/b.model", "")).unwrap_err();
    assert_eq!(missing, "the archive has no \"3D/Objects/b.model\"");
    let unit = read(&root("/3D/Objects/a.model", "unit='foot'")).unwrap_err();
    assert_eq!(unit, "3D/3dmodel.model: line 3: \"3D/Objects/a.model\" has another unit");
}

#[test]
fn odd_models_are_errors_of_their_lines() {
    let good = model("", &triangle(3, ""), "<item objectid='3'/>");
    for (from, to, says) in [
        ("v3='2'", "v3='3'", "line 5: there is no vertex 3: there are 3"),
        ("v3='2'", "v3='-1'", "line 5: <triangle v3>: \"-1\" is no index"),
        ("v3='2'", "", "line 5: <triangle v3>: it is missing"),
        ("x='1'", "x='nan'", "line 4: <vertex x>: \"nan\" is not finite"),
        ("x='1'", "x='1,5'", "line 4: <vertex x>: \"1,5\" is no number"),
        ("objectid='3'", "objectid='4'", "line 7: there is no object 4"),
        (
            "objectid='3'",
            "objectid='3' transform='1 2'",
            "line 7: <item transform>: it has 2 numbers in place of 12",
        ),
        (
            "objectid='3'",
            "objectid='3' transform=''",
            "line 7: <item transform>: it has 0 numbers in place of 12",
        ),
        ("<model ", "<model unit='mile' ", "line 2: <model unit=\"mile\">: it is no unit of 3MF"),
        (
            "<model ",
            "<model requiredextensions='b' xmlns:b='http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02' ",
            "line 2: the extension http://schemas.microsoft.com/3dmanufacturing/beamlattice/201... is not read",
        ),
        ("<model ", "<model requiredextensions='b' ", "line 2: the extension b is not read"),
        ("</build></model>", "</build>", "line 7: the file ends inside of an element"),
        ("</mesh>", "</mesh><mesh/>", "line 5: a second <mesh> in an object"),
        ("<resources>", "<resources><object id='3'/>", "line 3: a second object 3"),
        (
            "<model ",
            "<!DOCTYPE m [<!ENTITY a 'aa'>]><model ",
            "line 2: it defines entities, which are not read",
        ),
    ] {
        let changed = good.replacen(from, to, 1);
        assert_ne!(changed, good, "{from}");
        assert_eq!(error(&changed), format!("3D/3dmodel.model: {says}"));
    }
    let empty = good.replace("<item objectid='3'/>", "");
    assert_eq!(error(&empty), "the mesh has no faces");
    let bare = model("", "<object id='3'/>", "<item objectid='3'/>");
    assert_eq!(
        error(&bare),
        "3D/3dmodel.model: line 4: object 3 has neither a mesh nor components"
    );
    assert_eq!(
        error("<html/>"),
        "3D/3dmodel.model: line 1: a model begins with <model>, this one with <html>"
    );
    assert_eq!(error(""), "3D/3dmodel.model: it has no <model>");
    let beams = good.replace("</mesh>", "<b:beamlattice/></mesh>");
    let read_beams = read(&[(MODEL, &beams)]).unwrap();
    assert_eq!(
        read_beams.warnings,
        ["<b:beamlattice> is not read: its part of a surface is missing"]
    );
}

#[test]
fn odd_archives_are_errors() {
    let parsed = |bytes: &[u8]| parse_mesh("3mf", bytes, "".as_ref()).unwrap_err().to_string();
    assert!(parsed(b"solid a").starts_with("a 3MF file is a zip archive, this one is not: "));
    let good = archive(&[(MODEL, &model("", &triangle(3, ""), "<item objectid='3'/>"))]);
    assert!(parsed(&good[..good.len() - 30]).starts_with("a 3MF file is a zip archive"));
    let mut changed = good;
    changed[60] ^= 0x55;
    assert!(parsed(&changed).starts_with("3D/3dmodel.model: "), "{}", parsed(&changed));
    assert_eq!(read(&[("a", "")]).unwrap_err(), "the archive has no \"3D/3dmodel.model\"");
    assert_eq!(
        read(&[("_rels/.rels", "<Relationships/>")]).unwrap_err(),
        "its _rels/.rels names no model"
    );
}

#[test]
fn objects_that_grow_without_end() {
    // An object inside of itself.
    let object = |id: u32, inner: &str| {
        format!("<object id='{id}'><components>{inner}</components></object>")
    };
    let circle = object(1, "<component objectid='2'/>") + &object(2, "<component objectid='1'/>");
    assert_eq!(
        error(&model("", &circle, "<item objectid='1'/>")),
        "3D/3dmodel.model: line 3: objects are inside of themselves, or of more than 100"
    );
    // Each object has the one before twice: 2^40 triangles, or nothing 2^40 times.
    let mut doubled = triangle(0, "");
    for id in 1..=40 {
        doubled +=
            &object(id, &format!("<component objectid='{0}'/><component objectid='{0}'/>", id - 1));
    }
    let much = error(&model("", &doubled, "<item objectid='40'/>"));
    assert!(much.ends_with("the scene places more than 1000000 objects"), "{much}");
}
