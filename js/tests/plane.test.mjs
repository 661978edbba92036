// `clearance/2d`: shapes, poses and questions of the plane.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Random, entry, isBuilt } from './package.mjs';

const skip = !isBuilt('plane');
const c = skip ? {} : await entry('plane');

test('shapes of the plane have whole sizes', { skip }, () => {
  const { Shape, distance } = c;
  const point = Shape.circle(0);
  for (const shape of [
    Shape.circle(1),
    Shape.box([2, 6]),
    Shape.ellipse([1, 3]),
    Shape.capsule([0, -1], [0, 1], 1),
    Shape.segment([1, 0], [-1, 0]),
    Shape.polygon([1, 0, 0, 1, -1, 0]),
    Shape.hull([1, 0, 0, 1, -1, 0]),
    Shape.halfPlane([3, 0], 1),
    Shape.chain([1, -2, 1, 2]),
    Shape.region([[1, -1, 1, 1, -1, 1, -1, -1]]),
    Shape.compound([[Shape.circle(0.5), [0.5, 0]]]),
  ]) {
    assert.equal(distance(shape, null, point, [3, 0]), 2);
  }
});

test('an outline in another one is a hole, whichever way round', { skip }, () => {
  const outer = [0, 0, 4, 0, 4, 4, 0, 4];
  for (const hole of [[1, 1, 2, 1, 2, 2, 1, 2], [1, 1, 1, 2, 2, 2, 2, 1, 1, 1]]) {
    const region = c.Shape.region([outer, hole]);
    assert.deepEqual([...region.contains(new Float32Array([1.5, 1.5, 0.5, 0.5, 5, 5]))], [0, 1, 0]);
  }
});

test('poses have an angle, and rows are single answers', { skip }, () => {
  const { Shape } = c;
  const [box, ball] = [Shape.box([4, 1]), Shape.circle(0.5)];
  assert.ok(Math.abs(c.distance(box, [0, 0, Math.PI / 2], ball, [3, 0]) - 2) < 1e-6);
  const own = new Random(2);
  const poses = Float32Array.from({ length: 3 * 1500 }, () => 3 * own.signed());
  const [rows, found] = [c.distance(box, null, box, poses), c.clearance(box, poses, box, [0, 0])];
  let touching = 0;
  for (let i = 0; i < 1500; i += 11) {
    const pose = poses.subarray(3 * i, 3 * i + 3);
    assert.equal(rows[i], c.distance(box, null, box, pose));
    const one = c.clearance(box, pose, box, [0, 0]);
    assert.deepEqual([found.signedDistance[i], ...found.normal.subarray(2 * i, 2 * i + 2)], [one.signedDistance, ...one.normal]);
    touching += Number(rows[i] === 0);
  }
  assert.ok(touching > 20 && touching < 120, `${touching}`);
});

test('casts, contacts, rays and scenes', { skip }, () => {
  const { Scene, Shape } = c;
  const [floor, ball] = [Shape.box([8, 2]), Shape.circle(0.5)];
  assert.equal(c.castShape(floor, null, [0, 0], ball, [0, 3.5], [0, -4]).time, 0.5);
  assert.equal(c.castShape(floor, null, [0, 0, 0], ball, [0, 3.5], [0, -4, 1]).time, 0.5);
  assert.equal(c.contacts(floor, null, Shape.box([1, 1]), [0, 1.49])[0].points.length, 2);
  assert.deepEqual(floor.castRay(null, [0, 5], [0, -1]).point, [0, 1]);
  const scene = new Scene();
  scene.add('floor', floor, null, { fixed: true });
  scene.add('ball', ball, [0, 3]);
  const [near] = scene.nearest();
  assert.deepEqual([near.a, near.b, near.answer.signedDistance, near.answer.normal], ['floor', 'ball', 1.5, [0, 1]]);
  assert.equal(scene.castRay([0, 9], [0, -1]).body, 'ball');
});

test('mistakes name the argument', { skip }, () => {
  const { Shape, distance } = c;
  const ball = Shape.circle(1);
  assert.throws(() => distance(ball, [1], ball, null), /^RangeError: poseA: 1 numbers, but a pose has 3/);
  assert.throws(() => distance(ball, { elements: [] }, ball, null), /^TypeError: poseA: a pose is needed/);
  assert.throws(() => Shape.polygon([0, 0, 4, 0, 1, 1, 0, 4]), /^RangeError: polygon: /);
  assert.throws(() => Shape.region([[0, 0, 1, 0]]), /^RangeError: (region|outlines): /);
  assert.throws(() => Shape.region([]), /^RangeError: (region|outlines): /);
  assert.throws(() => Shape.chain([0, 0]), /^RangeError: chain: /);
});
