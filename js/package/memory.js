// The library, and the numbers that it shares with JavaScript: questions are written to the room, and answers are read there.
//
//   view:  | poses, rays, points ... | answers ... | 16 numbers for a matrix |

import * as lib from './clearance.js';
import { read } from '#read';
import * as where from './where.js';

export { lib };

/** So many rows are asked at once: memory stays small, and a row costs little. */
export const CHUNK = 1024;
/** A matrix that is taken apart. */
const MATRIX = 16;

let memory;
let view = new Float64Array(0);
let loading;
let dead;

// A function that returns a vector: `() => v128`.
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/**
 * Loads the library; again and again is once. Without a source it is the file beside this one, with SIMD where that is there.
 */
export default function init(source) {
  loading ??= load(source).catch((wrong) => {
    loading = undefined;
    throw wrong;
  });
  return loading;
}

async function load(source) {
  const has = WebAssembly.validate(SIMD);
  let file = await (source ?? read(has ? where.simd() : where.plain()));
  if (typeof file === 'string' || file instanceof URL) file = await read(file);
  enter(await lib.default({ module_or_path: file }));
}

/** As `init`, at once, from a compiled module or its bytes. */
export function initSync(source) {
  if (!memory) enter(lib.initSync({ module: source }));
}

function enter(exports) {
  memory = exports.memory;
  view = new Float64Array(0);
}

/**
 * The numbers of the room, at least so many, and those for a matrix after them. They are there until the library makes or asks
 * something, which may move them: what was written stays, and `room` says where it is.
 */
export function room(count) {
  if (view.length >= count + MATRIX) return view;
  ready();
  const size = Math.max(count + MATRIX, 1024);
  const start = lib.room(size);
  if (!start) throw new RangeError(`memory: there is none for ${size} numbers`);
  view = new Float64Array(memory.buffer, start, size);
  return view;
}

/** Room for indices. */
export function indices(count) {
  ready();
  const start = lib.indices(count);
  if (!start) throw new RangeError(`memory: there is none for ${count} indices`);
  return new Uint32Array(memory.buffer, start, count);
}

/** What a question found whose number of answers is not known before. */
export function found() {
  return new Float64Array(memory.buffer, lib.found(), lib.foundCount());
}

/** Gives back what a large question took. */
export function shrink() {
  lib.shrink();
  view = new Float64Array(0);
}

function ready() {
  if (dead) throw dead;
  if (!memory) throw new Error('clearance: the library is not there yet: `await init()` first');
}

/** Throws what the last question was refused for. */
export function refused() {
  throw new RangeError(lib.error());
}

/** A question of the library by its name; throws what it is refused for. */
export function ask(name, ...given) {
  ready();
  try {
    const answer = lib[name](...given);
    if (answer === false || answer === -1) refused();
    return answer;
  } catch (wrong) {
    throw stopped(wrong);
  }
}

/** What was thrown; if it has stopped the library, an error that says so. */
export function stopped(wrong) {
  if (!(wrong instanceof WebAssembly.RuntimeError)) return wrong;
  const said = lib.panicked() || `${wrong.message}; its memory may have ended`;
  dead = new Error(`clearance: the library has stopped inside a question: ${said}. Load the page or the worker anew.`, {
    cause: wrong,
  });
  return dead;
}
