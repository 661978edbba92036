use clearance_formats::Rows;

use super::data;

#[test]
fn rows_are_read() {
    let path = Rows::read(data("path.csv")).unwrap();
    assert_eq!(path.names, ["left_joint", "slide"]);
    assert_eq!(path.time, Some(vec![0.0, 0.5]));
    assert_eq!((path.rows, path.lines), (vec![vec![-0.5, 0.01], vec![1e-3, 0.02]], vec![4, 5]));
    let windows = Rows::read("\u{feff}a\r\n\r\n1\r\n# x\r\n2\r\n").unwrap();
    assert_eq!((windows.time, windows.rows), (None, vec![vec![1.0], vec![2.0]]));
    let quoted = Rows::read("\"a b\", \"c\"\n\"1\",2").unwrap();
    assert_eq!((quoted.names, quoted.rows), (vec!["a b".into(), "c".into()], vec![vec![1.0, 2.0]]));
    let comma = Rows::read("\"left, elbow\",c\n1,2").unwrap();
    assert_eq!(comma.names, ["left, elbow", "c"]);
    assert_eq!((comma.velocities, comma.accelerations), (vec![vec![]], vec![vec![]]));
}

#[test]
fn velocities_and_accelerations_are_those_of_their_joints() {
    let path = Rows::read("b.velocity,a,time,b,a.velocity\n1,2,3,4,5\n").unwrap();
    assert_eq!((path.names, path.time), (vec!["a".into(), "b".into()], Some(vec![3.0])));
    assert_eq!((path.rows, path.velocities), (vec![vec![2.0, 4.0]], vec![vec![5.0, 1.0]]));
    let path = Rows::read("a,a.acceleration,a.velocity\n1,2,3\n4,5,6\n").unwrap();
    assert_eq!(path.velocities, [[3.0], [6.0]]);
    assert_eq!(path.accelerations, [[2.0], [5.0]]);
}

#[test]
fn what_is_missing_is_an_error_of_its_line_and_column() {
    for (text, says) in [
        ("", "it is empty"),
        ("# only\n\n", "it is empty"),
        ("a,b\n", "no row follows the names of joints"),
        ("a,b\n1,2\n\n3\n", "line 4: \"b\" has no value"),
        ("a,b\n1,2\n,3\n", "line 3: \"a\" has no value"),
        ("a,b\n1,2,3\n", "line 2: 3 values for 2 columns"),
        ("a,b\n1,two\n", "line 2: \"b\": \"two\" is no number"),
        ("a,b\n1,nan\n", "line 2: \"b\": \"nan\" is not finite"),
        ("a,b\n1,1e999\n", "line 2: \"b\": \"1e999\" is not finite"),
        ("time,a\n1,0\n0.5,0\n", "line 3: time goes back from 1 to 0.5"),
        ("time\n1\n", "line 1: no joint is named"),
        (
            "a,b,b.velocity\n1,2,3\n",
            "line 1: there is \"b.velocity\", but no \"a.velocity\": all joints have that column, or none has it",
        ),
        ("a,a.acceleration\n1,2\n", "line 1: there are accelerations, but no velocities"),
        ("a,c.velocity\n1,2\n", "line 1: \"c.velocity\" is of a joint that has no column itself"),
        ("a,a.velocity\n1,\n", "line 2: \"a.velocity\" has no value"),
        ("a,a.velocity\n1,inf\n", "line 2: \"a.velocity\": \"inf\" is not finite"),
        ("a,a\n1,2\n", "line 1: \"a\" is named twice"),
        (
            "1,2\n1,2\n",
            "line 1: \"1\" is no name: the first line has the names of joints, separated by commas",
        ),
        (
            "a,\n1,2\n",
            "line 1: \"\" is no name: the first line has the names of joints, separated by commas",
        ),
        ("a,b\r\n1,2\r\n\r\n# c\r\n \r\n3\r\n", "line 6: \"b\" has no value"),
        ("\n # c\n\"a,b\",c\n1,2\n1,x\n", "line 5: \"c\": \"x\" is no number"),
        ("a;b\n1;2\n", "line 2: \"a;b\": \"1;2\" is no number"),
    ] {
        assert_eq!(Rows::read(text).unwrap_err().to_string(), says, "{text:?}");
    }
}
