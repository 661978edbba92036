//! Rows are asked a part at a time, and Python may interrupt at any time.
//!
//! ```text
//!   make   what a part asks      work   its answers, which take the time      put   the answers into their places
//!
//!   short rows:  any thread does all three for one part after the other. Rounds of parts end after 50 ms.
//!   long rows:   threads only work. This one makes and puts, and looks for signals while it waits. After an
//!                interrupt the threads are left: they have all that they need, and end with their parts.
//! ```
//!
//! A row of two large meshes may take seconds, and nothing ends a question about one pair. Threads that are not left
//! end with the call, so that a process may fork between calls.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use pyo3::prelude::*;

use crate::error::value;
use crate::rows::Options;
use crate::watch::PAUSE;

/// How rows are cut into parts.
pub struct Plan {
    /// How many rows.
    pub count: usize,
    /// Rows of a part.
    pub each: usize,
    /// May a row take so long that nobody wants to wait for it?
    pub is_long: bool,
}

impl Plan {
    fn parts(&self) -> impl Iterator<Item = Range<usize>> + Send + use<> {
        let (count, each) = (self.count, self.each);
        (0..count).step_by(each).map(move |start| start..count.min(start + each))
    }
}

/// An argument that is refused.
pub struct Refused {
    /// The row of the question: the first one is told.
    pub row: usize,
    pub why: (String, String),
}

impl From<Refused> for PyErr {
    fn from(Refused { why: (name, wrong), .. }: Refused) -> Self {
        value(&name, wrong)
    }
}

/// Asks all rows. There is a place for the answers of each part.
pub fn answer<A: Send + 'static, F: Send + 'static, P: Send>(
    py: Python<'_>,
    options: &Options<'_>,
    plan: &Plan,
    places: impl Iterator<Item = P> + Send,
    make: &(impl Fn(Range<usize>) -> Result<A, Refused> + Sync),
    work: impl Fn(A) -> Result<F, Refused> + Send + Sync + 'static,
    put: &(impl Fn(P, F) + Sync),
) -> PyResult<()> {
    let parts = plan.parts().zip(places);
    if plan.is_long {
        return long(py, options, plan, parts, make, work, put);
    }
    let whole = |(rows, place): (Range<usize>, P)| {
        let count = rows.len();
        put(place, work(make(rows)?)?);
        Ok(count)
    };
    short(py, options, plan, parts, &whole)
}

/// The parts of a round that no thread has taken.
struct Round<I> {
    parts: I,
    left: usize,
    until: Instant,
    /// Is there no part after these?
    is_over: bool,
}

impl<T, I: Iterator<Item = T>> Round<I> {
    fn next(&mut self) -> Option<T> {
        if self.left == 0 || Instant::now() > self.until {
            return None;
        }
        self.left -= 1;
        let part = self.parts.next();
        self.is_over = part.is_none();
        part
    }
}

/// Works in rounds, which end after some time. The first ones have few parts, so that little is done before progress is
/// told.
fn short<T: Send>(
    py: Python<'_>,
    options: &Options<'_>,
    plan: &Plan,
    parts: impl Iterator<Item = T> + Send,
    work: &(impl Fn(T) -> Result<usize, Refused> + Sync),
) -> PyResult<()> {
    let (mut size, mut done) = (options.threads, 0);
    let mut round =
        Mutex::new(Round { parts, left: 0, until: Instant::now(), is_over: plan.count == 0 });
    while done < plan.count {
        if let Ok(next) = round.get_mut() {
            (next.left, next.until) = (size, Instant::now() + PAUSE);
            if next.is_over {
                break;
            }
        }
        let threads = options.threads.min((plan.count - done).div_ceil(plan.each));
        done += py.detach(|| share(&round, threads, work))?;
        py.check_signals()?;
        if let Some(progress) = &options.progress {
            progress.call1((done, plan.count))?;
        }
        size = size.saturating_mul(2);
    }
    Ok(())
}

/// Works on the parts of a round, on so many threads, and returns how many rows were answered. Of several errors, the
/// one of the first row is returned.
fn share<T: Send>(
    round: &Mutex<Round<impl Iterator<Item = T> + Send>>,
    threads: usize,
    work: &(impl Fn(T) -> Result<usize, Refused> + Sync),
) -> Result<usize, Refused> {
    let found = Mutex::new((0, None));
    let next = || round.lock().ok()?.next();
    let works = || {
        while let Some(part) = next() {
            let answered = work(part);
            let Ok(mut found) = found.lock() else { return };
            match answered {
                Ok(rows) => found.0 += rows,
                Err(wrong) => {
                    found.1 = first(found.1.take(), wrong);
                    return;
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If there is no thread to be had, this one does its work.
            let _ = thread::Builder::new().spawn_scoped(scope, works);
        }
        works();
    });
    match found.into_inner() {
        Ok((_, Some(wrong))) => Err(wrong),
        Ok((rows, None)) => Ok(rows),
        Err(_) => Ok(0),
    }
}

/// The error of the first row.
fn first(one: Option<Refused>, other: Refused) -> Option<Refused> {
    Some(one.filter(|one| one.row <= other.row).unwrap_or(other))
}

/// Works on threads that can be left.
fn long<A: Send + 'static, F: Send + 'static, P>(
    py: Python<'_>,
    options: &Options<'_>,
    plan: &Plan,
    mut parts: impl Iterator<Item = (Range<usize>, P)>,
    make: &impl Fn(Range<usize>) -> Result<A, Refused>,
    work: impl Fn(A) -> Result<F, Refused> + Send + Sync + 'static,
    put: &impl Fn(P, F),
) -> PyResult<()> {
    let threads = options.threads.min(plan.count.div_ceil(plan.each));
    let most = 2 * threads;
    let ((give, taken), (done, found)) = (sync_channel::<(usize, A)>(most), channel());
    let (taken, work) = (Arc::new(Mutex::new(taken)), Arc::new(work));
    let worker = |_| {
        let (taken, work, done) = (Arc::clone(&taken), Arc::clone(&work), done.clone());
        let next = move || taken.lock().ok()?.recv().ok();
        thread::Builder::new().spawn(move || {
            while let Some((start, asked)) = next() {
                let answered = catch_unwind(AssertUnwindSafe(|| work(asked)));
                if done.send((start, answered)).is_err() {
                    return;
                }
            }
        })
    };
    let workers = (0..threads).map(worker).collect::<Result<Vec<_>, _>>()?;
    let (found, mut open) = (Mutex::new(found), BTreeMap::new());
    let (mut answered, mut refused, mut last) = (0, None, Instant::now());
    loop {
        while refused.is_none()
            && open.len() < most
            && let Some((rows, place)) = parts.next()
        {
            let (start, count) = (rows.start, rows.len());
            match make(rows) {
                Ok(asked) => {
                    open.insert(start, (place, count));
                    let _ = give.send((start, asked));
                }
                Err(wrong) => refused = Some(wrong),
            }
        }
        if open.is_empty() {
            break;
        }
        let next = py.detach(|| found.lock().ok().map(|found| found.recv_timeout(PAUSE)));
        match next {
            Some(Ok((start, outcome))) => {
                let place = open.remove(&start);
                match outcome.unwrap_or_else(|panic| resume_unwind(panic)) {
                    Ok(found) => {
                        if let Some((place, count)) = place {
                            put(place, found);
                            answered += count;
                        }
                    }
                    Err(wrong) => refused = first(refused, wrong),
                }
            }
            Some(Err(RecvTimeoutError::Timeout)) => {}
            _ => break,
        }
        if last.elapsed() >= PAUSE || open.is_empty() {
            py.check_signals()?;
            if let Some(progress) = &options.progress {
                progress.call1((answered, plan.count))?;
            }
            last = Instant::now();
        }
    }
    drop(give);
    for worker in workers {
        py.detach(|| worker.join()).unwrap_or_else(|panic| resume_unwind(panic));
    }
    refused.map_or(Ok(()), |wrong| Err(wrong.into()))
}
