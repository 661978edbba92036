//! The steps of an algorithm as columns of numbers, which a page reads without parsing text.

use serde_json::Value;

use crate::steps::Sink;

/// The type of a field: the second of its four numbers in [`Columns::fields`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Nothing.
    None = 0,
    /// A number.
    Number = 1,
    /// A vector.
    Vector = 2,
    /// A list of vectors.
    Vectors = 3,
    /// A count or an index.
    Index = 4,
    /// A list of indices.
    Indices = 5,
    /// A name, as an index into [`Columns::names`].
    Name = 6,
    /// A list of numbers.
    Numbers = 7,
}

/// The steps of an algorithm. A step has a name and fields, which are those of its JSON line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    /// The number of coordinates of a vector; 0 if there are no vectors.
    pub dim: u32,
    /// All names: of steps, of fields, and in fields.
    pub names: Vec<&'static str>,
    /// Two numbers for each step: its name, and its first field. Its last field is before the first of
    /// the next step.
    pub steps: Vec<u32>,
    /// Four numbers for each field: its name, what it [`Holds`], where this begins in
    /// [`Columns::numbers`] or [`Columns::indices`], and how many entries it has there.
    pub fields: Vec<u32>,
    /// Numbers and the coordinates of vectors.
    pub numbers: Vec<f64>,
    /// Counts, indices of features, and names.
    pub indices: Vec<u32>,
}

impl Columns {
    fn named(&mut self, name: &'static str) -> u32 {
        let known = self.names.iter().position(|known| *known == name);
        let place = known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        place as u32
    }
    fn of_numbers(&mut self, field: &'static str, holds: Holds, values: &[f64]) {
        let name = self.named(field);
        let start = self.numbers.len() as u32;
        self.fields.extend([name, holds as u32, start, values.len() as u32]);
        self.numbers.extend_from_slice(values);
    }
    fn of_indices(&mut self, field: &'static str, holds: Holds, values: &[u32]) {
        let name = self.named(field);
        let start = self.indices.len() as u32;
        self.fields.extend([name, holds as u32, start, values.len() as u32]);
        self.indices.extend_from_slice(values);
    }
}

impl Sink for Columns {
    fn begin(&mut self, _: &Value, step: &'static str) {
        let name = self.named(step);
        self.steps.extend([name, (self.fields.len() / 4) as u32]);
    }
    fn number(&mut self, field: &'static str, value: f64) {
        self.of_numbers(field, Holds::Number, &[value]);
    }
    fn numbers(&mut self, field: &'static str, values: &[f64]) {
        self.of_numbers(field, Holds::Numbers, values);
    }
    fn vector(&mut self, field: &'static str, value: &[f64]) {
        self.dim = value.len() as u32;
        self.of_numbers(field, Holds::Vector, value);
    }
    fn vectors(&mut self, field: &'static str, dim: usize, values: &[f64]) {
        self.dim = dim as u32;
        self.of_numbers(field, Holds::Vectors, values);
    }
    fn index(&mut self, field: &'static str, value: u32) {
        self.of_indices(field, Holds::Index, &[value]);
    }
    fn indices(&mut self, field: &'static str, _: usize, values: &[u32]) {
        self.of_indices(field, Holds::Indices, values);
    }
    fn name(&mut self, field: &'static str, value: &'static str) {
        let value = self.named(value);
        self.of_indices(field, Holds::Name, &[value]);
    }
    fn none(&mut self, field: &'static str) {
        self.of_indices(field, Holds::None, &[]);
    }
    fn end(&mut self) {}
    fn takes_all(&self) -> bool {
        false
    }
}
