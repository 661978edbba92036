// Questions about two shapes. One pair is answered with a value, rows of poses with arrays:
//
//   distance(a, poseA, b, poseB)          a number
//   distance(a, poses, b, poseB)          a Float32Array, one number for each pose
//   distance(a, poses, b, poses, out)     the same, into `out`

import { outArray, wrongType } from './check.js';
import { CHUNK, lib, refused, room, stopped } from './memory.js';
import { DIM, POSE, Real } from './numbers.js';
import { rowsOf, writePose } from './poses.js';
import { numberOf, scaledBy } from './shape.js';

/** Asks about one pair; its answer is in the room it returns, from `2 * POSE` on. */
export function askOne(question, a, poseA, b, poseB, width, option) {
  let [own, other] = [numberOf('a', a), numberOf('b', b)];
  const count = 2 * POSE + width;
  const view = room(count);
  const scaleA = writePose('poseA', poseA, view, 0);
  const scaleB = writePose('poseB', poseB, view, POSE);
  if (scaleA) own = scaledBy('poseA', a, scaleA);
  if (scaleB) other = scaledBy('poseB', b, scaleB);
  try {
    if (!lib.pairs(question, own, other, 1, 0, width, option, -1)) refused();
  } catch (wrong) {
    throw stopped(wrong);
  }
  return room(count);
}

/** The rows of both sides: undefined for one pair that is answered with a value. */
export function sides(poseA, poseB, out) {
  const [ofA, ofB] = [rowsOf('poseA', poseA), rowsOf('poseB', poseB)];
  if (!ofA && !ofB) return out === undefined ? undefined : { ofA, ofB, count: 1 };
  if (ofA && ofB && ofA.count !== ofB.count) {
    throw new RangeError(`poseB: ${ofB.count} poses, but poseA has ${ofA.count}`);
  }
  return { ofA, ofB, count: (ofA ?? ofB).count };
}

/**
 * Writes the poses of some rows, and calls `ask(first, rows, many, end, numbers)`, `end` after the poses, for each chunk of them.
 */
export function eachChunk({ ofA, ofB, count }, [a, poseA, b, poseB], extra, ask) {
  let [own, other] = [numberOf('a', a), numberOf('b', b)];
  const many = (ofA ? 1 : 0) | (ofB ? 2 : 0);
  for (let first = 0; first < count; first += CHUNK) {
    const rows = Math.min(CHUNK, count - first);
    const size = (2 * POSE + extra) * rows;
    let end = 0;
    for (const [name, side, pose] of [['poseA', ofA, poseA], ['poseB', ofB, poseB]]) {
      // Once more for each side: a shape that was scaled may have moved the memory.
      const view = room(size);
      if (side) side.write(view, end, first, rows);
      else {
        const scale = writePose(name, pose, view, end);
        if (scale && name === 'poseA') own = scaledBy(name, a, scale);
        if (scale && name === 'poseB') other = scaledBy(name, b, scale);
      }
      end += POSE * (side ? rows : 1);
    }
    ask({ first, rows, many, end, own, other, view: room(size) });
  }
}

/** Asks about rows, and calls `put(row, view, at)` with the place of each answer. */
export function askRows(question, all, given, width, option, put) {
  eachChunk(all, given, width, ({ first, rows, many, end, own, other }) => {
    try {
      if (!lib.pairs(question, own, other, rows, many, width, option, first)) refused();
    } catch (wrong) {
      throw stopped(wrong);
    }
    const view = room(end + width * rows);
    for (let row = 0; row < rows; row++) put(first + row, view, end + width * row);
  });
}

/** The vector at a place. */
export const vectorAt = DIM === 2 ? (view, at) => [view[at], view[at + 1]] : (view, at) => [view[at], view[at + 1], view[at + 2]];

/** Columns of so many rows, of the kinds that are named; or the arrays of `out`, as far as it has any. */
export function columns(kinds, count, out) {
  if (out !== undefined && (out === null || typeof out !== 'object' || ArrayBuffer.isView(out))) {
    throw wrongType('out', `an object with arrays ${Object.keys(kinds).join(', ')} is needed`, out);
  }
  const made = {};
  for (const [name, [Type, size]] of Object.entries(kinds)) {
    if (out === undefined) made[name] = new Type(size * count);
    else if (out[name] !== undefined) made[name] = outArray(`out.${name}`, out[name], [Type], size * count);
  }
  return made;
}

/** Writes a number to a column that is asked for. */
export function put(column, row, number) {
  if (column) column[row] = number;
}

/** Writes a vector to a column that is asked for. */
export function putVector(column, row, view, at) {
  if (!column) return;
  for (let i = 0; i < DIM; i++) column[DIM * row + i] = view[at + i];
}

/** Do the shapes touch or overlap? False only if a gap is proven. */
export function intersects(a, poseA, b, poseB, out) {
  const all = sides(poseA, poseB, out);
  if (!all) return askOne(0, a, poseA, b, poseB, 1, 0)[2 * POSE] !== 0;
  const found = out === undefined ? new Uint8Array(all.count) : outArray('out', out, [Uint8Array], all.count);
  askRows(0, all, [a, poseA, b, poseB], 1, 0, (row, view, at) => {
    found[row] = view[at];
  });
  return found;
}

/** How far apart are the shapes? 0 if they touch or overlap. */
export function distance(a, poseA, b, poseB, out) {
  const all = sides(poseA, poseB, out);
  if (!all) return askOne(1, a, poseA, b, poseB, 1, 0)[2 * POSE];
  const found = out === undefined ? new Real(all.count) : outArray('out', out, [Float32Array, Float64Array], all.count);
  askRows(1, all, [a, poseA, b, poseB], 1, 0, (row, view, at) => {
    found[row] = view[at];
  });
  return found;
}

/** The nearest points in world coordinates: NaN where the shapes touch or overlap, and the distance is 0. */
export function closestPoints(a, poseA, b, poseB, out) {
  const [all, width] = [sides(poseA, poseB, out), 1 + 2 * DIM];
  if (!all) {
    const [view, at] = [askOne(3, a, poseA, b, poseB, width, 0), 2 * POSE];
    return { pointA: vectorAt(view, at + 1), pointB: vectorAt(view, at + 1 + DIM), distance: view[at] };
  }
  const found = columns({ pointA: [Real, DIM], pointB: [Real, DIM], distance: [Real, 1] }, all.count, out);
  askRows(3, all, [a, poseA, b, poseB], width, 0, (row, view, at) => {
    put(found.distance, row, view[at]);
    putVector(found.pointA, row, view, at + 1);
    putVector(found.pointB, row, view, at + 1 + DIM);
  });
  return found;
}
