use clearance_formats::{DisabledPair, Srdf};

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
