// Scenes: bodies with names, and questions about all of them.

import { number, numbers, options, time, vector, whole, wrongType } from './check.js';
import { clearanceAt } from './depths.js';
import { CHUNK, ask, found as foundNumbers, indices, lib, room } from './memory.js';
import { limits, patchesOf } from './moves.js';
import { DIM, POSE, Real } from './numbers.js';
import { columns } from './pairs.js';
import { writeAll, writePose } from './poses.js';
import { RAY, hitAt, putHit } from './probes.js';
import { numberOf, scaledBy } from './shape.js';

const registry = new FinalizationRegistry((kept) => lib.freeScene(kept));
const ALL = 0xffffffff;
const BODY = ['fixed', 'sensor', 'layers', 'meets', 'group'];
const FILTER = ['layers', 'sensors', 'without'];
const NEAR = 6 + 3 * DIM;

/** Bodies that come, move and go. A body has a name, and a number that no other body ever gets. */
export class Scene {
  #number = ask('makeScene');
  #bodies = new Map();
  #names = [];

  constructor() {
    registry.register(this, this.#number, this);
  }

  /** Gives the memory back at once. */
  free() {
    if (this.#number < 0) return;
    registry.unregister(this);
    lib.freeScene(this.#number);
    this.#number = -1;
  }

  get #own() {
    if (this.#number < 0) throw new Error('scene: this scene was freed');
    return this.#number;
  }

  #body(name, body) {
    const own = this.#bodies.get(body);
    if (own === undefined) throw new RangeError(`${name}: there is no body ${String(body)}`);
    return own;
  }

  /** The names of all bodies, in the order in which they came. */
  get names() {
    return [...this.#bodies.keys()];
  }

  /** How many bodies there are. */
  get size() {
    return this.#bodies.size;
  }

  /** Adds a body; a fixed one meets no other fixed one, and a sensor has no contacts. Returns its number. */
  add(name, shape, pose = null, given) {
    const { fixed = false, sensor = false, layers = 1, meets = ALL, group = 0 } = options('options', given, BODY);
    if (typeof name !== 'string') throw wrongType('name', 'a string is needed', name);
    if (this.#bodies.has(name)) throw new RangeError(`name: there is a body ${name} already`);
    let own = numberOf('shape', shape);
    const factors = writePose('pose', pose, room(POSE), 0);
    if (factors) own = scaledBy('pose', shape, factors);
    const role = sensor ? 2 : fixed ? 0 : 1;
    const bits = [whole('options.layers', layers), whole('options.meets', meets), whole('options.group', group)];
    const body = ask('addBody', this.#own, own, role, ...bits);
    this.#bodies.set(name, body);
    this.#names[body] = name;
    return body;
  }

  /** Moves a body, or bodies with a pose each, to where they are now. */
  move(names, poses) {
    const list = typeof names === 'string' ? [names] : names;
    if (!Array.isArray(list)) throw wrongType('names', 'a name or an array of names is needed', names);
    const bodies = list.map((name) => this.#body('names', name));
    const count = writeAll('poses', poses);
    if (count !== bodies.length) throw new RangeError(`poses: ${count} poses, but names has ${bodies.length}`);
    indices(bodies.length).set(bodies);
    ask('placeBodies', this.#own, bodies.length);
  }

  remove(name) {
    const body = this.#body('name', name);
    ask('removeBody', this.#own, body);
    this.#bodies.delete(name);
    delete this.#names[body];
  }

  /** Leaves the pair out of all answers. */
  ignore(a, b) {
    ask('ignorePair', this.#own, this.#body('a', a), this.#body('b', b));
  }

  /** All pairs that are not proven to be farther apart than `distance`, the deepest or nearest first. */
  pairs(distance = 0) {
    if (Number.isNaN(number('distance', distance))) throw new RangeError('distance: it is NaN');
    return this.#near(distance, ALL);
  }

  /** The `count` pairs with the least clearance, the deepest or nearest first. */
  nearest(count = 1) {
    return this.#near(Infinity, whole('count', count));
  }

  #near(distance, count) {
    ask('nearPairs', this.#own, distance, count);
    const [near, found] = [foundNumbers(), []];
    for (let at = 0; at < near.length; at += NEAR) {
      found.push({ a: this.#names[near[at]], b: this.#names[near[at + 1]], answer: clearanceAt(near, at + 2) });
    }
    return found;
  }

  /** The pairs that intersect; with `most` the search ends at so many. Of each other pair a gap is proven. */
  intersecting(most = ALL) {
    ask('intersectingPairs', this.#own, whole('most', most));
    const [pairs, found] = [foundNumbers(), []];
    for (let i = 0; i < pairs.length; i += 2) found.push([this.#names[pairs[i]], this.#names[pairs[i + 1]]]);
    return found;
  }

  /** Where bodies touch, or come as near as `margin`: for each such pair its patches. */
  contacts(given) {
    ask('sceneContacts', this.#own, ...limits(given));
    const rows = patchesOf(foundNumbers());
    const last = [...rows.keys()].at(-1) ?? -1;
    const pairs = indices(2 * (last + 1));
    return [...rows].map(([row, patches]) => {
      return { a: this.#names[pairs[2 * row]], b: this.#names[pairs[2 * row + 1]], patches };
    });
  }

  #filter(given) {
    const { layers = ALL, sensors = false, without = [] } = options('filter', given, FILTER);
    if (!Array.isArray(without)) throw wrongType('filter.without', 'an array of names is needed', without);
    const bodies = without.map((name) => this.#body('filter.without', name));
    indices(bodies.length).set(bodies);
    return [whole('filter.layers', layers), !!sensors, bodies.length];
  }

  /** The body that one ray meets first, and where; or null. */
  castRay(origin, direction, tmax = Infinity, filter) {
    const [start, along] = [vector('origin', origin, DIM), vector('direction', direction, DIM)];
    const [size, seen] = [2 * DIM + 1 + RAY, this.#filter(filter)];
    const view = room(size);
    view.set(start);
    view.set(along, DIM);
    ask('sceneRays', this.#own, 1, time('tmax', tmax), ...seen, -1);
    const answer = room(size);
    const hit = hitAt(answer, 2 * DIM + 1);
    return hit && { body: this.#names[answer[2 * DIM]], ...hit };
  }

  /** The bodies that rays meet first; `body` is their number, -1 for a miss. */
  castRays(rays, tmax = Infinity, filter, out) {
    numbers('rays', rays, 2 * DIM);
    const count = rays.length / (2 * DIM);
    const kinds = { body: [Int32Array, 1], time: [Real, 1], point: [Real, DIM], normal: [Real, DIM], part: [Int32Array, 1], faceIndex: [Int32Array, 1] };
    const found = columns(kinds, count, out);
    time('tmax', tmax);
    const seen = this.#filter(filter);
    for (let first = 0; first < count; first += CHUNK) {
      const rows = Math.min(CHUNK, count - first);
      const answers = 2 * DIM * rows;
      const size = answers + (1 + RAY) * rows;
      room(size).set(rays.slice(2 * DIM * first, 2 * DIM * (first + rows)));
      ask('sceneRays', this.#own, rows, tmax, ...seen, first);
      const view = room(size);
      for (let row = 0; row < rows; row++) {
        const at = answers + (1 + RAY) * row;
        if (found.body) found.body[first + row] = view[at];
        putHit(found, first + row, view, at + 1);
      }
    }
    return found;
  }

  /** The name of the body with this number. */
  nameOf(body) {
    return this.#names[body];
  }

  /** The names of the bodies that contain a point. */
  containing(point, filter) {
    const [own, seen] = [vector('point', point, DIM), this.#filter(filter)];
    room(DIM).set(own);
    ask('sceneTouching', this.#own, -1, ...seen);
    return [...foundNumbers()].map((body) => this.#names[body]);
  }

  /** The names of the bodies that a shape touches. */
  touching(shape, pose, filter) {
    let own = numberOf('shape', shape);
    const seen = this.#filter(filter);
    const factors = writePose('pose', pose, room(POSE), 0);
    if (factors) own = scaledBy('pose', shape, factors);
    ask('sceneTouching', this.#own, own, ...seen);
    return [...foundNumbers()].map((body) => this.#names[body]);
  }
}

if (Symbol.dispose) {
  Object.defineProperty(Scene.prototype, Symbol.dispose, { value: Scene.prototype.free, configurable: true });
}
