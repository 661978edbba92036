//! The bodies by place, with the generations of their handles, and the pairs that are left out.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use clearance_geometry::space::Vector;

use crate::body::Body;
use crate::handle::{Handle, SceneError};

#[derive(Clone, Debug)]
pub(crate) struct Bodies<V: Vector> {
    /// Empty places are free, or were left since the last step.
    pub all: Vec<Option<Body<V>>>,
    generations: Vec<u32>,
    free: Vec<u32>,
    /// Places that are free from the next step on: until then their pairs are kept.
    leaving: Vec<u32>,
    /// Each pair in both orders.
    ignored: BTreeSet<[Handle; 2]>,
    /// How many are welded.
    pub welded: usize,
}

impl<V: Vector> Bodies<V> {
    pub fn new() -> Self {
        let (all, generations, free, leaving) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { all, generations, free, leaving, ignored: BTreeSet::new(), welded: 0 }
    }
    pub fn len(&self) -> usize {
        self.all.len() - self.free.len() - self.leaving.len()
    }
    pub fn memory(&self) -> usize {
        let ignored = self.ignored.len() * 2 * size_of::<[Handle; 2]>();
        self.all.capacity() * (size_of::<Option<Body<V>>>() + size_of::<u32>()) + ignored
    }
    pub fn insert(&mut self, body: Body<V>) -> u32 {
        let at = self.free.pop().unwrap_or_else(|| {
            self.all.push(None);
            self.generations.push(u32::MAX);
            self.all.len() as u32 - 1
        });
        let place = at as usize;
        self.generations[place] = self.generations[place].wrapping_add(1);
        self.welded += usize::from(body.is_welded);
        self.all[place] = Some(body);
        at
    }
    pub fn remove(&mut self, handle: Handle) -> Result<Body<V>, SceneError> {
        let at = self.place(handle, 0)?;
        let others: Vec<Handle> = self.ignored_by(handle).collect();
        for other in others {
            self.ignore([handle, other], false);
        }
        let body = self.all[at as usize].take().expect("it is valid");
        self.welded -= usize::from(body.is_welded);
        self.leaving.push(at);
        Ok(body)
    }
    /// Those that were left may be used again.
    pub fn settle(&mut self) {
        self.free.append(&mut self.leaving);
    }

    pub fn handle(&self, at: usize) -> Handle {
        Handle { index: at as u32, generation: self.generations[at] }
    }
    /// Is there a body with this handle, or was there one at the last step?
    pub fn was(&self, handle: Handle) -> bool {
        self.generations.get(handle.index()) == Some(&handle.generation)
    }
    pub fn get(&self, handle: Handle) -> Option<&Body<V>> {
        if self.was(handle) { self.all[handle.index()].as_ref() } else { None }
    }
    /// The place of a body; `at` is that of its handle among those given.
    pub fn place(&self, handle: Handle, at: usize) -> Result<u32, SceneError> {
        self.get(handle).map(|_| handle.index).ok_or(SceneError::Stale { handle, at })
    }

    pub fn ignore(&mut self, [a, b]: [Handle; 2], is_ignored: bool) {
        for pair in [[a, b], [b, a]] {
            if is_ignored {
                self.ignored.insert(pair);
            } else {
                self.ignored.remove(&pair);
            }
        }
    }
    fn ignored_by(&self, handle: Handle) -> impl Iterator<Item = Handle> + '_ {
        let from = [handle, Handle { index: 0, generation: 0 }];
        let own = self.ignored.range(from..).take_while(move |pair| pair[0] == handle);
        own.map(|pair| pair[1])
    }
    /// May the bodies at two places have contacts, or a sensor tell of them?
    #[inline]
    pub fn may_meet(&self, a: u32, b: u32) -> bool {
        let places = [a as usize, b as usize];
        let [Some(body_a), Some(body_b)] = places.map(|at| self.all[at].as_ref()) else {
            return false;
        };
        body_a.meets(body_b)
            && (self.ignored.is_empty()
                || !self.ignored.contains(&places.map(|at| self.handle(at))))
    }
}
