//! What fuzzers try: seven functions of any bytes, which panic where an answer is wrong.
//!
//! | function | reads the bytes as | must hold |
//! |---|---|---|
//! | [`text`] | a scene, or JSON lines | an answer or an error; no answer is refuted by the checker |
//! | [`files`] | a file of a robot: URDF, SRDF, CSV or a mesh | what is read keeps the promises of its reader |
//! | [`hulls`] | points | the hull is valid, exactly: `Hull3::validate` and `Hull2::validate` |
//! | [`meshes`] | two meshes, and questions about them | the checker refutes nothing, and bounds are in order |
//! | [`paths`] | a robot, what is around it, and a path | samples and the checker confirm what is proven |
//! | [`solids`] | solids, compounds and convex shapes, and questions | slow answers and swapped shapes say the same |
//! | [`pairs`] | bodies, and questions about them | the checker refutes nothing, and no two answers contradict each other |
//!
//! `cargo xtask fuzz` searches with libFuzzer, which watches which code an input reaches and changes
//! the inputs that reached new code. Each file in `corpus/` is an input; a test runs all of them without
//! libFuzzer. An input that once failed stays there.
//!
//! libFuzzer needs no nightly compiler: its counters are options of LLVM, which the stable one passes
//! on. Only sanitizers of memory would need it, and the library has no `unsafe` code that they could check
//! but its wide instructions.

mod bodies;
mod bytes;
mod colliders;
mod files;
mod hulls;
mod meshes;
mod pairs;
mod paths;
mod solids;
mod text;

pub use files::files;
pub use hulls::hulls;
pub use meshes::meshes;
pub use pairs::pairs;
pub use paths::paths;
pub use solids::solids;
pub use text::text;
