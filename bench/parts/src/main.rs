//! Hulls of real parts: are they valid, what was dropped and joined, and how long does building them
//! take? See README.md.

mod race;
mod read;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use clearance::glam::{DVec3, Vec3};
use clearance::hull::{BuildReport, Hull3, build3_with_report};
use clearance::space::Vector;
use clearance_testing::Random;

use read::Points;

/// Parts that are reported together.
struct Set {
    name: String,
    parts: Vec<Points>,
}

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or("parts".into()));
    let panda = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/panda");
    let mut sets = vec![
        random_objects(&folder.join("random")),
        robot("Panda", &panda),
        robot("TALOS", &folder.join("talos")),
        robot("TIAGo", &folder.join("tiago")),
        robot("Centauro", &folder.join("centauro")),
    ];
    sets.retain(|set| !set.parts.is_empty());
    let invalid: usize = sets.iter().map(check).sum();
    sets.extend([100, 1_000, 10_000].map(sphere));
    save(&folder.join("points"), &sets).expect("the points can be written");
    race::header();
    sets.iter().for_each(|set| race::run(&set.name, &set.parts));
    assert_eq!(invalid, 0, "hulls that are not valid");
}

fn random_objects(folder: &Path) -> Set {
    let text = |path: PathBuf| fs::read_to_string(path).expect("text");
    let parts = read::files(folder).into_iter().flat_map(|f| read::obj(&text(f))).collect();
    Set { name: "random objects".into(), parts }
}

/// The parts of a robot, with 18 to 3,000 different points.
fn robot(name: &str, folder: &Path) -> Set {
    let stl = |path: &PathBuf| path.extension().is_some_and(|e| e.eq_ignore_ascii_case("stl"));
    let files = read::files(folder).into_iter().filter(stl);
    let parts = files.filter_map(|f| read::stl(&fs::read(f).expect("a file")));
    let different =
        |part: &Points| part.iter().map(|p| p.map(f64::to_bits)).collect::<HashSet<_>>().len();
    let parts = parts.filter(|part| (18..=3_000).contains(&different(part))).collect();
    Set { name: name.into(), parts }
}

/// Points on a sphere, all of which are vertices.
fn sphere(count: usize) -> Set {
    let mut random = Random::new(count as u64);
    let mut point = || {
        let (z, angle) = (2.0 * random.unit() - 1.0, std::f64::consts::TAU * random.unit());
        let ring = (1.0 - z * z).sqrt();
        [ring * angle.cos(), ring * angle.sin(), z]
    };
    Set { name: format!("sphere {count}"), parts: vec![(0..count).map(|_| point()).collect()] }
}

/// The number of parts of a set in which something was dropped or joined.
#[derive(Default)]
struct Tally {
    invalid: usize,
    solid: usize,
    duplicates: usize,
    inside: usize,
    in_faces: usize,
    on_edges: usize,
    flat_edges: usize,
    rounded_edges: usize,
    slivers: usize,
}

impl Tally {
    fn add(&mut self, report: &BuildReport) {
        let any = |count: usize| usize::from(count > 0);
        self.solid += usize::from(report.dimension == 3);
        self.duplicates += any(report.duplicates);
        self.inside += any(report.inside);
        self.in_faces += any(report.in_faces);
        self.on_edges += any(report.on_edges);
        self.flat_edges += any(report.flat_edges);
        self.rounded_edges += any(report.rounded_edges);
        self.slivers += any(report.slivers);
    }

    fn print(&self, name: &str, parts: usize) {
        println!(
            "{name:20} {parts:6} {:8} {:8} {:10} {:8} {:9} {:9} {:10} {:8} {:8}",
            self.invalid,
            parts - self.solid,
            self.duplicates,
            self.inside,
            self.in_faces,
            self.on_edges,
            self.flat_edges,
            self.rounded_edges,
            self.slivers
        );
    }
}

/// Builds and validates all parts in both precisions, prints the results, and returns the number of
/// invalid hulls.
fn check(set: &Set) -> usize {
    println!(
        "{:20} {:>6} {:>8} {:>8} {:>10} {:>8} {:>9} {:>9} {:>10} {:>8} {:>8}",
        "parts that have",
        "parts",
        "invalid",
        "no solid",
        "duplicates",
        "inside",
        "in faces",
        "on edges",
        "flat edges",
        "rounded",
        "slivers"
    );
    let tally = |name: &str, each: &dyn Fn(&Points) -> Option<BuildReport>| {
        let mut tally = Tally::default();
        for part in &set.parts {
            match each(part) {
                Some(report) => tally.add(&report),
                None => tally.invalid += 1,
            }
        }
        tally.print(&format!("{} {name}", set.name), set.parts.len());
        tally.invalid
    };
    tally("f64", &|part| forgiven(&wide(part))) + tally("f32", &|part| forgiven(&narrow(part)))
}

/// The build report of a part; `None` if its hull is not valid.
fn forgiven<V: Vector<Wide = DVec3>>(points: &[V]) -> Option<BuildReport> {
    let built = build3_with_report(points);
    let valid = built.and_then(|(hull, report): (Hull3<V>, _)| {
        hull.validate(points)?;
        Ok(report)
    });
    valid.inspect_err(|error| println!("{error}: {} points, {points:?}", points.len())).ok()
}

fn wide(part: &Points) -> Vec<DVec3> {
    part.iter().map(|p| DVec3::from_array(*p)).collect()
}

fn narrow(part: &Points) -> Vec<Vec3> {
    part.iter().map(|p| DVec3::from_array(*p).as_vec3()).collect()
}

/// For `qhull.py`: writes all coordinates to one file, and the set and point count of each part to
/// another.
fn save(folder: &Path, sets: &[Set]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let parts = || sets.iter().flat_map(|set| set.parts.iter().map(move |part| (&set.name, part)));
    let index: Vec<String> = parts().map(|(name, p)| format!("{name},{}\n", p.len())).collect();
    fs::write(folder.join("index.csv"), index.concat())?;
    let numbers = parts().flat_map(|(_, part)| part.iter().flatten());
    let bytes: Vec<u8> = numbers.flat_map(|x| x.to_le_bytes()).collect();
    fs::write(folder.join("points.f64"), bytes)
}
