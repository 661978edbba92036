//! Casts: the first time of contact of moving shapes.

mod cases;
mod checked;
mod closed;
mod hostile;
mod named;
mod oracle;
mod parting;
mod proof;
mod sizes;
mod turning;
