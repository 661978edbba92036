// Rays and points at one shape: methods of all shapes, as functions and as methods.

import { numbers, options, outArray, time, vector } from './check.js';
import { CHUNK, ask, found as foundNumbers, lib, refused, room, stopped } from './memory.js';
import { DIM, POSE, Real } from './numbers.js';
import { columns, put, putVector, vectorAt } from './pairs.js';
import { writePose } from './poses.js';
import { numberOf, scaledBy } from './shape.js';

/** Numbers of an answer: see `probes.rs`. */
export const RAY = 6 + 2 * DIM;
const POINT = 7 + 2 * DIM;
const RAYS = ['side', 'hollow'];
const SIDES = { front: 1, back: 2, both: 3 };

const HITS = {
  time: [Real, 1],
  point: [Real, DIM],
  normal: [Real, DIM],
  part: [Int32Array, 1],
  faceIndex: [Int32Array, 1],
  barycoord: [Real, 2],
  fromBehind: [Uint8Array, 1],
};

/** Which sides count, as bits. */
function met(given) {
  if (given === undefined) return SIDES.both;
  const { side = 'both', hollow = false } = options('options', given, RAYS);
  if (!(side in SIDES)) throw new RangeError(`options.side: ${side}; there are front, back and both`);
  return SIDES[side] | (hollow ? 4 : 0);
}

/** The number of a shape at a pose, which is written to the room. */
function place(shape, pose, count) {
  const own = numberOf('shape', shape);
  const factors = writePose('pose', pose, room(count), 0);
  return factors ? scaledBy('pose', shape, factors) : own;
}

/** Calls `each(first, rows, number)` for chunks of rows of `width` numbers, which it writes to the room. */
function eachChunk(shape, pose, given, width, answers, each) {
  const count = given.length / width;
  for (let first = 0; first < count || first === 0; first += CHUNK) {
    const rows = Math.min(CHUNK, count - first);
    const size = POSE + (width + answers) * rows;
    const own = place(shape, pose, size);
    const part = Array.isArray(given) ? given.slice(first * width, (first + rows) * width) : given.subarray(first * width, (first + rows) * width);
    room(size).set(part, POSE);
    each(first, rows, own);
  }
}

/** The answer about a ray at a place in the room; null for a miss. */
export function hitAt(view, at) {
  if (view[at] === Infinity) return null;
  return {
    time: view[at],
    point: vectorAt(view, at + 6),
    normal: vectorAt(view, at + 6 + DIM),
    part: view[at + 1],
    faceIndex: view[at + 2],
    barycoord: [1 - view[at + 3] - view[at + 4], view[at + 3], view[at + 4]],
    fromBehind: view[at + 5] !== 0,
  };
}

export function putHit(found, row, view, at) {
  put(found.time, row, view[at]);
  put(found.part, row, view[at + 1]);
  put(found.faceIndex, row, view[at + 2]);
  put(found.fromBehind, row, view[at + 5]);
  if (found.barycoord) found.barycoord.set([view[at + 3], view[at + 4]], 2 * row);
  putVector(found.point, row, view, at + 6);
  putVector(found.normal, row, view, at + 6 + DIM);
}

/** A time, which may be left out: then rays do not end. */
const until = (tmax) => (tmax === undefined || tmax === null ? Infinity : time('tmax', tmax));

/** The first hits of rays in the room. */
function cast(own, rows, end, bits, first) {
  try {
    if (!lib.rays(own, rows, end, bits, first)) refused();
  } catch (wrong) {
    throw stopped(wrong);
  }
}

/** Where one ray first meets a shape, or null. */
export function castRay(shape, pose, origin, direction, tmax, given) {
  const [start, along, end, bits] = [vector('origin', origin, DIM), vector('direction', direction, DIM), until(tmax), met(given)];
  const size = POSE + 2 * DIM + RAY;
  const own = place(shape, pose, size);
  const view = room(size);
  for (let i = 0; i < DIM; i++) {
    view[POSE + i] = start[i];
    view[POSE + DIM + i] = along[i];
  }
  cast(own, 1, end, bits, -1);
  return hitAt(room(size), POSE + 2 * DIM);
}

/**
 * Where rays, an origin and a direction each, first meet a shape. `out` is an object with some of the arrays of the answer, or
 * an array of two numbers for each ray: time and face.
 */
export function castRays(shape, pose, rays, tmax, out, given) {
  numbers('rays', rays, 2 * DIM);
  const [count, end, bits] = [rays.length / (2 * DIM), until(tmax), met(given)];
  const isFlat = ArrayBuffer.isView(out);
  const found = isFlat ? outArray('out', out, [Float32Array, Float64Array], 2 * count) : columns(HITS, count, out);
  eachChunk(shape, pose, rays, 2 * DIM, RAY, (first, rows, own) => {
    cast(own, rows, end, bits, first);
    const answers = POSE + 2 * DIM * rows;
    const view = room(answers + RAY * rows);
    for (let row = 0; row < rows; row++) {
      const at = answers + RAY * row;
      if (isFlat) {
        out[2 * (first + row)] = view[at];
        out[2 * (first + row) + 1] = view[at + 2];
      } else putHit(found, first + row, view, at);
    }
  });
  return found;
}

/** All triangles and convex parts that rays meet, a row for each hit; `ray` is the number of the ray. */
export function castRaysAll(shape, pose, rays, tmax, given) {
  numbers('rays', rays, 2 * DIM);
  const [end, bits, chunks] = [until(tmax), met(given), []];
  eachChunk(shape, pose, rays, 2 * DIM, RAY, (first, rows, own) => {
    ask('raysAll', own, rows, end, bits, first);
    chunks.push(foundNumbers().slice());
  });
  const count = chunks.reduce((sum, chunk) => sum + chunk.length / (1 + RAY), 0);
  const found = columns({ ray: [Uint32Array, 1], ...HITS }, count);
  let row = 0;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += 1 + RAY) {
      found.ray[row] = chunk[at];
      putHit(found, row++, chunk, at + 1);
    }
  }
  return found;
}

/** One point or many? One is a vector, many an array of numbers with another length, or `out` is given. */
function pointsOf(points, out) {
  const isOne = out === undefined && (points?.length === DIM || typeof points?.x === 'number');
  const all = isOne ? vector('points', points, DIM) : numbers('points', points, DIM);
  return { isOne, all, count: all.length / DIM };
}

function atPoints(shape, pose, question, all, width, isOne, put) {
  eachChunk(shape, pose, all, DIM, width, (first, rows, own) => {
    ask(question, own, rows, isOne ? -1 : first);
    const answers = POSE + DIM * rows;
    const view = room(answers + width * rows);
    for (let row = 0; row < rows; row++) put(first + row, view, answers + width * row);
  });
}

/** Is each point inside or on the surface? False only where it is proven to be outside. */
export function contains(shape, points, pose = null, out) {
  const { isOne, all, count } = pointsOf(points, out);
  const found = out === undefined ? new Uint8Array(count) : outArray('out', out, [Uint8Array], count);
  atPoints(shape, pose, 'contains', all, 1, isOne, (row, view, at) => {
    found[row] = view[at];
  });
  return isOne ? found[0] !== 0 : found;
}

/** How far each point is from the surface, negative inside. */
export function signedDistance(shape, points, pose = null, out) {
  const { isOne, all, count } = pointsOf(points, out);
  const found = out === undefined ? new Real(count) : outArray('out', out, [Float32Array, Float64Array], count);
  atPoints(shape, pose, 'project', all, POINT, isOne, (row, view, at) => {
    found[row] = view[at];
  });
  return isOne ? found[0] : found;
}

const PROJECTIONS = {
  signedDistance: [Real, 1],
  lower: [Real, 1],
  upper: [Real, 1],
  point: [Real, DIM],
  normal: [Real, DIM],
  part: [Int32Array, 1],
  faceIndex: [Int32Array, 1],
};

/** The nearest point of the surface to each point, in world coordinates. */
export function project(shape, points, pose = null, out) {
  const { isOne, all, count } = pointsOf(points, out);
  const found = isOne ? {} : columns(PROJECTIONS, count, out);
  atPoints(shape, pose, 'project', all, POINT, isOne, (row, view, at) => {
    if (isOne) {
      Object.assign(found, {
        signedDistance: view[at],
        lower: view[at + 1],
        upper: view[at + 2],
        point: vectorAt(view, at + 7),
        normal: vectorAt(view, at + 7 + DIM),
        part: view[at + 3],
        faceIndex: view[at + 4],
      });
      return;
    }
    put(found.signedDistance, row, view[at]);
    put(found.lower, row, view[at + 1]);
    put(found.upper, row, view[at + 2]);
    put(found.part, row, view[at + 3]);
    put(found.faceIndex, row, view[at + 4]);
    putVector(found.point, row, view, at + 7);
    putVector(found.normal, row, view, at + 7 + DIM);
  });
  return found;
}
