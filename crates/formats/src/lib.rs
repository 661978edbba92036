//! Files that describe robots, as plain data.
//!
//! ```text
//!   robot.urdf  --Urdf-->      links with their collision parts, joints      urdf/
//!   robot.srdf  --Srdf-->      pairs that need no check, named states        srdf.rs
//!   package://  --Packages-->  the path of a file                            packages.rs
//!   link.dae    --read_mesh--> points and triangles, in parts                mesh.rs dae/ gltf.rs
//!   path.csv    --Rows-->      configurations of named joints                rows.rs
//!   path.yaml   --Rows-->      the same, of messages of ROS; or as JSON      trajectory.rs stage.rs joined.rs yaml.rs
//!   controllers.yaml --Constraints--> how far joints may be off          constraints.rs
//!   cell.scene  --Exported-->  objects of a planning scene of MoveIt         exported.rs
//!   scene.yaml  --Exported-->  the same, of a message; what links hold,      planning_scene.rs allowed.rs
//!                              what may touch, where joints are              robot_state.rs yaml.rs
//!   cloud.csv   --Points-->    points, and their radii; those of .pcd, .ply   points.rs pcd.rs
//! ```
//!
//! A reader of these files decides what collides, so it must not lose anything without saying so. What is
//! odd but has one meaning is read, with a [`Note`]; what has none, is truncated or is not finite ends the
//! reading with an [`Error`]. Both are one sentence with a line.
//!
//! Files are not trusted: no reader panics, recurses without a bound, expands entities or allocates by a
//! number that a file announces.

mod allowed;
mod constraints;
mod dae;
mod error;
mod exported;
mod file;
mod gltf;
mod joined;
mod mesh;
mod numbers;
mod packages;
mod pcd;
mod planning_scene;
mod points;
mod robot_state;
mod rows;
mod srdf;
mod stage;
mod three_mf;
mod trajectory;
mod urdf;
mod xml;
mod yaml;

pub use allowed::Allowed;
pub use clearance_mesh::{Mesh, Part, Same};
pub use constraints::Constraints;
pub use error::{Error, Note};
pub use exported::{Exported, ExportedObject, ExportedPose, ExportedShape, HeldObject};
pub use mesh::{conversion, is_mesh, parse_mesh, read_mesh};
pub use packages::Packages;
pub use points::Points;
pub use robot_state::RobotState;
pub use rows::Rows;
pub use srdf::{DisabledPair, GroupState, Srdf, VirtualJoint};
pub use urdf::{Collision, Geometry, Joint, JointKind, Link, Mimic, Origin, Urdf};
