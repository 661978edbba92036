// Poses: where a shape is. One is
//
//   an array of POSE numbers: x, y, z and a quaternion x, y, z, w; in the plane x, y and an angle
//   an array of DIM numbers: a translation; null: none
//   in space a Matrix4 of three.js, an array of its 16 elements, { position, quaternion }, or an Object3D, whose matrixWorld it is
//
// Many are an array of POSE numbers for each, or an array of poses. A scale is taken out of a matrix; the shape is scaled by it.

import { isNumbers, numbers, wrongType } from './check.js';
import { CHUNK, ask, room } from './memory.js';
import { DIM, POSE } from './numbers.js';

const ONE = DIM === 2 ? 'x, y and an angle' : 'x, y, z and a quaternion x, y, z, w';
const NEEDED =
  `a pose is needed: an array of ${POSE} numbers (${ONE})` +
  (DIM === 2 ? '' : ', a Matrix4, or a position and a quaternion');

/** Writes one pose to the room from `at` on; gives the factors of its scale, if it has one. */
export function writePose(name, pose, view, at) {
  if (pose !== null && typeof pose === 'object') {
    if (isNumbers(pose)) return writeNumbers(name, pose, view, at);
    if (DIM === 3) return writeObject(name, pose, view, at);
  } else if (pose === null) {
    return writeNumbers(name, POSE === 3 ? [0, 0, 0] : [0, 0, 0, 0, 0, 0, 1], view, at);
  }
  throw wrongType(name, NEEDED, pose);
}

function writeNumbers(name, pose, view, at) {
  if (pose.length === POSE) {
    for (let i = 0; i < POSE; i++) {
      const number = pose[i];
      if (typeof number !== 'number') throw wrongType(`${name}[${i}]`, 'a number is needed', number);
      view[at + i] = number;
    }
    return undefined;
  }
  if (DIM === 3 && pose.length === 16) return writeMatrix(name, pose, view, at);
  if (pose.length !== DIM) {
    throw new RangeError(`${name}: ${pose.length} numbers, but a pose has ${POSE} (${ONE}), many have ${POSE} each`);
  }
  view.fill(0, at, at + POSE);
  view.set(numbers(name, pose, DIM, 1), at);
  if (DIM === 3) view[at + 6] = 1;
  return undefined;
}

function writeObject(name, pose, view, at) {
  if (pose.isObject3D) {
    pose.updateWorldMatrix(true, false);
    return writeMatrix(name, pose.matrixWorld.elements, view, at);
  }
  if (pose.elements) return writeMatrix(name, pose.elements, view, at);
  const { position, quaternion, scale } = pose;
  if (!position || !quaternion) throw wrongType(name, NEEDED, pose);
  view[at] = coordinate(name, 'position', position, 'x', 0);
  view[at + 1] = coordinate(name, 'position', position, 'y', 1);
  view[at + 2] = coordinate(name, 'position', position, 'z', 2);
  view[at + 3] = coordinate(name, 'quaternion', quaternion, 'x', 0);
  view[at + 4] = coordinate(name, 'quaternion', quaternion, 'y', 1);
  view[at + 5] = coordinate(name, 'quaternion', quaternion, 'z', 2);
  view[at + 6] = coordinate(name, 'quaternion', quaternion, 'w', 3);
  return scale ? factors(['x', 'y', 'z'].map((axis, i) => coordinate(name, 'scale', scale, axis, i))) : undefined;
}

function coordinate(name, of, vector, axis, i) {
  const number = vector[axis] ?? vector[i];
  if (typeof number !== 'number') throw wrongType(`${name}.${of}.${axis}`, 'a number is needed', number);
  return number;
}

function factors(all) {
  return all.every((factor) => factor === 1) ? undefined : all;
}

/** Takes a matrix apart. */
function writeMatrix(name, elements, view, at) {
  numbers(name, elements, 16, 1);
  const start = view.length - 16;
  view.set(elements, start);
  try {
    ask('matrix', start);
  } catch (wrong) {
    throw new RangeError(`${name}: ${wrong.message}`, { cause: wrong });
  }
  // The view is still there: nothing large was made.
  for (let i = 0; i < POSE; i++) view[at + i] = view[start + i];
  return factors([...view.subarray(start + POSE, start + POSE + 3)]);
}

/** Poses as rows: how many (0 for one pose, which is no row), and how some of them are written. */
export function rowsOf(name, poses) {
  if (isNumbers(poses) && poses.length > POSE && !(DIM === 3 && poses.length === 16)) {
    if (poses.length % POSE !== 0) writeNumbers(name, poses);
    numbers(name, poses, POSE);
    const count = poses.length / POSE;
    const write = Array.isArray(poses)
      ? (view, at, first, rows) => view.set(poses.slice(POSE * first, POSE * (first + rows)), at)
      : (view, at, first, rows) => view.set(poses.subarray(POSE * first, POSE * (first + rows)), at);
    return { count, write };
  }
  if (Array.isArray(poses) && poses.length > 0 && !isNumbers(poses)) return rowsOfList(name, poses);
  return undefined;
}

function rowsOfList(name, poses) {
  const write = (view, at, first, rows) => {
    for (let row = 0; row < rows; row++) {
      const own = `${name}[${first + row}]`;
      const scale = writePose(own, poses[first + row], view, at + POSE * row);
      if (scale) throw new RangeError(`${own}: the pose scales by ${scale.join(', ')}; many poses must be rigid`);
    }
  };
  return { count: poses.length, write };
}

/** Poses of a side in the room, at once; for bodies that are placed. */
export function writeAll(name, poses) {
  const rows = rowsOf(name, poses);
  if (!rows) {
    const scale = writePose(name, poses, room(CHUNK), 0);
    if (scale) throw new RangeError(`${name}: the pose scales by ${scale.join(', ')}; poses of bodies must be rigid`);
    return 1;
  }
  const view = room(POSE * rows.count);
  rows.write(view, 0, 0, rows.count);
  return rows.count;
}
