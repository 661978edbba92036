use clearance_formats::{Geometry, Joint, JointKind, Mimic, Origin, Urdf};

use super::data;

/// A robot of two links and a joint, with what a test adds to each.
fn robot(link: &str, joint: &str, more: &str) -> String {
    format!(
        "<robot name='r'>\n<link name='a'>{link}</link>\n<link name='b'/>\n\
         <joint name='j' type='revolute'><parent link='a'/><child link='b'/>{joint}</joint>\n{more}</robot>"
    )
}

const LIMIT: &str = "<limit lower='-1' upper='1'/>";
const BALL: &str = "<collision><geometry><sphere radius='1'/></geometry></collision>";

fn read(link: &str, joint: &str, more: &str) -> Urdf {
    Urdf::read(robot(link, joint, more)).unwrap()
}

/// The robot with one link's content, and the sentences about it.
fn shape(content: &str) -> (Vec<Geometry>, Vec<String>) {
    let read = read(content, LIMIT, "");
    let shapes = read.links[0].collisions.iter().map(|c| c.geometry.clone()).collect();
    (shapes, read.notes.iter().map(ToString::to_string).collect())
}

/// The robot with one joint's content, and the sentences about it.
fn joint(content: &str) -> (Joint, Vec<String>) {
    let read = read(BALL, content, "");
    (read.joints[0].clone(), read.notes.iter().map(ToString::to_string).collect())
}

fn error(link: &str, joint: &str, more: &str) -> String {
    Urdf::read(robot(link, joint, more)).unwrap_err().to_string()
}

#[test]
fn all_that_counts_is_read() {
    let robot = Urdf::read(data("arm.urdf")).unwrap();
    assert_eq!((robot.name.as_str(), robot.notes.len()), ("arm", 0), "{:?}", robot.notes);
    let names: Vec<&str> = robot.links.iter().map(|link| link.name.as_str()).collect();
    assert_eq!(names, ["base", "left", "right", "tool"]);
    let [foot, mesh] = &robot.links[0].collisions[..] else { panic!() };
    assert_eq!((foot.name.as_str(), foot.line), ("foot", 7));
    assert_eq!(foot.origin, Origin { xyz: [0.0, 0.0, 0.1], rpy: [0.0, 0.0, 1.5] });
    assert_eq!(foot.geometry, Geometry::Box { size: [0.4, 0.3, 0.2] });
    let uri = "package://arm/meshes/base.dae".to_owned();
    assert_eq!(mesh.geometry, Geometry::Mesh { uri, scale: [1.0, -1.0, 0.001] });
    assert_eq!(mesh.origin, Origin::default());
    let of = |link: usize| robot.links[link].collisions[0].geometry.clone();
    assert_eq!(of(1), Geometry::Cylinder { radius: 0.05, length: 0.5 });
    assert_eq!(of(2), Geometry::Capsule { radius: 0.05, length: 0.5 });
    assert_eq!(of(3), Geometry::Sphere { radius: 0.1 });

    let [left, right, slide] = &robot.joints[..] else { panic!() };
    assert_eq!((left.kind, left.limits), (JointKind::Revolute, Some([-1.5, 1.5])));
    assert_eq!((left.parent.as_str(), left.child.as_str()), ("base", "left"));
    assert_eq!(left.origin, Origin { xyz: [0.0, 0.2, 0.2], rpy: [0.1, 0.2, 0.3] });
    assert_eq!((left.axis, left.line), ([0.0, 1.0, 0.0], 16));
    let mimic = Mimic { joint: "left_joint".into(), multiplier: -1.0, offset: 0.5 };
    assert_eq!((right.mimic.as_ref(), right.axis), (Some(&mimic), [1.0, 0.0, 0.0]));
    assert_eq!((right.kind, right.limits), (JointKind::Continuous, None));
    assert_eq!((slide.kind, slide.limits), (JointKind::Prismatic, Some([0.0, 0.1])));
}

/// Doubled `material`, no `name` of a material or a robot, no `ixy`, no `velocity`: they say nothing of
/// collisions.
#[test]
fn what_does_not_count_may_be_odd() {
    let text = "<robot><link name='a'><visual><material/><material name=''/><geometry/></visual>\
        <inertial><mass/><inertia ixx='x'/></inertial><collision><geometry><sphere radius='1'/></geometry>\
        </collision></link><link name='b'/><joint name='j' type='revolute'><parent link='a'/>\
        <child link='b'/><limit lower='0' upper='1'/></joint><material/><gazebo><xml a='&amp;&amp;'/></gazebo>\
        <drake:link/></robot>";
    let robot = Urdf::read(text).unwrap();
    assert_eq!((robot.name.as_str(), robot.links.len(), robot.notes), ("", 2, vec![]));
}

#[test]
fn shapes_are_tolerated_and_noted() {
    let collision = |shape: &str| format!("<collision>\n<geometry>{shape}</geometry></collision>");
    for (content, shapes, note) in [
        (
            "<mesh filename='m.stl' scale='2'/>",
            vec![Geometry::Mesh { uri: "m.stl".into(), scale: [2.0; 3] }],
            "line 3: <mesh scale=\"2\">: the number is taken three times",
        ),
        (
            "<box size='1 2 3 4'/>",
            vec![Geometry::Box { size: [1.0, 2.0, 3.0] }],
            "line 3: <box size=\"1 2 3 4\">: of four numbers the first three are taken",
        ),
        (
            "<box size='1, 2,3'/>",
            vec![Geometry::Box { size: [1.0, 2.0, 3.0] }],
            "line 3: <box size=\"1, 2,3\">: the commas are taken for blanks",
        ),
        ("<plane/>", vec![Geometry::Plane { normal: [0.0, 0.0, 1.0] }], ""),
        ("<plane normal='0 2 0'/>", vec![Geometry::Plane { normal: [0.0, 2.0, 0.0] }], ""),
        ("<sphere radius='0'/>", vec![Geometry::Sphere { radius: 0.0 }], ""),
        ("<sphere radius=' +1.e-1 '/>", vec![Geometry::Sphere { radius: 0.1 }], ""),
        ("", vec![], "line 2: a <collision> has no geometry: nothing is there"),
        (
            "<origin/><sphere radius='1'/>",
            vec![Geometry::Sphere { radius: 1.0 }],
            "line 3: link \"a\": <origin> in a <geometry> is not read",
        ),
        (
            "<sphere radius='1'/><sphere radius='2'/>",
            vec![Geometry::Sphere { radius: 1.0 }, Geometry::Sphere { radius: 2.0 }],
            "line 2: a <collision> has 2 shapes: all are taken",
        ),
    ] {
        let (read, notes) = shape(&collision(content));
        assert_eq!(read, shapes, "{content}");
        let expected = if note.is_empty() { vec![] } else { vec![note.to_owned()] };
        let notes: Vec<String> =
            notes.into_iter().filter(|n| !n.contains("no link has a <collision>")).collect();
        assert_eq!(notes, expected, "{content}");
    }
    let zero = "<collision><origin xyz='0' rpy='0 0 1 0'/><geometry><sphere radius='1'/></geometry></collision>";
    let read = read(zero, LIMIT, "");
    assert_eq!(read.links[0].collisions[0].origin, Origin { xyz: [0.0; 3], rpy: [0.0, 0.0, 1.0] });
    assert_eq!(read.notes.len(), 2);
}

#[test]
fn shapes_that_mean_nothing_are_errors() {
    for (shape, says) in [
        ("<cdf filename='x'/>", "<cdf> is no geometry that is read"),
        ("<shpere/>", "<shpere> is no geometry that is read; did you mean \"sphere\"?"),
        ("<box size='1 2'/>", "<box size=\"1 2\">: three numbers are needed, and there are 2"),
        ("<box size=''/>", "<box size=\"\">: three numbers are needed, and there are 0"),
        ("<box/>", "a <box> has no size"),
        ("<box size='1 -1 1'/>", "a <box> has a negative size"),
        ("<box size='1 nan 1'/>", "<box size=\"1 nan 1\">: \"nan\" is not finite"),
        ("<box size='1 1e999 1'/>", "<box size=\"1 1e999 1\">: \"1e999\" is not finite"),
        ("<sphere/>", "a <sphere> has no radius"),
        ("<sphere radius='-1'/>", "<sphere radius=\"-1\">: a size is not negative"),
        ("<sphere radius='one'/>", "<sphere radius=\"one\">: \"one\" is no number"),
        ("<cylinder radius='1'/>", "a <cylinder> has no length"),
        ("<mesh/>", "a <mesh> has no filename"),
        ("<plane normal='0 0 0'/>", "a <plane> has the normal 0 0 0"),
    ] {
        let content = format!("<collision><geometry>\n{shape}</geometry></collision>");
        assert_eq!(error(&content, LIMIT, ""), format!("line 3: link \"a\": {says}"));
    }
    let second = format!("<collision><origin/><origin/>{}", &BALL["<collision>".len()..]);
    assert_eq!(error(&second, LIMIT, ""), "line 2: link \"a\": a second <origin> in a <collision>");
    let quaternion = second.replacen("<origin/><origin/>", "<origin quat_xyzw='0 0 0 1'/>", 1);
    assert!(error(&quaternion, LIMIT, "").contains("rotations are read as rpy only"));
}

#[test]
fn what_stands_there_once_is_never_passed_over() {
    for (name, second) in [
        ("axis", "<axis xyz='0 0 1'/>"),
        ("limit", "<limit lower='-2' upper='2'/>"),
        ("mimic", "<mimic joint='j'/>"),
        ("origin", "<origin xyz='0 0 1'/>"),
        ("parent", "<parent link='b'/>"),
        ("child", "<child link='a'/>"),
    ] {
        let others = "<axis xyz='1 0 0'/><origin/><mimic joint='k'/>";
        let content = format!("{others}{LIMIT}\n{second}");
        let says = format!("line 5: joint \"j\": a second <{name}> in a <joint>");
        assert_eq!(error(BALL, &content, ""), says);
    }
    // All shapes are there.
    let shapes =
        "<geometry><sphere radius='1'/></geometry><geometry><sphere radius='2'/></geometry>";
    let (shapes, notes) = shape(&format!("<collision>{shapes}</collision>"));
    assert_eq!((shapes.len(), notes.len()), (2, 1));
}

#[test]
fn joints_are_tolerated_and_noted() {
    for (content, limits, note) in [
        (
            "<limit lower='2' upper='1'/>",
            None,
            "lower 2 is more than upper 1: it moves without end",
        ),
        ("", None, "it has no <limit>: it moves without end"),
        ("<limit/>", None, "its <limit> has neither lower nor upper: it moves without end"),
        (
            "<limit upper='1'/>",
            Some([0.0, 1.0]),
            "its <limit> has one end only: the other one is 0",
        ),
        (
            "<limit lower='-inf' upper='inf'/>",
            None,
            "-inf to inf is not finite: it moves without end",
        ),
        ("<limit lower='1' upper='1'/>", Some([1.0, 1.0]), ""),
    ] {
        let (joint, notes) = joint(content);
        assert_eq!(joint.limits, limits, "{content}");
        let expected = format!("line 4: joint \"j\": {note}");
        assert_eq!(notes, if note.is_empty() { vec![] } else { vec![expected] });
    }
    for (axis, unit, note) in [
        ("<axis xyz='0 0 1'/>", [0.0, 0.0, 1.0], ""),
        ("<axis xyz='0 0 0.999'/>", [0.0, 0.0, 1.0], ""),
        (
            "<axis xyz='0 -3 0'/>",
            [0.0, -1.0, 0.0],
            "the axis 0 -3 0 has not length 1: only its direction counts",
        ),
        ("<axis xyz='1e-300 0 0'/>", [1.0, 0.0, 0.0], "has not length 1"),
        ("<axis xyz='0 1e300 0'/>", [0.0, 1.0, 0.0], "has not length 1"),
        ("<axis/>", [1.0, 0.0, 0.0], "an <axis> has no xyz: it is 1 0 0"),
        ("", [1.0, 0.0, 0.0], ""),
    ] {
        let (joint, notes) = joint(&format!("{axis}{LIMIT}"));
        assert_eq!(joint.axis, unit, "{axis}");
        assert_eq!(notes.len(), usize::from(!note.is_empty()), "{axis}");
        assert!(notes.iter().all(|n| n.contains(note)), "{notes:?}");
    }
    let fixed =
        robot(BALL, "<axis xyz='0 0 0'/><mimic joint='k'/>", "").replace("revolute", "Fixed");
    let fixed = Urdf::read(fixed).unwrap();
    assert_eq!((fixed.joints[0].kind, &fixed.joints[0].mimic), (JointKind::Fixed, &None));
    let says = "line 4: joint \"j\": type \"Fixed\" is taken for \"fixed\"";
    assert_eq!(fixed.notes.iter().map(ToString::to_string).collect::<Vec<_>>(), [says]);
}

#[test]
fn joints_that_mean_nothing_are_errors() {
    let says = |content: &str, says: &str| {
        assert_eq!(error("", content, ""), format!("line 4: joint \"j\": {says}"));
    };
    says("<axis xyz='0 0 0'/>", "the axis 0 0 0 has no direction");
    says("<limit lower='nan' upper='1'/>", "<limit lower=\"nan\">: \"nan\" is not finite");
    says("<limit lower='-1.57.'/>", "<limit lower=\"-1.57.\">: \"-1.57.\" is no number");
    says("<origin rpy='0 0'/>", "<origin rpy=\"0 0\">: three numbers are needed, and there are 2");
    says("<mimic/>", "a <mimic> has no joint");
    says("<mimic joint='j' offset='x'/>", "<mimic offset=\"x\">: \"x\" is no number");
    says(&format!("<mimic joint='j'/>{LIMIT}"), "it follows itself, by <mimic>");
    for (text, says) in [
        (
            robot("", "", "").replace("revolute", "screw"),
            "line 4: joint \"j\": type \"screw\" is none of",
        ),
        (
            robot("", "", "").replace(" type='revolute'", ""),
            "line 4: joint \"j\": a <joint> has no type",
        ),
        (
            robot("", "", "").replace("<child link='b'/>", ""),
            "line 4: joint \"j\": it has no <child>",
        ),
        (robot("", "", "").replace("name='j' ", ""), "line 4: a <joint> has no name"),
        (robot("", "", "").replace("name='b'", ""), "line 3: a <link> has no name"),
        (robot("", "", "").replace("name='b'", "name='a'"), "line 3: a second link \"a\""),
        (
            robot("", "", "").replace("child link='b'", "child link='c'"),
            "line 4: joint \"j\": there is no link \"c\"",
        ),
    ] {
        let error = Urdf::read(text).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

#[test]
fn joints_form_trees() {
    let joint = |name: &str, parent: &str, child: &str, more: &str| {
        format!(
            "<joint name='{name}' type='revolute'>{LIMIT}<parent link='{parent}'/><child link='{child}'/>{more}</joint>\n"
        )
    };
    assert_eq!(
        error("", LIMIT, &joint("k", "b", "a", "")),
        "line 5: joint \"k\": link \"a\" is above itself"
    );
    assert_eq!(
        error("", LIMIT, &joint("k", "a", "a", "")),
        "line 5: joint \"k\": link \"a\" is above itself"
    );
    assert_eq!(
        error("", LIMIT, &joint("k", "a", "b", "")),
        "line 5: joint \"k\": joint \"j\" has the same child, \"b\""
    );
    let link = "<link name='c'/>\n";
    assert_eq!(
        error("", LIMIT, &(link.to_owned() + &joint("j", "a", "c", ""))),
        "line 6: a second joint \"j\""
    );

    let roots = read(BALL, LIMIT, link);
    let says = "line 2: 2 links have no parent: each is at the origin of the world: a, c";
    assert_eq!(roots.notes[0].to_string(), says);

    let follow = |what: &str| link.to_owned() + &joint("k", "b", "c", what);
    let unknown = read(BALL, LIMIT, &follow("<mimic joint='nobody'/>"));
    assert_eq!(unknown.joints[1].mimic, None);
    let says = "line 6: joint \"k\": it moves by itself: there is no joint \"nobody\" with a value to follow";
    assert_eq!(unknown.notes[0].to_string(), says);
    let fixed = Urdf::read(
        robot(BALL, LIMIT, &follow("<mimic joint='j'/>")).replacen("revolute", "fixed", 1),
    );
    assert_eq!(fixed.unwrap().notes.len(), 1);
    let circle = robot("", "<mimic joint='k'/>", &follow("<mimic joint='j'/>"));
    assert!(Urdf::read(circle).unwrap_err().what.ends_with("it follows itself, by <mimic>"));
}

#[test]
fn xacro_is_refused_with_its_command() {
    let says = "xacro has not expanded this: `xacro FILE.xacro > FILE.urdf` makes a URDF file";
    let text = robot(BALL, LIMIT, "<xacro:arm side='left'/>").replacen(
        "<robot",
        "<robot xmlns:xacro='x'",
        1,
    );
    assert_eq!(Urdf::read(text).unwrap_err().to_string(), format!("line 5: <xacro:arm>: {says}"));
    for value in ["${r}", "$(arg r)"] {
        let error = error(&BALL.replace("'1'", &format!("'{value}'")), LIMIT, "");
        assert!(error.ends_with(says), "{error}");
    }
    // Expanded files keep the name of the language.
    for (from, to) in
        [("$(arg left)", "name"), ("${prefix}_", "name"), ("package://$(find x)/a.stl", "filename")]
    {
        let mesh = "<geometry><mesh filename='a.stl'/></geometry>";
        let text = robot(&format!("<collision>{mesh}</collision>"), LIMIT, "");
        let text = match to {
            "name" => text.replacen("<link name='", &format!("<link name='{from}"), 1),
            _ => text.replacen("a.stl", from, 1),
        };
        let wrong = Urdf::read(text).unwrap_err().to_string();
        assert!(wrong.contains(from) && wrong.ends_with(says), "{wrong}");
    }
    // What is not read may have any text.
    let visual = "<visual><geometry><mesh filename='$(find x)/a.stl'/></geometry></visual>";
    assert!(Urdf::read(robot(&format!("{BALL}{visual}"), LIMIT, "")).is_ok());
    let expanded = robot(BALL, LIMIT, "").replacen("<robot", "<robot xmlns:xacro='x'", 1);
    assert!(Urdf::read(expanded).unwrap().notes.is_empty());
}

#[test]
fn other_xml_is_refused_or_noted() {
    for (text, says) in [
        ("<sdf/>", "line 1: this is SDF: only URDF is read"),
        ("<mujoco/>", "line 1: this is a model of MuJoCo: only URDF is read"),
        ("<html/>", "line 1: a URDF file begins with <robot>, this one with <html>"),
        ("<robot/>", "line 1: the robot has no links"),
        ("", "it has no XML elements"),
        ("robot", "it has no XML elements"),
    ] {
        assert_eq!(Urdf::read(text).unwrap_err().to_string(), says);
    }
    let cable = read(BALL, LIMIT, "<cable/><cable/><sensor/>");
    assert_eq!(
        cable.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["line 5: <cable> is not read"]
    );
    let two = Urdf::read(robot(BALL, LIMIT, "") + "\n<robot/>").unwrap();
    assert_eq!(two.notes[0].to_string(), "line 6: what follows the first <robot> is not read");
    let nothing = read("", LIMIT, "");
    assert_eq!(
        nothing.notes[0].to_string(),
        "line 1: no link has a <collision>, so nothing of the robot collides"
    );
}

/// Files that strict parsers refuse, for reasons that do not matter here.
#[test]
fn xml_is_read_tolerantly() {
    let plain = robot(BALL, LIMIT, "");
    for text in [
        format!("\u{feff}{plain}"),
        format!("\n<?xml version='1.0'?>\n<?xml version='1.0'?>{plain}\0"),
        plain.replacen("<link", "<!-- a -- b --><link", 1),
        plain.replacen(
            "</robot>",
            "<gazebo><sensor:camera a:b='c & d'>x & y</sensor:camera></gazebo></robot>",
            1,
        ),
        plain.replace("\n", "\r\n"),
    ] {
        let read = Urdf::read(&text).unwrap();
        assert_eq!((read.links.len(), read.joints.len(), read.notes.len()), (2, 1, 0), "{text}");
    }
    // Names in another encoding.
    let latin: Vec<u8> = plain.replace("'b'", "'\u{e4}'").chars().map(|c| c as u8).collect();
    assert_eq!(Urdf::read(latin).unwrap().links[1].name, "\u{fffd}");
    let utf16: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf16 = Urdf::read([&[0xff, 0xfe], &utf16[..]].concat());
    assert_eq!(utf16.unwrap_err().to_string(), "it is UTF-16: only UTF-8 is read");
}

/// What is misspelled would be lost, and the robot another one: smaller, elsewhere, or moving otherwise.
#[test]
fn what_is_unknown_is_noted_with_what_was_meant() {
    let mesh = "<collision><geometry><mesh filename='m.stl' scal='2 2 2'/></geometry></collision>";
    for (link, joint, more, says) in [
        (
            "<colision/>",
            "",
            "",
            "link \"a\": <colision> in a <link> is not read; did you mean \"collision\"?",
        ),
        (
            "<Collision/>",
            "",
            "",
            "link \"a\": <Collision> in a <link> is not read; did you mean \"collision\"?",
        ),
        (
            "<visual><collision/></visual>",
            "",
            "",
            "link \"a\": <collision> in a <visual> is not read",
        ),
        ("<geometry/>", "", "", "link \"a\": <geometry> in a <link> is not read"),
        (
            "<visual><orgin/></visual>",
            "",
            "",
            "link \"a\": <orgin> in a <visual> is not read; did you mean \"origin\"?",
        ),
        (mesh, "", "", "link \"a\": <mesh scal> is not read; did you mean \"scale\"?"),
        (
            "",
            "<orgin/>",
            "",
            "joint \"j\": <orgin> in a <joint> is not read; did you mean \"origin\"?",
        ),
        (
            "",
            "<orign/>",
            "",
            "joint \"j\": <orign> in a <joint> is not read; did you mean \"origin\"?",
        ),
        (
            "",
            "<origin xzy='1 0 0'/>",
            "",
            "joint \"j\": <origin xzy> is not read; did you mean \"xyz\"?",
        ),
        (
            "",
            "<axsi xyz='0 0 1'/>",
            "",
            "joint \"j\": <axsi> in a <joint> is not read; did you mean \"axis\"?",
        ),
        ("", "<frame/>", "", "joint \"j\": <frame> in a <joint> is not read"),
        (
            "",
            "<mimic joint='k' multipler='2'/>",
            "<link name='c'/><joint name='k' type='continuous'><parent link='b'/><child link='c'/></joint>",
            "joint \"j\": <mimic multipler> is not read; did you mean \"multiplier\"?",
        ),
        ("", "", "<lnik name='c'/>", "<lnik> is not read; did you mean \"link\"?"),
    ] {
        let read = read(&format!("{BALL}{link}"), &format!("{LIMIT}{joint}"), more);
        let notes: Vec<&str> = read.notes.iter().map(|note| note.what.as_str()).collect();
        assert_eq!(notes, [says]);
    }
    let screw = Urdf::read(robot(BALL, LIMIT, "").replace("revolute", "revolut")).unwrap_err();
    assert!(screw.what.ends_with("planar; did you mean \"revolute\"?"), "{screw}");
}

/// Two letters of each name in a robot change places: it is an error or a note that has the word, never silence.
#[test]
fn no_misspelled_name_is_silent() {
    let origin = "<origin xyz='1 0 0' rpy='1 0 0'/>";
    let shapes = "<box size='1 1 1'/><sphere radius='1'/><cylinder radius='1' length='1'/>\
        <capsule radius='1' length='1'/><mesh filename='m' scale='1 1 2'/><plane normal='0 0 1'/>";
    let link = format!(
        "<collision>{origin}<geometry>{shapes}</geometry></collision>\
         <visual>{origin}<geometry><box size='1 1 1'/></geometry></visual>"
    );
    let joint =
        format!("{origin}<axis xyz='0 1 0'/>{LIMIT}<mimic joint='k' multiplier='2' offset='1'/>");
    let other = "<link name='c'/><joint name='k' type='continuous'><parent link='b'/><child link='c'/></joint>";
    let text = robot(&link, &joint, other);
    assert_eq!(Urdf::read(&text).unwrap().notes.len(), 1, "of many shapes");
    let (mut errors, mut noted) = (0, 0);
    for (start, _) in text.match_indices(['<', ' ']) {
        let word: String = text[start + 1..].chars().take_while(char::is_ascii_lowercase).collect();
        let ends_as_a_name = text[start + 1 + word.len()..].starts_with(['=', ' ', '>', '/']);
        if word.len() < 3 || !ends_as_a_name || word == "robot" || text[..start].ends_with("<robot")
        {
            continue;
        }
        let mut letters = word.clone().into_bytes();
        let last = letters.len() - 1;
        letters.swap(last - 1, last);
        let wrong = String::from_utf8(letters).unwrap();
        let (before, behind) = (&text[..=start], &text[start + 1 + word.len()..]);
        // The end tag of the element, too.
        let end = format!("</{word}>");
        let is_open = before.ends_with('<') && !behind[..behind.find('>').unwrap()].ends_with('/');
        let behind = if is_open {
            behind.replacen(&end, &format!("</{wrong}>"), 1)
        } else {
            behind.to_owned()
        };
        match Urdf::read(format!("{before}{wrong}{behind}")) {
            Err(_) => errors += 1,
            Ok(read) => {
                assert!(
                    read.notes.iter().any(|note| note.what.contains(&wrong)),
                    "{wrong}: {:?}",
                    read.notes
                );
                noted += 1;
            }
        }
    }
    assert!(errors > 20 && noted > 20, "{errors} errors, {noted} notes");
}

/// What robots of Gazebo, Drake, Bullet, MuJoCo and ROS have.
#[test]
fn legal_extensions_are_silent() {
    for (link, joint, more) in [
        ("<inertial><mas/></inertial><gazebo><x/></gazebo><sensor><y/></sensor>", "", ""),
        ("<contact><lateral_friction value='1'/></contact><self_collision_checking/>", "", ""),
        (
            "<visual name='v'><material name='m'><colour/></material><verbose value='x'/></visual>",
            "",
            "",
        ),
        (
            "<drake:proximity/><collision drake:group='g' name='c' concave='yes'><verbose/><drake:proximity_properties/>\
          <contact_coefficients mu='1'/><geometry><mesh filename='m'><drake:declare_convex/></mesh></geometry></collision>",
            "",
            "",
        ),
        ("<!-- <colision/> -->", "<!-- <orgin/> -->", "<!-- <lnik/> -->"),
        (
            "",
            "<calibration rising='0'/><dynamics damping='1'/><safety_controller k_velocity='1'/>",
            "",
        ),
        ("", "<hardwareInterface>x</hardwareInterface><joint_properties damping='1'/>", ""),
        (
            "",
            "",
            "<gazebo><colision/></gazebo><transmission><jont/></transmission><material/><ros2_control/>",
        ),
        ("", "", "<drake:lnik/><mujoco><compiler/></mujoco><sensor/><frame/>"),
    ] {
        let read = read(&format!("{BALL}{link}"), &format!("{LIMIT}{joint}"), more);
        assert_eq!(read.notes, [], "{link}{joint}{more}");
    }
    let limit = "<limit lower='-1' upper='1' effort='1' velocity='1' acceleration='1' drake:acceleration='1'/>";
    assert_eq!(read(BALL, limit, "").notes, []);
    let panda = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/panda");
    assert_eq!(Urdf::open(&panda.join("panda.urdf")).unwrap().notes, []);
    assert_eq!(clearance_formats::Srdf::open(&panda.join("panda.srdf")).unwrap().notes, []);
}
