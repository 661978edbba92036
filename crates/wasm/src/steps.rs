//! The steps of an algorithm for a page: columns of numbers, copied out of the memory of wasm.

#[cfg(feature = "plane")]
use clearance::glam::DVec2;
use clearance_lines::{Choice, Columns, How};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::lines;

/// The answer to a line, and the steps.
#[wasm_bindgen]
pub struct Steps {
    answer: String,
    columns: Columns,
}

impl Steps {
    /// Answers the first line of a text that asks something.
    pub(crate) fn of(text: &str, choice: Choice) -> Result<Self, String> {
        let (number, line) = lines::first_asked(text)?;
        let how = How { choice, verify: false };
        let mut columns = Columns::default();
        let memory = &mut lines::Memory::default();
        let reply = lines::answered(&line, number, how, memory, Some(&mut columns))?;
        let answer = serde_json::to_string(&reply).map_err(|e| e.to_string())?;
        Ok(Self { answer, columns })
    }
}

#[cfg(feature = "plane")]
impl Steps {
    /// The steps of boolean GJK with a first direction.
    pub(crate) fn from(text: &str, first: DVec2) -> Result<Self, String> {
        let Self { answer, .. } = Self::of(text, Choice::GjkBoolean)?;
        let (number, line) = lines::first_asked(text)?;
        let mut columns = Columns::default();
        clearance_lines::boolean_in_plane(&line?, number, first, &mut columns)?;
        Ok(Self { answer, columns })
    }
}

#[wasm_bindgen]
impl Steps {
    /// The answer, as `clearance query` gives it.
    #[wasm_bindgen(getter)]
    pub fn answer(&self) -> String {
        self.answer.clone()
    }
    /// The number of coordinates of a vector; 0 if there are no vectors.
    #[wasm_bindgen(getter)]
    pub fn dim(&self) -> u32 {
        self.columns.dim
    }
    /// All names: of steps, of fields, and in fields.
    #[wasm_bindgen(getter)]
    pub fn names(&self) -> Vec<String> {
        self.columns.names.iter().map(|name| (*name).into()).collect()
    }
    /// Two numbers for each step: its name, as an index into `names`, and its first field. Its last field
    /// is before the first of the next step.
    #[wasm_bindgen(getter)]
    pub fn steps(&self) -> Vec<u32> {
        self.columns.steps.clone()
    }
    /// Four numbers for each field: its name; its type (0 nothing, 1 a number, 2 a vector, 3 a list of
    /// vectors, 4 an index, 5 a list of indices, 6 a name, 7 a list of numbers); where it begins in
    /// `numbers` (1, 2, 3, 7) or in `indices` (4 to 6); and how many entries it has there.
    #[wasm_bindgen(getter)]
    pub fn fields(&self) -> Vec<u32> {
        self.columns.fields.clone()
    }
    /// Numbers, and the coordinates of vectors.
    #[wasm_bindgen(getter)]
    pub fn numbers(&self) -> Vec<f64> {
        self.columns.numbers.clone()
    }
    /// Counts, indices of features, and indices of names.
    #[wasm_bindgen(getter)]
    pub fn indices(&self) -> Vec<u32> {
        self.columns.indices.clone()
    }
}
