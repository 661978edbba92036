// Answers are those of Rust, to the last bit: the same random pairs are asked there (examples/bits.rs) and here.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

import { Random, entry, isBuilt } from './package.mjs';

const PAIRS = Number(process.env.PAIRS ?? 1000);
const BLOCK = 1000;
const SHAPES = 40;

function shape({ Shape, Mesh, Solid }, kind, random) {
  const size = () => random.size();
  switch (kind) {
    case 0:
      return Shape.sphere(size());
    case 1:
      return Shape.box([size(), size(), size()]);
    case 2:
      return Shape.capsule(size(), size());
    case 3:
      return Shape.cylinder(size(), size());
    case 4:
      return Shape.cone(size(), size());
    case 5:
      return Shape.ellipsoid([size(), size(), size()]);
    case 6:
      return Shape.hull(Array.from({ length: 12 }, () => random.vector()).flat());
    case 7:
    case 8: {
      const corners = Array.from({ length: 4 }, () => random.vector()).flat();
      return new (kind === 7 ? Mesh : Solid)(corners, [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2]);
    }
    default: {
      const ball = Shape.sphere(size());
      const brick = Shape.box([size(), size(), size()]);
      return Shape.compound([[ball], [brick, [1, 0.5, 0.25]]]);
    }
  }
}

/** What is hashed: numbers with all bits, but one NaN. */
class Hash {
  value = 0;
  #number = new Float64Array(1);
  #words = new Uint32Array(this.#number.buffer);
  add(...numbers) {
    for (const number of numbers) {
      this.#number[0] = number;
      if (Number.isNaN(number)) this.#words.set([0, 0x7ff80000]);
      for (const word of this.#words) {
        const mixed = Math.imul(this.value ^ word, 16777619);
        this.value = ((mixed << 5) | (mixed >>> 27)) >>> 0;
      }
    }
  }
}

function ask(c, hash, pair, a, atA, b, atB) {
  const touches = c.intersects(a, atA, b, atB);
  const near = c.closestPoints(a, atA, b, atB);
  const found = c.clearance(a, atA, b, atB);
  hash.add(Number(touches), c.distance(a, atA, b, atB), ...near.pointA, ...near.pointB);
  hash.add(found.signedDistance, found.lower, found.upper, ...found.normal, ...found.pointA, ...found.pointB);
  for (const patch of c.contacts(a, atA, b, atB, { margin: 0.25 })) {
    hash.add(...patch.normal);
    for (const point of patch.points) hash.add(...point.pointA, point.separation, point.featureB);
  }
  if (pair % 10 === 0) {
    const motion = atB.slice(0, 3).map((x) => -x);
    const { hit, time } = c.castShape(a, atA, [0, 0, 0], b, atB, motion, { tmax: 2 });
    hash.add(Number(hit), time);
  }
  return touches;
}

function probe(hash, shape, at, start, along, point) {
  const hit = shape.castRay(at, start, along, 9);
  hash.add(hit ? hit.time : Infinity);
  if (hit) hash.add(...hit.point, ...hit.normal);
  const found = shape.project(point, at);
  hash.add(found.signedDistance, ...found.point, Number(shape.contains(point, at)));
}

function answers(c) {
  const random = new Random(1);
  const shapes = Array.from({ length: SHAPES }, (_, i) => shape(c, i % 10, random));
  const lines = [];
  let [hash, touching] = [new Hash(), 0];
  for (let pair = 0; pair < PAIRS; pair++) {
    const [a, b] = [shapes[random.below(SHAPES)], shapes[random.below(SHAPES)]];
    const [atA, atB] = [random.pose(), random.pose()];
    touching += Number(ask(c, hash, pair, a, atA, b, atB));
    probe(hash, a, atA, random.vector(4), random.vector(), random.vector());
    if (pair % BLOCK === BLOCK - 1) {
      lines.push(`${hash.value} ${touching}`);
      [hash, touching] = [new Hash(), 0];
    }
  }
  return lines;
}

/** The command for Rust's answers: as `cargo test` has built it, or by cargo. */
function rust(given) {
  if (process.env.CLEARANCE_BITS) return [process.env.CLEARANCE_BITS, given];
  return ['cargo', ['run', '--quiet', '--release', '--package', 'clearance-js', '--example', 'bits', '--', ...given]];
}

for (const [name, precision] of [['space', 'f32'], ['f64', 'f64']]) {
  test(`${PAIRS} pairs in ${precision} have the bits of Rust`, { skip: !isBuilt(name) }, async () => {
    const text = execFileSync(...rust([`${PAIRS}`, precision]), { encoding: 'utf8' });
    const wanted = text.trim().split('\n');
    assert.equal(wanted.length, PAIRS / BLOCK);
    const shares = wanted.map((line) => Number(line.split(' ')[1]) / BLOCK);
    assert.ok(shares.every((share) => share > 0.3 && share < 0.9), `touching: ${shares}`);
    assert.deepEqual(answers(await entry(name)), wanted);
  });
}
