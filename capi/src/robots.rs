//! Robots from URDF files, what stands around them, and what is proven about their paths; in space, in `f64`.
//!
//! ```text
//!   cl_robot --> cl_world: bodies, what a link holds, pairs that may touch --> cl_prover --> verdicts, certificates
//! ```

use std::ffi::{CStr, CString, c_char};

use clearance_geometry::answer::{JointPath, PathCertificate};
use clearance_geometry::space::Pose;
use clearance_models::{Model, Notes, Sources};
use clearance_paths::{FirstContact, Meeting, Path, Verdict};
use clearance_verify::{Verdict as Checked, check_path};

use crate::answers::{Asked, wrong};
use crate::contacts::write_all;
use crate::given::{check, collected, list, one, one_mut, posed, put};
use crate::shapes::Shape;
use crate::space::{Placed, Space, exported, freed};

/// A robot. It never changes, and threads may share it.
pub struct Robot {
    model: Model,
    joints: Vec<CString>,
    links: Vec<CString>,
}

/// A robot among bodies. One thread changes it.
pub struct World(clearance_paths::World);

/// What proves paths in a world as it was when the prover was made. It never changes, and threads may share it.
pub struct Prover {
    prover: clearance_paths::Prover,
    bodies: Vec<CString>,
}

/// The proof that a path keeps a clearance, as text.
pub struct Certificate(String);

/// A joint that moves and follows no other: a configuration has a value for each, in radians or metres.
#[repr(C)]
pub struct Joint {
    /// As in the URDF file; valid as long as the robot.
    pub name: *const c_char,
    /// Has it limits? Otherwise they are infinite.
    pub limited: bool,
    /// The least value.
    pub lower: f64,
    /// The largest value.
    pub upper: f64,
}

/// Is a path clear?
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum PathVerdict {
    /// It is proven that no pair is nearer than was asked for, at any time.
    Proven = 0,
    /// Two bodies are nearer than that, which is proven.
    Broken = 1,
    /// Neither could be proven.
    Undecided = 2,
}

/// Whether a path is clear, and where it is not.
#[repr(C)]
pub struct PathAnswer {
    /// A `cl_path_verdict`.
    pub verdict: PathVerdict,
    /// Where on the path: the number of a row and a fraction of the way to the next; meaningless if it is proven.
    pub row: f64,
    /// The number of a body there.
    pub body_a: u32,
    /// The number of the other one.
    pub body_b: u32,
}

/// Whether bodies touch on a path.
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum ContactVerdict {
    /// Nothing touches, which is proven.
    None = 0,
    /// Two bodies overlap at a row, which is proven.
    Found = 1,
    /// Nothing touches before a row, and behind it nothing could be proven.
    Undecided = 2,
}

/// The first contact of a path.
#[repr(C)]
pub struct FirstContactAnswer {
    /// A `cl_contact_verdict`.
    pub verdict: ContactVerdict,
    /// Up to this row and fraction the path is proven to be free.
    pub free_until: f64,
    /// Where bodies touch, or may; meaningless without a contact.
    pub row: f64,
    /// The number of a body there.
    pub body_a: u32,
    /// The number of the other one.
    pub body_b: u32,
}

/// The least clearance of a path.
#[repr(C)]
pub struct LeastAnswer {
    /// No pair is ever nearer than this.
    pub lower: f64,
    /// The two bodies are at most this far apart at the row; negative in overlap, infinite without pairs.
    pub upper: f64,
    /// Where, as a row and a fraction.
    pub row: f64,
    /// The number of a body there.
    pub body_a: u32,
    /// The number of the other one.
    pub body_b: u32,
}

/// What the checker of certificates says, which shares no code with the prover.
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum Check {
    /// The path keeps the clearance.
    Proven = 0,
    /// The checker could not confirm it.
    Unproven = 1,
    /// A stretch is wrong or missing, as in another world; the path may be free, then.
    Refuted = 2,
}

/// A text of C.
unsafe fn text<'a>(name: &str, given: *const c_char) -> Asked<&'a str> {
    check(name, given)?;
    // SAFETY: it is not null, and the caller's otherwise.
    unsafe { CStr::from_ptr(given) }.to_str().map_err(|_| wrong(name, "it is not UTF-8"))
}

fn names<'n>(names: impl Iterator<Item = &'n str>) -> Vec<CString> {
    names.map(|name| CString::new(name.replace('\0', " ")).unwrap_or_default()).collect()
}

unsafe fn put_name(names: &[CString], index: usize, name: *mut *const c_char) -> Asked {
    let own = names
        .get(index)
        .ok_or_else(|| wrong("index", format!("there are only {}", names.len())))?;
    // SAFETY: the caller's.
    unsafe { put("name", name, own.as_ptr()) }
}

unsafe fn read_robot(
    urdf: *const c_char,
    srdf: *const c_char,
    robot: *mut *mut Robot,
    read: impl FnOnce(&Sources) -> Result<Model, clearance_models::Error>,
) -> Asked {
    check("robot", robot)?;
    // SAFETY: the caller's.
    unsafe { robot.write(std::ptr::null_mut()) };
    // SAFETY: the caller's.
    let srdf = unsafe { if srdf.is_null() { None } else { Some(text("srdf", srdf)?.into()) } };
    // SAFETY: the caller's.
    let sources =
        Sources { urdf: unsafe { text("urdf", urdf)? }.into(), srdf, ..Default::default() };
    let model = read(&sources).map_err(|why| wrong("urdf", why))?;
    let joints = names(model.robot.joints().iter().map(String::as_str));
    let links = names(model.robot.links().map(|link| link.name.as_str()));
    // SAFETY: the caller's.
    unsafe { robot.write(Box::into_raw(Box::new(Robot { model, joints, links }))) };
    Ok(())
}

/// Configurations, a row each, with straight lines between them.
unsafe fn path(
    prover: &Prover,
    rows: *const f64,
    row_count: usize,
    joint_count: usize,
) -> Asked<Path> {
    let count = row_count
        .checked_mul(joint_count)
        .ok_or_else(|| wrong("row_count", "no memory holds so many"))?;
    // SAFETY: the caller's.
    let numbers = unsafe { list("rows", rows, count)? };
    let row =
        |i: usize| collected("joint_count", joint_count, |k| Ok(numbers[i * joint_count + k]));
    let rows = collected("rows", row_count, row)?;
    Path::new(prover.prover.world().robot(), rows).map_err(|why| wrong("rows", why))
}

/// The row of a meeting, and the numbers of its bodies.
fn met(prover: &Prover, meeting: &Meeting) -> (f64, [u32; 2]) {
    let number = |name: &String| prover.prover.world().names().position(|own| own == name);
    (
        meeting.row,
        [&meeting.pair[0], &meeting.pair[1]]
            .map(|name| number(name).map_or(u32::MAX, |at| at as u32)),
    )
}

const NOWHERE: (f64, [u32; 2]) = (0.0, [u32::MAX; 2]);

exported! { robots;
    /// Reads a URDF file, and the meshes that it names; and an SRDF file, which may be null. An error names file and line.
    fn robot_load(urdf: *const c_char, srdf: *const c_char, robot: *mut *mut Robot) {
        read_robot(urdf, srdf, robot, |sources| {
            Model::load(sources, &Pose::IDENTITY, &mut Notes::default())
        })
    }
    /// As `cl_robot_load`, with the text of the URDF file given. `urdf` need not exist: meshes are looked for from there, and
    /// errors name it.
    fn robot_read(urdf_text: *const c_char, length: usize, urdf: *const c_char, srdf: *const c_char,
                  robot: *mut *mut Robot) {
        let bytes = list("urdf_text", urdf_text.cast::<u8>(), length)?;
        read_robot(urdf, srdf, robot, |sources| {
            Model::read(bytes, sources, &Pose::IDENTITY, &mut Notes::default())
        })
    }
    /// How many values a configuration has, and how many links there are.
    fn robot_counts(robot: *const Robot, joint_count: *mut usize, link_count: *mut usize) {
        let robot = one("robot", robot)?;
        put("joint_count", joint_count, robot.joints.len())?;
        put("link_count", link_count, robot.links.len())
    }
    /// The joint with a number.
    fn robot_joint(robot: *const Robot, index: usize, joint: *mut Joint) {
        let robot = one("robot", robot)?;
        let mut name = std::ptr::null();
        put_name(&robot.joints, index, &raw mut name)?;
        let limits = robot.model.robot.limits()[index];
        let [lower, upper] = limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        put("joint", joint, Joint { name, limited: limits.is_some(), lower, upper })
    }
    /// The name of the link with a number, valid as long as the robot.
    fn robot_link_name(robot: *const Robot, index: usize, name: *mut *const c_char) {
        put_name(&one("robot", robot)?.links, index, name)
    }
    /// Where the links are in a configuration. `count` is how many there are; at most `capacity` poses are written.
    fn robot_link_poses(robot: *const Robot, values: *const f64, value_count: usize, poses: *mut Placed<S>,
                        capacity: usize, count: *mut usize) {
        let values = list("values", values, value_count)?;
        let found = one("robot", robot)?.model.robot.poses(values).map_err(|why| wrong("values", why))?;
        write_all("poses", found.iter().map(S::placed), poses, capacity, count)
    }
    /// The robot alone. Links with a joint between them may touch, and so may pairs that the SRDF file disables.
    fn world_new(robot: *const Robot, world: *mut *mut World) {
        let model = &one("robot", robot)?.model;
        check("world", world)?;
        let mut own = clearance_paths::World::new(model.robot.clone()).map_err(|why| wrong("robot", why))?;
        model.allow_disabled(&mut own, &mut Notes::default());
        put("world", world, Box::into_raw(Box::new(World(own))))
    }
    /// Adds a body that stands in the world.
    fn world_add(world: *mut World, name: *const c_char, shape: *const Shape<S>, pose: *const Placed<S>) {
        let (world, name) = (one_mut("world", world)?, text("name", name)?);
        let body = (posed::<S>("pose", pose)?, one("shape", shape)?.collider.clone());
        world.0.add(name, [body]).map_err(|why| wrong("name", why))
    }
    /// Adds a body that a link holds, at a pose in its frame.
    fn world_attach(world: *mut World, name: *const c_char, link: *const c_char, shape: *const Shape<S>,
                    pose: *const Placed<S>) {
        let (world, name, link) = (one_mut("world", world)?, text("name", name)?, text("link", link)?);
        let body = (posed::<S>("pose", pose)?, one("shape", shape)?.collider.clone());
        world.0.attach(name, link, [body]).map_err(|why| wrong("name, link", why))
    }
    /// Two bodies may touch.
    fn world_allow(world: *mut World, body_a: *const c_char, body_b: *const c_char) {
        let (a, b) = (text("body_a", body_a)?, text("body_b", body_b)?);
        one_mut("world", world)?.0.allow(a, b).map_err(|why| wrong("body_a, body_b", why))
    }
    /// Two bodies need a clearance of their own.
    fn world_require(world: *mut World, body_a: *const c_char, body_b: *const c_char, clearance: f64) {
        let (a, b) = (text("body_a", body_a)?, text("body_b", body_b)?);
        one_mut("world", world)?.0.require(a, b, clearance).map_err(|why| wrong("body_a, body_b, clearance", why))
    }
    /// What proves paths in the world as it is now.
    fn prover_new(world: *const World, prover: *mut *mut Prover) {
        let world = one("world", world)?;
        check("prover", prover)?;
        let made = clearance_paths::Prover::new(world.0.clone());
        let bodies = names(made.world().names());
        put("prover", prover, Box::into_raw(Box::new(Prover { prover: made, bodies })))
    }
    /// The name of the body with a number, valid as long as the prover.
    fn prover_body_name(prover: *const Prover, index: usize, name: *mut *const c_char) {
        put_name(&one("prover", prover)?.bodies, index, name)
    }
    /// Does any pair touch or overlap in a configuration? False only if it is proven that none does.
    fn prover_touches(prover: *const Prover, values: *const f64, value_count: usize, touches: *mut bool) {
        let values = list("values", values, value_count)?;
        let found = one("prover", prover)?.prover.touches(values).map_err(|why| wrong("values", why))?;
        put("touches", touches, found)
    }
    /// Do all pairs keep a clearance on a whole path? It goes straight from row to row; `rows` has `joint_count` values for
    /// each.
    fn prover_clear(prover: *const Prover, rows: *const f64, row_count: usize, joint_count: usize, clearance: f64,
                    answer: *mut PathAnswer) {
        let prover = one("prover", prover)?;
        check("answer", answer)?;
        let found = prover.prover.clear(&path(prover, rows, row_count, joint_count)?, clearance);
        let (verdict, (row, [body_a, body_b])) = match &found {
            Verdict::Proven => (PathVerdict::Proven, NOWHERE),
            Verdict::Broken(meeting) => (PathVerdict::Broken, met(prover, meeting)),
            Verdict::Undecided(meeting) => (PathVerdict::Undecided, met(prover, meeting)),
        };
        put("answer", answer, PathAnswer { verdict, row, body_a, body_b })
    }
    /// The first contact of a path, to `tolerance`, a part of a row. The path is that of `cl_prover_clear`.
    fn prover_first_contact(prover: *const Prover, rows: *const f64, row_count: usize, joint_count: usize, tolerance: f64,
                            answer: *mut FirstContactAnswer) {
        let prover = one("prover", prover)?;
        check("answer", answer)?;
        let found = prover.prover.first_contact(&path(prover, rows, row_count, joint_count)?, tolerance);
        let (verdict, free_until, (row, [body_a, body_b])) = match &found {
            FirstContact::None => (ContactVerdict::None, row_count as f64 - 1.0, NOWHERE),
            FirstContact::Found { from, meeting } => (ContactVerdict::Found, *from, met(prover, meeting)),
            FirstContact::Undecided(meeting) => (ContactVerdict::Undecided, meeting.row, met(prover, meeting)),
        };
        put("answer", answer, FirstContactAnswer { verdict, free_until, row, body_a, body_b })
    }
    /// The least clearance of a path, to `tolerance`, a length. The path is that of `cl_prover_clear`.
    fn prover_least(prover: *const Prover, rows: *const f64, row_count: usize, joint_count: usize, tolerance: f64,
                    answer: *mut LeastAnswer) {
        let prover = one("prover", prover)?;
        check("answer", answer)?;
        let found = prover.prover.least(&path(prover, rows, row_count, joint_count)?, tolerance);
        let (row, [body_a, body_b]) = found.meeting.as_ref().map_or(NOWHERE, |meeting| met(prover, meeting));
        put("answer", answer, LeastAnswer { lower: found.lower, upper: found.upper, row, body_a, body_b })
    }
    /// The proof that a path keeps a clearance, which another program can check. Null if it cannot be proven so. The path is
    /// that of `cl_prover_clear`.
    fn prover_certificate(prover: *const Prover, rows: *const f64, row_count: usize, joint_count: usize, clearance: f64,
                          certificate: *mut *mut Certificate) {
        let prover = one("prover", prover)?;
        check("certificate", certificate)?;
        certificate.write(std::ptr::null_mut());
        let path = path(prover, rows, row_count, joint_count)?;
        if let Some(evidence) = prover.prover.certificate(&path, clearance) {
            let text = serde_json::json!({ "path": path.given(), "evidence": evidence }).to_string();
            certificate.write(Box::into_raw(Box::new(Certificate(text))));
        }
        Ok(())
    }
    /// The certificate as bytes, which are JSON as Python's `PathCertificate.to_json` writes it; valid as long as it.
    fn certificate_bytes(certificate: *const Certificate, bytes: *mut *const u8, byte_count: *mut usize) {
        let text = &one("certificate", certificate)?.0;
        check("byte_count", byte_count)?;
        put("bytes", bytes, text.as_ptr())?;
        put("byte_count", byte_count, text.len())
    }
    /// Does the path of a certificate keep its clearance in the world of the prover? The checker shares no code with the
    /// prover.
    fn prover_check(prover: *const Prover, bytes: *const u8, byte_count: usize, verdict: *mut Check) {
        let prover = one("prover", prover)?;
        check("verdict", verdict)?;
        let (path, evidence) = read(list("bytes", bytes, byte_count)?).map_err(|why| wrong("bytes", why))?;
        let found = check_path(&prover.prover.world().mechanism(), &path, &evidence);
        put("verdict", verdict, match found {
            Checked::Proven => Check::Proven,
            Checked::Refuted => Check::Refuted,
            Checked::Unproven => Check::Unproven,
        })
    }
}

freed! { robots;
    /// Gives back a robot; null is nothing. Worlds that were made of it stay.
    fn robot_free(robot: *mut Robot);
    /// Gives back a world; null is nothing. Provers that were made of it stay.
    fn world_free(world: *mut World);
    /// Gives back a prover; null is nothing.
    fn prover_free(prover: *mut Prover);
    /// Gives back a certificate; null is nothing.
    fn certificate_free(certificate: *mut Certificate);
}

/// A certificate of JSON.
fn read(bytes: &[u8]) -> Result<(JointPath, PathCertificate), serde_json::Error> {
    let mut given: serde_json::Value = serde_json::from_slice(bytes)?;
    let mut part =
        |name: &str| given.get_mut(name).map(serde_json::Value::take).unwrap_or_default();
    Ok((serde_json::from_value(part("path"))?, serde_json::from_value(part("evidence"))?))
}
