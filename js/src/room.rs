//! The numbers that go in and out: one room for all questions, which JavaScript sees as arrays.
//!
//! ```text
//!   room(count)     f64   what is asked about, then the answers with a known length
//!   indices(count)  u32   triangles, numbers of shapes
//!   found()         f64   answers whose length is known afterwards
//!   error()               why the last question was refused
//! ```

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

/// The numbers of a question.
#[derive(Default)]
pub struct Room {
    pub given: Vec<f64>,
    pub indices: Vec<u32>,
    pub found: Vec<f64>,
    error: String,
}

thread_local! {
    static ROOM: RefCell<Room> = RefCell::default();
}

/// Why something was refused: a sentence that begins with the name of an argument.
pub type Asked<T = ()> = Result<T, String>;

/// The name of the argument, and what is wrong with it.
pub fn wrong(name: &str, why: impl std::fmt::Display) -> String {
    format!("{name}: {why}")
}

/// The same of a row.
pub fn wrong_row(name: &str, row: usize, why: impl std::fmt::Display) -> String {
    format!("{name}: row {row}: {why}")
}

/// Asks a question in the room; false if it was refused, with the reason as [`error`].
pub fn ask(question: impl FnOnce(&mut Room) -> Asked) -> bool {
    ROOM.with_borrow_mut(|room| {
        room.found.clear();
        let outcome = question(room);
        let is_answered = outcome.is_ok();
        if let Err(why) = outcome {
            room.error = why;
        }
        is_answered
    })
}

/// As [`ask`], of what makes a number; -1 if it was refused.
pub fn number(question: impl FnOnce(&mut Room) -> Asked<u32>) -> f64 {
    let mut made = 0;
    let is_made = ask(|room| {
        made = question(room)?;
        Ok(())
    });
    if is_made { made.into() } else { -1.0 }
}

/// Room for so many entries: where it is, or 0 if there is no memory.
fn filled<T: Clone + Default>(list: &mut Vec<T>, count: usize) -> usize {
    if list.len() < count {
        if list.try_reserve_exact(count - list.len()).is_err() {
            return 0;
        }
        list.resize(count, T::default());
    }
    list.as_ptr().expose_provenance()
}

/// Room for so many numbers; where it is in memory, or 0 if there is none left.
#[wasm_bindgen]
pub fn room(count: usize) -> usize {
    ROOM.with_borrow_mut(|room| filled(&mut room.given, count))
}

/// Room for so many indices, as [`room`].
#[wasm_bindgen]
pub fn indices(count: usize) -> usize {
    ROOM.with_borrow_mut(|room| filled(&mut room.indices, count))
}

/// Where the numbers are that the last question has found.
#[wasm_bindgen]
pub fn found() -> usize {
    ROOM.with_borrow(|room| room.found.as_ptr().expose_provenance())
}

/// How many numbers that are.
#[wasm_bindgen(js_name = foundCount)]
pub fn found_count() -> usize {
    ROOM.with_borrow(|room| room.found.len())
}

/// Gives back what the largest question so far has taken.
#[wasm_bindgen]
pub fn shrink() {
    ROOM.with_borrow_mut(|room| *room = Room::default());
}

thread_local! {
    static PANIC: RefCell<String> = RefCell::default();
}

/// Keeps what a panic says, which stops the library.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| PANIC.set(panic.to_string())));
}

/// What the panic said that has stopped the library; empty if memory has ended.
#[wasm_bindgen]
pub fn panicked() -> String {
    PANIC.take()
}

/// Why the last question was refused.
#[wasm_bindgen]
pub fn error() -> String {
    ROOM.with_borrow_mut(|room| std::mem::take(&mut room.error))
}
