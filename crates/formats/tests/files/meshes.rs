use clearance_formats::{Mesh, Part, parse_mesh, read_mesh};

use super::{data, folder, write};

/// Reads a mesh of this content.
fn read(ending: &str, content: impl AsRef<[u8]>) -> Result<Mesh, String> {
    parse_mesh(ending, content.as_ref(), "/nowhere".as_ref()).map_err(|e| e.to_string())
}

/// The corners of the triangles, to a millionth.
fn corners(part: &Part) -> Vec<[[f64; 3]; 3]> {
    let round = |x: f64| (x * 1e6).round() / 1e6 + 0.0;
    let corner = |i: usize| part.points[i].to_array().map(round);
    part.triangles.iter().map(|t| t.map(corner)).collect()
}

#[test]
fn dae_places_its_geometries() {
    let mesh = read("dae", data("parts.dae")).unwrap();
    assert!(mesh.warnings.is_empty(), "{:?}", mesh.warnings);
    let [doubled, moved, kinds] = &mesh.parts[..] else { panic!("{:?}", mesh.parts) };
    assert_eq!((doubled.name.as_str(), kinds.name.as_str()), ("Square", "kinds"));
    // (x, y) of the square -> (2x + 1, 2y, 0), turned by 90 degrees about z, moved by 10 along x, halved. It
    // is mirrored in z, so its triangles turn around.
    let (a, b) = ([5.0, 0.5, 0.0], [5.0, 1.5, 0.0]);
    let (c, d) = ([4.0, 1.5, 0.0], [4.0, 0.5, 0.0]);
    assert_eq!(corners(doubled), [[a, c, b], [a, d, c]]);
    assert_eq!(doubled.points.len(), 4, "a point without a triangle is left out");
    let (a, b) = ([5.0, 0.0, 1.0], [5.0, 0.5, 1.0]);
    let (c, d) = ([4.5, 0.5, 1.0], [4.5, 0.0, 1.0]);
    assert_eq!(corners(moved), [[a, b, c], [a, c, d]]);
    let [o, x, y, xy, yy] =
        [[0.0; 3], [0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.5, 0.5, 0.0], [0.0, 1.0, 0.0]];
    let triangle = [o, x, y];
    let strip = [[o, x, y], [y, x, xy], [y, xy, yy]];
    let fan = [[o, x, xy], [o, xy, y]];
    let polygons = [[o, x, xy], [o, x, xy], [o, xy, y]];
    assert_eq!(corners(kinds), [&[triangle][..], &strip, &fan, &polygons].concat());
}

/// Each change of the file, and the sentence about it.
#[test]
fn odd_dae_is_an_error_of_its_line() {
    let text = String::from_utf8(data("parts.dae")).unwrap();
    for (from, to, says) in [
        (
            "<COLLADA",
            "<X",
            "line 50: ill-formed document: expected `</X>`, but `</COLLADA>` was found",
        ),
        ("meter=\"0.5\"", "meter=\"0\"", "line 3: <unit meter=\"0\">: it is no length"),
        ("1 1 0  0 1 0  9", "1 1 0  0 nan 0  9", "line 8: <float_array>: \"nan\" is not finite"),
        (
            "1 1 0  0 1 0  9",
            "1 1 0  0 1 0 ",
            "line 8: <float_array>: 5 points are announced, but it has 14 numbers",
        ),
        (
            "count=\"5\" stride=\"3\"",
            "count=\"18446744073709551615\" stride=\"3\"",
            "line 8: <float_array>: 18446744073709551615 points are announced, but it has 15 numbers",
        ),
        (
            "count=\"5\" stride=\"3\"",
            "count=\"-5\" stride=\"3\"",
            "line 9: <accessor count=\"-5\">: it is no whole number",
        ),
        (
            "count=\"5\" stride=\"3\"",
            "count=\"5\" stride=\"2\"",
            "line 9: <accessor>: points have three numbers",
        ),
        (
            "source=\"#numbers\"",
            "source=\"#nothing\"",
            "line 9: <accessor source=\"#nothing\">: nothing has this id",
        ),
        (
            "source=\"#numbers\"",
            "source=\"a.dae#n\"",
            "line 9: <accessor source=\"a.dae#n\">: other files are not read",
        ),
        (
            "offset=\"1\"",
            "offset=\"18446744073709551615\"",
            "line 16: <p>: it is not cut into sets of 18446744073709551615",
        ),
        ("7 2 7 3", "7 2 7 5", "line 16: <p>: there is no point 5: there are 5"),
        ("7 2 7 3", "7 2 7 -1", "line 16: <p>: \"-1\" is no index"),
        ("7 2 7 3", "7 2 7", "line 16: <p>: it is not cut into sets of 2"),
        ("7 2 7 3", "7 2", "line 12: <polylist>: <p> is cut short"),
        (
            "<vcount>4<",
            "<vcount>3<",
            "line 12: <polylist>: <p> has more corners than <vcount> counts",
        ),
        (
            "<p>0 1 2</p></triangles>",
            "<p>0 1</p></triangles>",
            "line 27: <triangles>: the last one is cut short",
        ),
        (
            "<p>0 1 2</p></triangles>",
            "</triangles>",
            "line 27: <triangles>: 1 are announced, and there are none",
        ),
        (
            "url=\"#square\"/></node>\n  </library",
            "url=\"#moved\"/></node>\n  </library",
            "line 36: <node> is placed as a geometry",
        ),
        (
            "<instance_node url=\"#moved\"/>",
            "<instance_node url=\"#square\"/>",
            "line 5: <geometry> is placed as a node",
        ),
        (
            "<instance_node url=\"#moved\"/>",
            "<instance_controller/>",
            "line 44: <instance_controller>: skins are not read",
        ),
        ("<rotate>0 0 2 90", "<rotate>0 0 0 90", "line 42: <rotate>: no axis"),
        (
            "<rotate>0 0 2 90",
            "<rotate>0 0 2",
            "line 42: <rotate>: 4 numbers are needed, and there are 3",
        ),
        ("0 0 0 1</matrix>", "0 0 1 1</matrix>", "line 43: <matrix>: its last row is not 0 0 0 1"),
        ("<translate>10 0 0</translate>", "<skew>1</skew>", "line 41: <skew> is not read"),
        ("meter=\"0.5\"", "meter=\"1e308\"", "line 5: \"Square\": a coordinate is not finite"),
        ("</COLLADA>", "", "line 2: the file ends inside of <COLLADA>"),
    ] {
        assert!(text.contains(from), "{from}");
        let changed = text.replacen(from, to, 1);
        let result = read("dae", changed);
        assert_eq!(result.map(|_| ()).unwrap_err(), says, "{to}");
    }
    // `Y_UP` turns nothing.
    let upright = read("dae", text.replace("Y_UP", "Z_UP")).unwrap();
    assert_eq!(upright.parts, read("dae", &text).unwrap().parts);
    let without = read("dae", text.replace("visual_scene", "other_scene")).unwrap();
    assert_eq!((without.parts.len(), without.warnings.len()), (2, 1));
    // Ids that each geometry has for itself.
    let again = text.replace("\"at\"", "\"there\"").replace("\"#at\"", "\"#there\"");
    let again = again.replace("corners\"", "points\"");
    assert_eq!(read("dae", again).unwrap().parts, upright.parts);
    let hole = "<ph><p>0 1 2</p><h>3 4 4</h></ph></trifans>";
    let closed = read("dae", text.replace("<p>0 1 3 2</p></trifans>", hole)).unwrap();
    assert_eq!(closed.warnings, ["line 29: the holes of a polygon are closed"]);
}

#[test]
fn gltf_places_its_meshes() {
    let mesh = read("gltf", data("parts.gltf")).unwrap();
    assert_eq!(mesh.parts.len(), 2);
    assert_eq!(mesh.warnings, ["points and lines are left out, of 1 placed meshes"]);
    assert_eq!(mesh.parts[0].name, "strip");
    // (x, y) -> (2x + 1, 2y, 0), turned by 90 degrees about z, moved by 10 along x; mirrored in z.
    let (o, x) = ([10.0, 1.0, 0.0], [10.0, 3.0, 0.0]);
    let (y, xy) = ([8.0, 1.0, 0.0], [8.0, 3.0, 0.0]);
    assert_eq!(corners(&mesh.parts[0]), [[o, y, x], [y, xy, x]]);
    // Points 1, 2, 3 without indices, then a fan of 0, 1, 2, 3; lines are passed over.
    let (o, x) = ([10.0, 0.0, 0.0], [10.0, 1.0, 0.0]);
    let (y, xy) = ([9.0, 0.0, 0.0], [9.0, 1.0, 0.0]);
    assert_eq!(corners(&mesh.parts[1]), [[x, y, xy], [o, x, y], [o, y, xy]]);
}

#[test]
fn buffers_are_in_the_text_beside_it_or_in_one_file() {
    let whole = read("gltf", data("parts.gltf")).unwrap();
    let text = String::from_utf8(data("parts.gltf")).unwrap();
    let uri = text.split("\"uri\": \"").nth(1).unwrap().split('"').next().unwrap();
    let bytes = base64(uri.split_once(',').unwrap().1);
    let folder = folder("buffers");
    write(&folder.join("a b/c.bin"), &bytes);
    let beside = folder.join("beside.gltf");
    write(&beside, text.replace(uri, "a%20b/c.bin"));
    assert_eq!(read_mesh(&beside).unwrap().parts, whole.parts);
    write(&beside, text.replace(uri, "d.bin"));
    assert!(read_mesh(&beside).unwrap_err().what.starts_with("buffer \"d.bin\": cannot read it: "));
    let binary = glb(&text.replace(&format!(", \"uri\": \"{uri}\""), ""), &bytes);
    let one = folder.join("one.glb");
    write(&one, &binary);
    assert_eq!(read_mesh(&one).unwrap().parts, whole.parts);
    for length in 0..binary.len() {
        write(&one, &binary[..length]);
        assert!(read_mesh(&one).is_err(), "{length}");
    }
}

/// A GLB file.
pub fn glb(json: &str, bytes: &[u8]) -> Vec<u8> {
    let chunk = |kind: &[u8; 4], content: &[u8], padding: u8| {
        let mut content = content.to_vec();
        content.resize(content.len().next_multiple_of(4), padding);
        let length = u32::try_from(content.len()).unwrap().to_le_bytes();
        [&length, &kind[..], &content].concat()
    };
    let chunks = [chunk(b"JSON", json.as_bytes(), b' '), chunk(b"BIN\0", bytes, 0)].concat();
    let length = u32::try_from(chunks.len() + 12).unwrap().to_le_bytes();
    [b"glTF", &2_u32.to_le_bytes()[..], &length, &chunks].concat()
}

/// Decodes base64, plainly.
fn base64(text: &str) -> Vec<u8> {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for byte in text.bytes().filter(|byte| *byte != b'=') {
        bits = bits << 6 | alphabet.iter().position(|b| *b == byte).unwrap() as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

#[test]
fn odd_gltf_is_an_error() {
    let text = String::from_utf8(data("parts.gltf")).unwrap();
    for (from, to, says) in [
        ("\"mesh\": 0", "\"mesh\": 7", "there is no mesh 7: there are 2"),
        (
            "\"children\": [1, 2]",
            "\"children\": [1, 0]",
            "nodes are inside of themselves, or of more than 100",
        ),
        ("\"children\": [1, 2]", "\"children\": [9]", "there is no node 9: there are 3"),
        ("\"mesh\": 0", "\"mesh\": 0, \"skin\": 0", "skins are not read"),
        (
            "\"count\": 5",
            "\"count\": 6",
            "mesh \"strip\": 6 elements are announced, but the buffer ends",
        ),
        ("\"count\": 5", "\"count\": 3", "mesh \"strip\": there is no point 3: there are 3"),
        (
            "\"count\": 5",
            "\"count\": 9007199254740993",
            "mesh \"strip\": 9007199254740993 elements are announced, but the buffer ends",
        ),
        (
            "\"byteLength\": 60",
            "\"byteLength\": 60, \"byteStride\": 4",
            "mesh \"strip\": elements of 12 bytes are 4 bytes apart",
        ),
        ("\"byteLength\": 64", "\"byteLength\": 65", "a buffer has 64 bytes, and 65 are announced"),
        (
            "\"type\": \"VEC3\"",
            "\"type\": \"VEC4\"",
            "mesh \"strip\": POSITION is no VEC3 of floats",
        ),
        (
            "\"componentType\": 5121",
            "\"componentType\": 5120",
            "mesh \"strip\": indices are no SCALARs of whole numbers",
        ),
        (
            "\"count\": 4",
            "\"count\": 4, \"sparse\": {}",
            "mesh \"strip\": sparse accessors are not read",
        ),
        ("\"mode\": 5", "\"mode\": 4", "mesh \"strip\": the last triangle is cut short"),
        ("\"mode\": 5", "\"mode\": 8", "mesh \"strip\": there is no mode 8"),
        (
            "\"scene\": 0",
            "\"extensionsRequired\": [\"KHR_draco_mesh_compression\"]",
            "the extension KHR_draco_mesh_compression is not read",
        ),
        (
            "[0, 0, 0.7071067811865476, 0.7071067811865476]",
            "[0, 0, 0, 0]",
            "the rotation of a node is no quaternion",
        ),
        (
            "-2, 0, 1, 0, 0, 1]",
            "-2, 0, 1, 0, 0, 2]",
            "the last row of a node's matrix is not 0 0 0 1",
        ),
        ("base64,AAAA", "base64,A*AA", "Invalid symbol 42, offset 1."),
        (
            "\"mesh\": 0",
            "\"mesh\": -1",
            "invalid value: integer `-1`, expected usize at line 9 column 76",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let result = read("gltf", text.replacen(from, to, 1));
        assert_eq!(result.map(|_| ()).unwrap_err(), says, "{to}");
    }
    let without = text.replace("\"scenes\": [\n    {\"nodes\": [0]}\n  ],", "");
    let without = read("gltf", without.replace("\"scene\": 0,", "")).unwrap();
    assert_eq!((without.parts.len(), without.warnings.len()), (2, 2));
    assert_eq!(without.warnings[0], "there is no scene: all nodes are taken");
}

#[test]
fn other_files_go_to_their_readers() {
    let obj = read("OBJ", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    assert_eq!((obj.parts.len(), obj.parts[0].points.len()), (1, 3));
    let error = |ending: &str, content: &str| read(ending, content).map(|_| ()).unwrap_err();
    assert_eq!(error("obj", "v 0 0 0\nf 1 1 2\n"), "line 2: corner 2, but 1 vertices");
    assert_eq!(
        error("off", ""),
        "\".off\": a mesh is an OBJ, PLY, STL, DAE, glTF, GLB or 3MF file"
    );
    let ifc = error("IFC", "");
    assert!(
        ifc.ends_with(
            "3MF file; `IfcConvert building.ifc building.glb` makes triangles of it, with its names"
        ),
        "{ifc}"
    );
    let ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
        element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    assert_eq!(
        read("Ply", ply).unwrap().parts,
        [Part { name: String::new(), ..obj.parts[0].clone() }]
    );
    assert_eq!(error("", ""), "\".\": a mesh is an OBJ, PLY, STL, DAE, glTF, GLB or 3MF file");

    // As some programs and shells of Windows write text.
    let wide = |text: &str| -> Vec<u8> {
        [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let stl = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";
    for (ending, text) in
        [("obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), ("ply", ply), ("stl", stl)]
    {
        assert_eq!(read(ending, text).unwrap().parts.len(), 1, "{ending}");
        let said = read(ending, wide(text)).unwrap_err();
        assert_eq!(said, "it is UTF-16: only UTF-8 is read", "{ending}");
    }

    let path = folder("other_files_go_to_their_readers").join("a.stl");
    write(&path, "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
    let says = "it stands for a file that Git LFS has: `git lfs pull` fetches it";
    let error = read_mesh(&path).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: {says}", path.display()));
}
