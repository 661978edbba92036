//! The robots among the bodies of a scene, and how they move.

use std::ops::Range;

use anyhow::{Context, Result, anyhow, ensure};
use clearance::glam::DVec3;
use clearance::paths;
use clearance_models::{Angles, Interpolation, Model, Notes, Sources};

use super::options::Options;
use crate::input;
use crate::robot::within::Said as Tolerances;
use crate::robot::{self, Around};
use crate::scene::{Body, Scene};
use crate::scene_file::SceneFile;
use crate::text::shown;

/// The unit of URDF files, as a scene may say it, and a scene that says none.
const METRES: [&str; 6] = ["", "m", "metre", "metres", "meter", "meters"];

/// All that moves, as one robot.
pub(super) struct Robots {
    pub(super) model: Model,
    /// The values that the scene gives the joints, if it does.
    pub(super) said: Option<Vec<Option<f64>>>,
    /// The names of the robots and of the bodies that move, and their joints.
    parts: Vec<(String, Range<usize>)>,
    /// The first joint of a body.
    of_bodies: usize,
}

impl Robots {
    /// Where joints stay that no path moves: where it is said, or else where a planning scene has them. Bodies stay where they
    /// are.
    pub(super) fn kept(
        &self,
        said: Option<Vec<Option<f64>>>,
        file: &SceneFile,
        notes: &mut Notes,
    ) -> Vec<Option<f64>> {
        let joints = self.model.robot.joints();
        let mut kept = said.unwrap_or_default();
        kept.resize(joints.len(), None);
        for (body, start) in file.starts() {
            let place = format!("body {body:?}: robot_state");
            let state = self.model.state_of(start, &place, notes);
            let mut others = Vec::new();
            for ((joint, kept), value) in joints.iter().zip(&mut kept).zip(state) {
                match (*kept, value) {
                    (None, Some(_)) => *kept = value,
                    (Some(said), Some(value)) if said != value => others.push(shown(joint)),
                    _ => {}
                }
            }
            if !others.is_empty() {
                let others = others.join(", ");
                notes.warnings.push(format!(
                    "{place} has other values of these joints than `--q`, the scene's `q` or a message before it, which hold: \
                     {others}"
                ));
            }
        }
        for value in &mut kept[self.of_bodies..] {
            *value = value.or(Some(0.0));
        }
        kept
    }
}

/// The robots of the scene and the bodies that move, which are no others any more.
pub(super) fn robots(
    options: &Options,
    file: &SceneFile,
    bodies: &mut Vec<Body<DVec3>>,
    notes: &mut Notes,
) -> Result<Robots> {
    let folder = options.folder();
    let packages = options.package.iter().map(|said| robot::package(said));
    let packages: Vec<_> = packages.collect::<Result<_>>()?;
    let several = file.robots.len() > 1;
    ensure!(
        options.srdf.is_none() || !several,
        "--srdf is for one robot: each [[robot]] has its own"
    );
    ensure!(options.write_srdf.is_none() || !several, "--write-srdf is for one robot");
    if !METRES.contains(&&file.units[..]) {
        let units = shown(&file.units);
        notes
            .warnings
            .push(format!("units = {units:?}: robots are in metres, and nothing is scaled"));
    }
    let (mut models, mut values, mut is_said) = (Vec::new(), Vec::new(), false);
    for robot in &file.robots {
        let place = || match &robot.name[..] {
            "" => input::name(options.scene()),
            name => format!("{}: robot \"{}\"", input::name(options.scene()), shown(name)),
        };
        let named = robot.srdf.as_ref().map(|srdf| folder.join(srdf));
        let sources = Sources {
            urdf: folder.join(&robot.urdf),
            srdf: options.srdf.clone().or(named),
            packages: packages.clone(),
            hulls: options.hulls,
            visuals: options.visuals,
        };
        let base = file.base(robot, notes).with_context(place)?;
        let model = Model::load(&sources, &base, notes)?;
        is_said |= robot.q.is_some();
        values.extend(match &robot.q {
            // It is not used then.
            Some(said) if options.q.is_none() => {
                let values = model.said(said, file.joint_angles(), notes);
                values.map_err(|wrong| anyhow!("q: {wrong}")).with_context(place)?
            }
            _ => vec![None; model.robot.joints().len()],
        });
        models.push((robot.name.clone(), model));
    }
    let of_bodies = values.len();
    for (name, base) in file.moving()? {
        let Some(at) = bodies.iter().position(|body| body.name == name) else { continue };
        let parts = bodies.remove(at).parts.into_iter();
        let shapes = parts.map(|part| (part.pose, part.shape)).collect();
        values.extend([None; 4]);
        models.push((name, Model::moving(shapes, &base)));
    }
    let (mut parts, mut first) = (Vec::new(), 0);
    for (name, model) in &models {
        let columns = first..first + model.robot.joints().len();
        first = columns.end;
        parts.push((if name.is_empty() { model.name.clone() } else { name.clone() }, columns));
    }
    let model = match models.pop() {
        Some((name, model)) if name.is_empty() && models.is_empty() => model,
        last => Model::joined(models.into_iter().chain(last).collect())?,
    };
    Ok(Robots { model, said: is_said.then_some(values), parts, of_bodies })
}

/// The path of the files, and the names of its parts if it has any.
pub(super) fn motion(
    options: &Options,
    Robots { model, parts, .. }: &Robots,
    angles: Angles,
    kept: &[Option<f64>],
    notes: &mut Notes,
) -> Result<Option<(paths::Path, Vec<String>)>> {
    let how = options.interpolation.map(Interpolation::from);
    let near = Tolerances {
        joints: options.joint_tolerance.as_deref(),
        controllers: options.tolerance_of.as_deref(),
    };
    let files = &options.path[..];
    let columns = if files.len() > 1 { model.columns(files)? } else { Vec::new() };
    let still = model.robot.neutral();
    let mut all = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let mut kept = kept.to_vec();
        // What other files move is not missing here.
        for (_, columns) in columns.iter().enumerate().filter(|(other, _)| *other != number) {
            for joint in columns.clone() {
                kept[joint] = kept[joint].or(Some(still[joint]));
            }
        }
        let path = model.motion(file, angles, &kept, how, notes)?;
        all.push(near.apply(path, &model.robot, angles)?);
    }
    let (of_parts, names): (Vec<_>, Vec<String>) = match &all[..] {
        [] => return Ok(None),
        [path] if options.clocks => {
            ensure!(
                parts.len() > 1,
                "--clocks needs several robots, bodies that move, or files of a path"
            );
            parts.iter().map(|(name, columns)| ((path, columns.clone()), name.clone())).unzip()
        }
        [_] => return Ok(all.pop().map(|path| (path, Vec::new()))),
        _ => {
            let mut each: Vec<_> = all.iter().zip(columns).zip(files).collect();
            each.sort_by_key(|((_, columns), _)| columns.start);
            each.into_iter().map(|(part, file)| (part, input::name(file))).unzip()
        }
    };
    Ok(Some((model.beside(&of_parts)?, names)))
}

/// The robots among the bodies of the scene, for questions about motions, and the same in a configuration.
pub(super) fn around(
    file: &SceneFile,
    model: &Model,
    bodies: Vec<Body<DVec3>>,
    q: &[f64],
    notes: &mut Notes,
) -> Result<(paths::World, Scene<DVec3>)> {
    let on = file.links(&bodies);
    let links = model.robot.links().map(|link| (link.name.as_str(), None));
    let named = bodies.iter().map(|body| (body.name.as_str(), body.group.as_deref()));
    let allowed = file.ignored(links.chain(named))?;
    let around = Around::new(model, bodies, &on, &allowed, q, notes)?;
    let ignored = around.ignored();
    let Around { world, bodies, .. } = around;
    Ok((world, file.scene(bodies, ignored, notes)?))
}

/// The world of a scene with a robot, as `check --path` asks about it.
/// The `clearance` is what pairs must keep for which the scene says nothing else.
pub fn world(options: &Options, clearance: f64) -> Result<(paths::World, Notes)> {
    let place = || input::name(options.scene());
    let file = options.opened()?;
    ensure!(file.moves(), "{}: there is no robot in it", place());
    let (mut bodies, mut notes) = file.bodies::<DVec3>(options.folder()).with_context(place)?;
    let Robots { model, .. } = robots(options, &file, &mut bodies, &mut notes)?;
    let q = model.robot.neutral();
    let (mut world, scene) = around(&file, &model, bodies, &q, &mut notes).with_context(place)?;
    robot::require(&scene, &mut world, clearance, &mut notes)?;
    if let Some(said) = &options.base_tolerance {
        let angles = file.joint_angles();
        robot::within::base(said, &mut world, angles).context("--base-tolerance")?;
    }
    Ok((world, notes))
}
