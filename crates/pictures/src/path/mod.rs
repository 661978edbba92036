//! The path of a robot on a page: its clearance as a chart, its worst moments as pictures.
//!
//! ```text
//!   motion.rs   what is known of the path: stretches, samples, moments
//!   chart.rs    the curves and the words of the chart
//!   html.rs     the chart and a moment as parts of a page, with their look
//! ```

mod chart;
mod html;
mod motion;

pub use html::{COLORS, STYLE, chart, moment};
pub use motion::{Moment, Motion, Sample, Stretch, titled};
