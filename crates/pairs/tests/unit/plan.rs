//! Tests of `plan`.

use std::format;
use std::string::String;

use clearance_pairs::plan::*;
use clearance_pairs::shape::Core;
use clearance_pairs::solution::Ask;
use clearance_pairs::space::DVector;
use glam::{DVec2, DVec3};

/// One core of each kind that a dimension has, by name.
fn kinds<W: DVector>() -> std::vec::Vec<(&'static str, Core<W>)> {
    let (p, axis) = (W::unit(0), 0);
    let (radius, half_height) = (1.0, 1.0);
    let mut all = std::vec![
        ("point, ball", Core::Point(p)),
        ("segment, capsule", Core::Segment([p, p])),
        ("triangle", Core::Triangle([p, p, p])),
        ("box", Core::Box(p)),
        (if W::DIM == 2 { "polygon" } else { "hull" }, Core::Polytope { points: 4 }),
    ];
    if W::DIM == 3 {
        all.push(("cylinder", Core::Cylinder { radius, half_height, axis }));
        all.push(("cone", Core::Cone { radius, half_height, axis }));
    }
    all.push((if W::DIM == 2 { "ellipse" } else { "ellipsoid" }, Core::Ellipsoid(p)));
    all.push(("a shape of one's own", Core::Custom));
    all
}

/// The head of a table: a column for each kind.
fn head<W: DVector>() -> String {
    let kinds = kinds::<W>();
    let mut text = String::from("|");
    kinds.iter().for_each(|(name, _)| text += &format!(" | {name}"));
    text += " |\n|---";
    kinds.iter().for_each(|_| text += "|---");
    text + "|\n"
}

/// A table of the pairs, each once.
fn table<W: DVector>(cell: impl Fn(&Core<W>, &Core<W>) -> String) -> String {
    let (kinds, mut text) = (kinds::<W>(), head::<W>());
    for (i, (name, a)) in kinds.iter().enumerate() {
        text += &format!("| {name}");
        for (j, (_, b)) in kinds.iter().enumerate() {
            assert_eq!(cell(a, b), cell(b, a), "the order of the shapes changes the plan");
            text += &if j < i { " |".into() } else { format!(" | {}", cell(a, b)) };
        }
        text += " |\n";
    }
    text
}

fn clearances<W: DVector>(ask: Ask) -> String {
    table::<W>(|a, b| format!("{:?}", clearance(a, b, ask)))
}

fn contacts<W: DVector>() -> String {
    table::<W>(|a, b| sharp_and_round(|is_sharp| contact(a, b, is_sharp)))
}

/// A cell: what is chosen for sharp shapes, and for rounded ones if that is something else.
fn sharp_and_round<T: core::fmt::Debug + PartialEq>(choice: impl Fn(bool) -> T) -> String {
    let (sharp, round) = (choice(true), choice(false));
    if sharp == round { format!("{sharp:?}") } else { format!("{sharp:?}, rounded {round:?}") }
}

/// A table of the questions about one shape.
fn alone<W: DVector>() -> String {
    let (kinds, mut text) = (kinds::<W>(), head::<W>());
    let mut row = |name: &str, cell: &dyn Fn(&Core<W>) -> String| {
        text += &format!("| {name}");
        kinds.iter().for_each(|(_, core)| text += &format!(" | {}", cell(core)));
        text += " |\n";
    };
    row("ray", &|core| sharp_and_round(|is_sharp| ray(core, is_sharp)));
    row("nearest point of the surface", &|core| format!("{:?}", surface(core)));
    text
}

fn casts<W: DVector>() -> String {
    table::<W>(|a, b| sharp_and_round(|is_sharp| cast(a, b, is_sharp)))
}

fn page() -> String {
    let sections = [
        ("Clearance, depth and contact, in space", clearances::<DVec3>(Ask::Clearance)),
        ("Is the distance within a limit? In space", clearances::<DVec3>(Ask::Within(0.0))),
        ("Distance alone in `f32`, in space", clearances::<DVec3>(Ask::Distance)),
        (
            "Closest points, and distance alone in `f64`, in space",
            clearances::<DVec3>(Ask::ClosestPoints),
        ),
        ("Clearance, depth and contact, in the plane", clearances::<DVec2>(Ask::Clearance)),
        ("Is the distance within a limit? In the plane", clearances::<DVec2>(Ask::Within(0.0))),
        ("Distance and closest points, in the plane", clearances::<DVec2>(Ask::ClosestPoints)),
        ("Fast paths of contacts, in space", contacts::<DVec3>()),
        ("Fast paths of contacts, in the plane", contacts::<DVec2>()),
        ("Casts along lines, in space", casts::<DVec3>()),
        ("Casts along lines, in the plane", casts::<DVec2>()),
        ("Rays and points, in space", alone::<DVec3>()),
        ("Rays and points, in the plane", alone::<DVec2>()),
    ];
    let mut text = String::from(
        "# The plan\n\n\
         Which solver answers which pair. What it leaves open, `Supports` answers.\n\
         `cargo xtask plan` writes this page from `crates/pairs/src/plan.rs`, where the names are explained.\n\
         The plan does not depend on the order of the two shapes, so each pair is shown once.\n\
         For closest points of polytopes, and for clearances of those that are apart, `Supports` begins at the corners that `Lanes` finds; a clearance of two boxes in space asks the closed form of their distance first.\n\
         Half-spaces have a closed form against every shape.\n\
         Casts of shapes that turn are searches.\n\
         Rays and points ask about one shape. What their closed forms leave open, `March` and `Clearance` answer.\n",
    );
    for (title, table) in sections {
        text += &format!("\n## {title}\n\n{table}");
    }
    text
}

/// `CLEARANCE_WRITE=1` writes the page instead.
#[cfg(feature = "std")]
#[test]
fn the_page_shows_the_plan() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/plan.md");
    if std::env::var_os("CLEARANCE_WRITE").is_some() {
        std::fs::write(path, page()).expect("docs/plan.md");
    }
    let written = std::fs::read_to_string(path).expect("docs/plan.md");
    assert_eq!(written, page(), "run `cargo xtask plan`");
}

/// The page has one table for several questions.
#[test]
fn questions_that_share_a_table_have_the_same_plan() {
    for depth in [Ask::Penetration, Ask::Contact(1.0)] {
        assert_eq!(clearances::<DVec3>(depth), clearances::<DVec3>(Ask::Clearance));
        assert_eq!(clearances::<DVec2>(depth), clearances::<DVec2>(Ask::Clearance));
    }
    assert_eq!(clearances::<DVec3>(Ask::Within(1.0)), clearances::<DVec3>(Ask::Within(0.0)));
    assert_eq!(clearances::<DVec2>(Ask::Within(1.0)), clearances::<DVec2>(Ask::Within(0.0)));
}
