//! Files that are made to break a reader: it ends soon, with an error.

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use clearance_formats::{Urdf, parse_mesh};

use super::data;
use super::meshes::glb;

/// Generous: these take milliseconds, and what they would be without bounds never ends.
pub const SOON: Duration = Duration::from_secs(60);

fn error(text: &str) -> String {
    let begin = Instant::now();
    let error = Urdf::read(text).unwrap_err().to_string();
    assert!(begin.elapsed() < SOON, "{error}");
    error
}

#[test]
fn a_million_links() {
    let links: String = (0..1_000_001).fold(String::from("<robot>\n"), |mut text, i| {
        let _ = writeln!(text, "<link name='l{i}'/>");
        text
    });
    assert_eq!(
        error(&(links.clone() + "</robot>")),
        "line 1000001: it has more than 1000000 elements"
    );
    // Fewer are read, each as a root. A chain of them that ends in its beginning is found.
    let few: String = links.lines().take(50_000).collect();
    assert_eq!(Urdf::read(few.clone() + "</robot>").unwrap().links.len(), 49_999);
    let joints = (0..49_999).fold(few, |mut text, i| {
        let next = (i + 1) % 49_999;
        let _ = write!(
            text,
            "<joint name='j{i}' type='fixed'><parent link='l{i}'/><child link='l{next}'/></joint>"
        );
        text
    });
    assert!(error(&(joints + "</robot>")).ends_with("is above itself"));
}

#[test]
fn deep_nesting() {
    let deep = "<robot>".to_owned() + &"<link name='a'>\n".repeat(1_000_000);
    assert_eq!(error(&deep), "line 200: <link> is inside of 200 elements, too many");
}

#[test]
fn many_attributes() {
    let attributes: String = (0..500_000).map(|i| format!(" a{i}='1'")).collect();
    let says = "line 1: <robot> has more than 200 attributes";
    assert_eq!(error(&format!("<robot{attributes}/>")), says);
    assert!(error("<robot a='1' a='2'/>").starts_with("line 1: <robot>: "));
}

#[test]
fn entities_are_not_expanded() {
    let entities: String = (1..20).fold(String::from("<!ENTITY e0 'ha'>"), |text, i| {
        text + &format!("<!ENTITY e{i} '&e{0};&e{0};&e{0};&e{0};'>", i - 1)
    });
    let bomb = format!("<?xml version='1.0'?>\n<!DOCTYPE robot [{entities}]><robot name='&e19;'/>");
    assert_eq!(error(&bomb), "line 2: it defines entities, which are not read");
    let outside = "<!DOCTYPE robot [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><robot/>";
    assert_eq!(error(outside), "line 1: it defines entities, which are not read");
    // Without a definition the name stays as it stands, and is no number.
    let link = |radius: &str| {
        format!(
            "<robot><link name='&a;'><collision><geometry><sphere radius='{radius}'/></geometry></collision></link></robot>"
        )
    };
    assert!(error(&link("&one;")).ends_with("\"&one;\" is no number"));
    assert_eq!(Urdf::read(link("&#49;")).unwrap().links[0].name, "&a;");
}

/// One list of a million points and one of as many indices, which a mesh uses a thousand times.
#[test]
fn primitives_that_share_lists() {
    let count = 999_999_usize;
    let primitive = "{\"attributes\": {\"POSITION\": 0}, \"indices\": 1, \"mode\": 4}";
    let json = format!(
        "{{\"scenes\": [{{\"nodes\": [0]}}], \"nodes\": [{{\"mesh\": 0}}],
          \"meshes\": [{{\"primitives\": [{}]}}],
          \"accessors\": [{{\"bufferView\": 0, \"componentType\": 5126, \"count\": {count}, \"type\": \"VEC3\"}},
            {{\"bufferView\": 0, \"componentType\": 5121, \"count\": {count}, \"type\": \"SCALAR\"}}],
          \"bufferViews\": [{{\"buffer\": 0, \"byteLength\": {length}}}],
          \"buffers\": [{{\"byteLength\": {length}}}]}}",
        vec![primitive; 1000].join(","),
        length = 12 * count
    );
    let begin = Instant::now();
    let file = glb(&json, &vec![0; 12 * count]);
    let error = parse_mesh("glb", &file, Path::new("")).unwrap_err().what;
    assert_eq!(error, "mesh \"\": the scene has more than 60000000 points and triangles");
    assert!(begin.elapsed() < SOON);
}

/// Each node places the next one twice, and the last one a triangle: 2^40 triangles.
#[test]
fn nodes_that_place_each_other_often() {
    let text = String::from_utf8(data("parts.dae")).unwrap();
    let nodes: String = (0..40).fold(String::new(), |text, i| {
        let next = format!("<instance_node url=\"#n{}\"/>", i + 1);
        text + &format!("<node id=\"n{i}\">{next}{next}</node>")
    });
    let end = "<node id=\"n40\"><instance_geometry url=\"#square\"/></node>";
    let read = |text: &str| {
        let begin = Instant::now();
        let error = parse_mesh("dae", text.as_bytes(), Path::new("")).unwrap_err().what;
        assert!(begin.elapsed() < SOON);
        error
    };
    let bomb = text.replace("<library_nodes>", &format!("<library_nodes>{nodes}{end}"));
    let bomb = bomb.replace("<instance_node url=\"#moved\"/>", "<instance_node url=\"#n0\"/>");
    assert_eq!(read(&bomb), "the scene places more than 1000000 nodes");
    let circle =
        text.replace("<node id=\"moved\">", "<node id=\"moved\"><instance_node url=\"#moved\"/>");
    assert_eq!(read(&circle), "nodes are inside of themselves, or of more than 100");
}
