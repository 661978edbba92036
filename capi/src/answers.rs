//! What a function returns: a code, and a sentence of the thread if something was refused. No panic leaves the library.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What became of a call.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The answer is written.
    Good = 0,
    /// An argument was refused. `cl_last_error` names it and says why.
    BadArgument = 1,
    /// There is not so much memory.
    NoMemory = 2,
    /// A mistake in this library. Please report it.
    Bug = 3,
}

/// Why a call was refused: a sentence that begins with the name of an argument.
pub struct Wrong {
    pub code: Code,
    pub sentence: String,
}

/// The outcome of a question.
pub type Asked<T = ()> = Result<T, Wrong>;

/// The name of an argument, and what is wrong with it.
#[cold]
pub fn wrong(name: &str, why: impl Display) -> Wrong {
    let why = why.to_string();
    // The library names what it can.
    let sentence = if why.starts_with(name) { why } else { format!("{name}: {why}") };
    Wrong { code: Code::BadArgument, sentence }
}

/// The same of one of many.
#[cold]
pub fn wrong_row(name: &str, row: usize, why: impl Display) -> Wrong {
    wrong(&format!("{name}[{row}]"), why)
}

thread_local! {
    static SAID: RefCell<CString> = RefCell::default();
}

/// The code of a question, whose sentence is kept for `cl_last_error`.
#[inline]
pub fn answered(question: impl FnOnce() -> Asked) -> Code {
    match catch_unwind(AssertUnwindSafe(question)) {
        Ok(Ok(())) => Code::Good,
        Ok(Err(wrong)) => said(wrong),
        Err(panic) => said(Wrong { code: Code::Bug, sentence: bug(panic) }),
    }
}

#[cold]
fn said(Wrong { code, sentence }: Wrong) -> Code {
    let sentence = CString::new(sentence.replace('\0', " ")).unwrap_or_default();
    // A thread that is ending keeps no sentence.
    let _ = SAID.try_with(|said| said.replace(sentence));
    code
}

#[cold]
fn bug(panic: Box<dyn Any + Send>) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("clearance: this is a bug, please report it: {}", text.unwrap_or("no message"))
}

/// Why the last call on this thread that did not return `CL_CODE_GOOD` was refused: a sentence that begins with the name
/// of an argument; empty if there was none. It is valid until the next such call on this thread.
#[unsafe(no_mangle)]
extern "C" fn cl_last_error() -> *const c_char {
    SAID.try_with(|said| said.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// The version of the library, as "0.1.0".
#[unsafe(no_mangle)]
extern "C" fn cl_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}
