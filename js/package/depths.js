// How deep shapes overlap, and whether they are within a distance.

import { number, outArray } from './check.js';
import { DIM, POSE, Real } from './numbers.js';
import { askOne, askRows, columns, put, putVector, sides, vectorAt } from './pairs.js';

/** The answer about a clearance at a place in the room. */
export function clearanceAt(view, at) {
  return {
    signedDistance: view[at],
    lower: view[at + 1],
    upper: view[at + 2],
    normal: vectorAt(view, at + 4),
    pointA: vectorAt(view, at + 4 + DIM),
    pointB: vectorAt(view, at + 4 + 2 * DIM),
    status: view[at + 3],
  };
}

/** How many numbers that is. */
export const CLEARANCE = 4 + 3 * DIM;

const KINDS = {
  signedDistance: [Real, 1],
  lower: [Real, 1],
  upper: [Real, 1],
  normal: [Real, DIM],
  pointA: [Real, DIM],
  pointB: [Real, DIM],
  status: [Uint8Array, 1],
};

/** How far apart are the shapes, or how deep do they overlap? */
export function clearance(a, poseA, b, poseB, out) {
  const all = sides(poseA, poseB, out);
  if (!all) return clearanceAt(askOne(4, a, poseA, b, poseB, CLEARANCE, 0), 2 * POSE);
  const found = columns(KINDS, all.count, out);
  askRows(4, all, [a, poseA, b, poseB], CLEARANCE, 0, (row, view, at) => {
    put(found.signedDistance, row, view[at]);
    put(found.lower, row, view[at + 1]);
    put(found.upper, row, view[at + 2]);
    put(found.status, row, view[at + 3]);
    putVector(found.normal, row, view, at + 4);
    putVector(found.pointA, row, view, at + 4 + DIM);
    putVector(found.pointB, row, view, at + 4 + 2 * DIM);
  });
  return found;
}

/** How deep do the shapes overlap, and along which normal? The depth is 0 where they are apart, and the normal NaN. */
export function penetration(a, poseA, b, poseB, out) {
  const [all, width] = [sides(poseA, poseB, out), 1 + DIM];
  if (!all) {
    const [view, at] = [askOne(5, a, poseA, b, poseB, width, 0), 2 * POSE];
    return { depth: view[at], normal: vectorAt(view, at + 1) };
  }
  const found = columns({ depth: [Real, 1], normal: [Real, DIM] }, all.count, out);
  askRows(5, all, [a, poseA, b, poseB], width, 0, (row, view, at) => {
    put(found.depth, row, view[at]);
    putVector(found.normal, row, view, at + 1);
  });
  return found;
}

/** Are the shapes at most so far apart? False only if it is proven that they are not. */
export function within(a, poseA, b, poseB, distance, out) {
  const limit = number('distance', distance);
  if (Number.isNaN(limit)) throw new RangeError('distance: it is NaN');
  const all = sides(poseA, poseB, out);
  if (!all) return askOne(2, a, poseA, b, poseB, 1, limit)[2 * POSE] !== 0;
  const found = out === undefined ? new Uint8Array(all.count) : outArray('out', out, [Uint8Array], all.count);
  askRows(2, all, [a, poseA, b, poseB], 1, limit, (row, view, at) => {
    found[row] = view[at];
  });
  return found;
}
