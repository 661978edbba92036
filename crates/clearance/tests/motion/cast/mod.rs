//! Casts: when moving shapes touch first.

mod cases;
mod checked;
mod closed;
mod hostile;
mod named;
mod oracle;
mod parting;
mod proof;
mod turning;
