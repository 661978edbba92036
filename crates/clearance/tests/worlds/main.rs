//! Questions about shapes that are not convex, against the slow obvious answers.

mod checked;
#[path = "../common/mod.rs"]
mod common;
mod compounds;
mod contacts;
mod deepest;
mod depth;
mod evidence;
mod hostile;
mod make;
mod motion;
mod one_face;
mod points;
mod rays;
mod reports;
mod seams;
mod separation;
mod solids;
mod sound;
mod times;
