use clearance_formats::{DisabledPair, Srdf, VirtualJoint};

use super::data;

#[test]
fn pairs_and_states_are_read_and_written() {
    let srdf = Srdf::read(data("arm.srdf")).unwrap();
    assert_eq!((srdf.name.as_str(), srdf.notes.len()), ("arm", 0));
    let pair = |link2: &str, reason: &str| DisabledPair {
        link1: "base".into(),
        link2: link2.into(),
        reason: reason.into(),
    };
    assert_eq!(srdf.disabled, [pair("left", "Adjacent"), pair("a < \"b\"", "")]);
    let [home] = &srdf.states[..] else { panic!() };
    assert_eq!((home.name.as_str(), home.group.as_str()), ("home", "all"));
    let joints = [("left_joint".to_owned(), vec![0.25]), ("body".to_owned(), vec![1.0, -2.0, 0.5])];
    assert_eq!(home.joints, joints);
    assert_eq!(Srdf::read(srdf.to_xml()).unwrap(), srdf);
    let odd = Srdf {
        name: "&<>'\"".into(),
        disabled: vec![pair("\u{e4}&amp;", "\"")],
        virtual_joints: vec![VirtualJoint {
            name: "drive".into(),
            kind: "planar".into(),
            parent: "odom".into(),
            child: "base".into(),
        }],
        ..Srdf::default()
    };
    assert_eq!(Srdf::read(odd.to_xml()).unwrap(), odd);
}

#[test]
fn what_is_odd_is_an_error_or_a_note() {
    for (content, says) in [
        ("<disable_collisions link1='a'/>", "line 2: a <disable_collisions> has no link2"),
        ("<group_state/>", "line 2: a <group_state> has no name"),
        ("<group_state name='s'><joint name='j'/></group_state>", "line 2: a <joint> has no value"),
        (
            "<group_state name='s'><joint name='j' value='0 x'/></group_state>",
            "line 2: <joint value>: \"x\" is no number",
        ),
        (
            "<group_state name='s'><joint name='j' value='inf'/></group_state>",
            "line 2: <joint value>: \"inf\" is not finite",
        ),
        (
            "<group_state name='s'><joint name='j' value='0'/>\n<joint name='j' value='1'/></group_state>",
            "line 3: a second joint \"j\" in state \"s\"",
        ),
        (
            "<group_state name='s'>",
            "line 2: ill-formed document: expected `</group_state>`, but `</robot>` was found",
        ),
        (
            "<link name='base'/>",
            "line 2: <link> is of a URDF file: an SRDF file names pairs of its links",
        ),
    ] {
        let text = format!("<robot>\n{content}</robot>");
        assert_eq!(Srdf::read(text).unwrap_err().to_string(), says);
    }
    assert_eq!(
        Srdf::read("<srdf/>").unwrap_err().to_string(),
        "line 1: an SRDF file begins with <robot>, this one with <srdf>"
    );
    let unread = Srdf::read("<robot><enable_collisions link1='a' link2='b'/></robot>").unwrap();
    assert_eq!(
        unread.notes[0].to_string(),
        "line 1: <enable_collisions> is not read: the pair stays as it is"
    );
}

#[test]
fn what_is_misspelled_is_noted() {
    let pair = "disable_collisions link1='a' link2='b'";
    for (content, says) in [
        (
            "<disable_collision link1='a' link2='b'/>".to_owned(),
            "<disable_collision> is not read; did you mean \"disable_collisions\"?",
        ),
        (
            "<Disable_Collisions/>".to_owned(),
            "<Disable_Collisions> is not read; did you mean \"disable_collisions\"?",
        ),
        ("<group_states/>".to_owned(), "<group_states> is not read; did you mean \"group_state\"?"),
        (
            format!("<{pair} raeson='Never'/>"),
            "<disable_collisions raeson> is not read; did you mean \"reason\"?",
        ),
        (
            "<group_state name='s' gruop='g'/>".to_owned(),
            "<group_state gruop> is not read; did you mean \"group\"?",
        ),
        (
            "<group_state name='s'><jiont name='j' value='1'/></group_state>".to_owned(),
            "<jiont> in a <group_state> is not read; did you mean \"joint\"?",
        ),
    ] {
        let notes = Srdf::read(format!("<robot>{content}</robot>")).unwrap().notes;
        assert_eq!(notes.iter().map(|note| note.what.as_str()).collect::<Vec<_>>(), [says]);
    }
    let legal = format!(
        "<robot name='r'><{pair} reason='Never'/><group name='g'><chain base_link='a' tip_link='b'/></group>\
         <end_effector name='e'/><virtual_joint name='v' type='fixed' parent_frame='world' child_link='a'/><passive_joint/><joint_property/><link_sphere_approximation/>\
         <gripper name='x'/><rotor_params/><my:disable_collision/><!-- <disable_collision/> --></robot>"
    );
    assert_eq!(Srdf::read(legal).unwrap().notes, []);
}
