// Where shapes touch, and when moving shapes do.

import { finite, isNumbers, numbers, options, time } from './check.js';
import { ask, found as foundNumbers, lib, refused, room, stopped } from './memory.js';
import { DIM, POSE, Real } from './numbers.js';
import { columns, eachChunk, put, putVector, sides, vectorAt } from './pairs.js';
import { writePose } from './poses.js';

const CONTACT = 9 + 3 * DIM;
const CAST = 8 + 3 * DIM;
const TURN = DIM === 2 ? 1 : 3;

// What both tell of a place, in the order of the library's numbers.
const PLACES = {
  partA: [Int32Array, 1],
  faceA: [Int32Array, 1],
  partB: [Int32Array, 1],
  faceB: [Int32Array, 1],
  normal: [Real, DIM],
  pointA: [Real, DIM],
  pointB: [Real, DIM],
};

const POINTS = {
  row: [Uint32Array, 1],
  patch: [Uint32Array, 1],
  separation: [Real, 1],
  featureA: [Uint32Array, 1],
  featureB: [Uint32Array, 1],
  ...PLACES,
};

/** The points of all patches, a row for each. */
function pointsOf(chunks) {
  const count = chunks.reduce((sum, chunk) => sum + chunk.length / CONTACT, 0);
  const found = columns(POINTS, count);
  const names = Object.keys(POINTS);
  let row = 0;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += CONTACT, row++) {
      for (let k = 0; k < 9; k++) found[names[k]][row] = chunk[at + k];
      for (let k = 0; k < 3; k++) putVector(found[names[9 + k]], row, chunk, at + 9 + DIM * k);
    }
  }
  return found;
}

/** The patches of numbers of the library: a list for each row. */
export function patchesOf(chunk) {
  const rows = new Map();
  for (let at = 0; at < chunk.length; at += CONTACT) {
    if (!rows.has(chunk[at])) rows.set(chunk[at], []);
    const patches = rows.get(chunk[at]);
    patches[chunk[at + 1]] ??= {
      normal: vectorAt(chunk, at + 9),
      points: [],
      partA: chunk[at + 5],
      faceA: chunk[at + 6],
      partB: chunk[at + 7],
      faceB: chunk[at + 8],
    };
    patches[chunk[at + 1]].points.push({
      pointA: vectorAt(chunk, at + 9 + DIM),
      pointB: vectorAt(chunk, at + 9 + 2 * DIM),
      separation: chunk[at + 2],
      featureA: chunk[at + 3],
      featureB: chunk[at + 4],
    });
  }
  return rows;
}

/** The margin and the slop of contacts. */
export function limits(given) {
  const { margin = 0, slop = 0 } = options('options', given, ['margin', 'slop']);
  return [finite('options.margin', margin), finite('options.slop', slop)];
}

/**
 * Where do the shapes touch, or come as near as `margin`? One pair gives a list of patches, up to four points with one normal
 * each. Rows give a row for each point.
 */
export function contacts(a, poseA, b, poseB, given) {
  const [margin, slop] = limits(given);
  const all = sides(poseA, poseB);
  const chunks = [];
  const question = ({ first, rows, many, own, other }) => {
    ask('contacts', own, other, rows, many, margin, slop, all ? first : -1);
    chunks.push(foundNumbers().slice());
  };
  eachChunk(all ?? { count: 1 }, [a, poseA, b, poseB], 0, question);
  return all ? pointsOf(chunks) : (patchesOf(chunks[0]).get(0) ?? []);
}

/** Motions: a velocity, a velocity and an angular velocity, or the pose at time 1; a row of numbers for each. */
function motionOf(name, motion, isRows) {
  if (motion && typeof motion === 'object' && !isNumbers(motion) && !Array.isArray(motion) && motion.x === undefined) {
    const view = room(POSE);
    if (writePose(name, motion, view, 0)) throw new RangeError(`${name}: the pose at time 1 scales`);
    return { width: POSE, list: view.slice(0, POSE) };
  }
  const list = motion?.x === undefined ? motion : [motion.x, motion.y, motion.z].slice(0, DIM);
  const length = list?.length;
  const widths = DIM === 3 ? [3, 6, 7] : [2, 3];
  const width = widths.find((own) => own === length);
  if (width) return { width, list: numbers(name, list, width, 1) };
  if (isRows?.count) {
    const own = widths.find((one) => one * isRows.count === length);
    if (own) return { width: own, list: numbers(name, list, own, isRows.count), many: true };
  }
  numbers(name, list, 1);
  throw new RangeError(`${name}: ${length} numbers, but a motion has ${widths.join(', or ')}`);
}

const CASTS = {
  hit: [Uint8Array, 1],
  time: [Real, 1],
  lower: [Real, 1],
  upper: [Real, 1],
  ...PLACES,
};
const NAMES = Object.keys(CASTS);

function castAt(view, at) {
  const found = { hit: view[at] !== 0 };
  for (let k = 1; k < 8; k++) found[NAMES[k]] = view[at + k];
  for (let k = 0; k < 3; k++) found[NAMES[8 + k]] = vectorAt(view, at + 8 + DIM * k);
  return found;
}

/**
 * When do the shapes touch first, from time 0 to `tmax`, if they move at constant velocities and turn around their local origins?
 * A motion is a velocity, a velocity and an angular velocity in radians, or the pose at time 1.
 */
export function castShape(a, poseA, motionA, b, poseB, motionB, given, out) {
  const { tmax = 1, gap = 0, ignoreParting = false } = options('options', given, ['tmax', 'gap', 'ignoreParting']);
  time('options.tmax', tmax);
  if (!(finite('options.gap', gap) >= 0)) throw new RangeError(`options.gap: ${gap} is no distance`);
  const all = sides(poseA, poseB, out);
  const motions = [motionOf('motionA', motionA, all), motionOf('motionB', motionB, all)];
  const found = all && columns(CASTS, all.count, out);
  const width = motions[0].width + motions[1].width + CAST;
  let one;
  eachChunk(all ?? { count: 1 }, [a, poseA, b, poseB], width, ({ first, rows, many, end, own, other, view }) => {
    let at = end;
    let bits = many;
    motions.forEach((motion, side) => {
      const part = motion.many ? motion.list.slice(motion.width * first, motion.width * (first + rows)) : motion.list;
      view.set(part, at);
      at += part.length;
      if (motion.many) bits |= 4 << side;
    });
    try {
      const [widthA, widthB] = motions.map((motion) => motion.width);
      if (!lib.casts(own, other, rows, bits, widthA, widthB, tmax, gap, !!ignoreParting, all ? first : -1)) refused();
    } catch (wrong) {
      throw stopped(wrong);
    }
    const answers = room(at + CAST * rows);
    if (!all) one = castAt(answers, at);
    for (let row = 0; all && row < rows; row++) {
      const place = at + CAST * row;
      for (let k = 0; k < 8; k++) put(found[NAMES[k]], first + row, answers[place + k]);
      for (let k = 0; k < 3; k++) putVector(found[NAMES[8 + k]], first + row, answers, place + 8 + DIM * k);
    }
  });
  return all ? found : one;
}
