//! The adjacency of the vertices, edges and faces of a polyhedron, without coordinates.
//!
//! A half-edge is an index. Half-edges 2k and 2k + 1 are twins: the two directions of edge k.
//!
//! ```text
//!                  \  face(e)   /           Seen from outside. Faces lie to the left of
//!         prev      \          / next(e)    their half-edges, which go around them
//!                    \   e    /             counterclockwise.
//!        origin(e) --- o----> o --- target(e)
//!                    / <----  \             twin(e) = e ^ 1 runs back along the
//!                   /   twin   \            neighbour. next(twin(e)) leaves origin(e):
//!                  / face(twin) \           the next edge around it, clockwise.
//! ```
//!
//! *Arcs.* On the Gauss map, a face is the point of its normal, and edge k is the arc from the point of
//! face(2k) to that of face(2k + 1). The arcs are in order: each starts at a face at which an earlier arc
//! started or ended (the first at face 0). Faces are numbered as they are reached. So a walk over the
//! arcs by index knows at each start the results of an earlier arc there.
//!
//! ```text
//!              1            The four faces of a tetrahedron and the six arcs between them:
//!            / | \          arcs 0, 1, 2 start at face 0, arcs 3 and 4 at face 1, arc 5
//!          3   0   4        at face 2.
//!         /    |    \
//!        /  .1-0-2.  \
//!       2 ----- 5 ---- 3
//! ```

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::mesh::Mesh;
use super::quickhull::NONE;
use crate::Error;

/// Borrowed half-edges of a polyhedron.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topology<'a> {
    pub(super) origin: &'a [u32],
    pub(super) next: &'a [u32],
    pub(super) face: &'a [u32],
    /// One half-edge of each face, and one from each vertex.
    pub(super) of_face: &'a [u32],
    pub(super) of_vertex: &'a [u32],
}

/// The half-edges of a built hull: see [`Topology`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfEdges {
    pub origin: Box<[u32]>,
    pub next: Box<[u32]>,
    pub face: Box<[u32]>,
    pub of_face: Box<[u32]>,
    pub of_vertex: Box<[u32]>,
}

impl HalfEdges {
    #[inline]
    pub fn topology(&self) -> Topology<'_> {
        let Self { origin, next, face, of_face, of_vertex } = self;
        Topology { origin, next, face, of_face, of_vertex }
    }
}

/// Iterates around a face or a vertex once.
#[derive(Clone, Debug)]
pub struct Around<'a> {
    topology: Topology<'a>,
    start: u32,
    here: u32,
    done: bool,
    /// 1 around a vertex, where the walk continues from the twin; 0 around a face.
    turn: u32,
}

impl Iterator for Around<'_> {
    type Item = u32;
    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.done {
            return None;
        }
        let edge = self.here;
        self.here = self.topology.next(edge ^ self.turn);
        self.done = self.here == self.start;
        Some(edge)
    }
}

impl<'a> Topology<'a> {
    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.of_vertex.len()
    }
    /// The number of edges: half as many as half-edges.
    pub fn edges(&self) -> usize {
        self.origin.len() / 2
    }
    /// The number of faces.
    pub fn faces(&self) -> usize {
        self.of_face.len()
    }
    /// The half-edge that runs back.
    #[inline]
    pub const fn twin(edge: u32) -> u32 {
        edge ^ 1
    }
    /// The vertex where a half-edge starts.
    #[inline]
    pub fn origin(&self, edge: u32) -> u32 {
        self.origin[edge as usize]
    }
    /// The vertex where a half-edge ends.
    #[inline]
    pub fn target(&self, edge: u32) -> u32 {
        self.origin(Self::twin(edge))
    }
    /// The half-edge that follows around the face, counterclockwise.
    #[inline]
    pub fn next(&self, edge: u32) -> u32 {
        self.next[edge as usize]
    }
    /// The face to the left of a half-edge, seen from outside.
    #[inline]
    pub fn face(&self, edge: u32) -> u32 {
        self.face[edge as usize]
    }
    /// The faces that arc `k` of the Gauss map joins: where it starts and where it ends.
    #[inline]
    pub fn arc(&self, k: u32) -> [u32; 2] {
        [self.face(2 * k), self.face(2 * k + 1)]
    }
    /// All arcs, in order: see [`Topology::arc`].
    #[inline]
    pub fn arcs(&self) -> &'a [[u32; 2]] {
        self.face.as_chunks().0
    }
    /// A vertex of a face.
    #[inline]
    pub fn corner(&self, face: u32) -> u32 {
        self.origin(self.of_face[face as usize])
    }
    /// The half-edges of a face, counterclockwise seen from outside.
    #[inline]
    pub fn face_edges(&self, face: u32) -> Around<'a> {
        let start = self.of_face[face as usize];
        Around { topology: *self, start, here: start, done: false, turn: 0 }
    }
    /// The half-edges that start at a vertex, clockwise seen from outside; none for a point.
    #[inline]
    pub fn vertex_edges(&self, vertex: u32) -> Around<'a> {
        let start = self.of_vertex[vertex as usize];
        let done = start as usize >= self.origin.len();
        Around { topology: *self, start, here: start, done, turn: 1 }
    }

    /// Checks the properties of all polyhedra, whatever the coordinates are. Twins are in different
    /// faces. `next` goes around faces with three or more half-edges. Walks around vertices reach all
    /// half-edges that start there, at least three. Euler's formula vertices - edges + faces = 2 holds.
    /// The arcs are in order.
    ///
    /// # Errors
    /// [`Error::NoHull`] names the violated property.
    pub fn validate(&self) -> Result<(), Error> {
        let fault = |why| Err(Error::NoHull { why });
        let all = 0..self.origin.len() as u32;
        if self.vertices() + self.faces() != self.edges() + 2 {
            return fault("vertices - edges + faces is not 2");
        }
        if !all.clone().all(|e| self.target(e) == self.origin(self.next(e))) {
            return fault("the next half-edge does not start where one ends");
        }
        if !all.clone().all(|e| self.face(e) == self.face(self.next(e))) {
            return fault("the next half-edge is of another face");
        }
        if !all.clone().all(|e| self.face(e) != self.face(Self::twin(e))) {
            return fault("a face meets itself at an edge");
        }
        // A walk that does not return is cut off, and then counts too many.
        let most = self.origin.len() + 1;
        let whole = |walk: Around<'_>, owner: &dyn Fn(u32) -> bool| {
            let count = walk.clone().take(most).filter(|e| owner(*e)).count();
            if count == walk.take(most).count() && count >= 3 { count } else { most }
        };
        let faces =
            (0..self.faces() as u32).map(|f| whole(self.face_edges(f), &|e| self.face(e) == f));
        if faces.sum::<usize>() != self.origin.len() {
            return fault("a face has less than three half-edges, or more than it reaches");
        }
        let vertices = (0..self.vertices() as u32)
            .map(|v| whole(self.vertex_edges(v), &|e| self.origin(e) == v));
        if vertices.sum::<usize>() != self.origin.len() {
            return fault("a vertex has less than three half-edges, or more than it reaches");
        }
        let mut known = 0;
        for [from, to] in (0..self.edges() as u32).map(|k| self.arc(k)) {
            if from > known || to > known + 1 {
                return fault("an arc starts where none has been");
            }
            known = known.max(to);
        }
        Ok(())
    }
}

impl HalfEdges {
    /// Makes half-edges from a mesh. Also returns the index of each face in the mesh.
    pub fn of(mesh: &Mesh) -> (Self, Vec<u32>) {
        // Half-edges of the mesh in their new order, and the new indices of old ones.
        let mut edges = alloc::vec![NONE; mesh.origin.len()];
        let mut number = alloc::vec![NONE; mesh.origin.len()];
        let mut face_number = alloc::vec![NONE; mesh.faces.len()];
        let mut order: Vec<u32> = mesh.alive().collect();
        face_number[order[0] as usize] = 0;
        let (mut known_edges, mut known_faces, mut done) = (0, 1, 0);
        while done < known_faces {
            // Half-edges that are known already are written again, to the same place: a branch could not
            // be predicted.
            for e in mesh.ring(order[done as usize]) {
                let twin = mesh.twin[e as usize];
                let at = number[e as usize].min(known_edges);
                (number[e as usize], number[twin as usize]) = (at, Topology::twin(at));
                (edges[at as usize], edges[Topology::twin(at) as usize]) = (e, twin);
                known_edges += 2 * u32::from(at == known_edges);
                let beyond = mesh.face[twin as usize];
                let at = face_number[beyond as usize].min(known_faces);
                face_number[beyond as usize] = at;
                order[at as usize] = beyond;
                known_faces += u32::from(at == known_faces);
            }
            done += 1;
        }
        // Some half-edges of the mesh may have been removed.
        edges.truncate(known_edges as usize);
        let origin: Box<[u32]> = edges.iter().map(|e| mesh.origin[*e as usize]).collect();
        let mut of_vertex = alloc::vec![NONE; mesh.points.len()];
        for (e, v) in origin.iter().enumerate().rev() {
            of_vertex[*v as usize] = e as u32;
        }
        let edges = Self {
            origin,
            next: edges.iter().map(|e| number[mesh.next[*e as usize] as usize]).collect(),
            face: edges.iter().map(|e| face_number[mesh.face[*e as usize] as usize]).collect(),
            of_face: order.iter().map(|f| number[mesh.faces[*f as usize] as usize]).collect(),
            of_vertex: of_vertex.into(),
        };
        (edges, order)
    }
}
