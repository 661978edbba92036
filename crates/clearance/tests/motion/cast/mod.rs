//! Casts: the first time at which moving shapes touch.

mod cases;
mod checked;
mod closed;
mod hostile;
mod named;
mod oracle;
mod parting;
mod proof;
mod turning;
