// What is wrong with arguments is said in a sentence that begins with the argument's name; nothing stops the library.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as THREE from 'three';

import { entry } from './package.mjs';

const c = await entry('space');
const { Mesh, Scene, Shape, Solid } = c;
const [ball, box] = [Shape.sphere(1), Shape.box([1, 1, 1])];
const mesh = Mesh.fromGeometry(new THREE.BoxGeometry(1, 1, 1));
const none = [0, 0, 0, 0, 0, 0, 1];
const sheared = new THREE.Matrix4().set(1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
const projected = new THREE.Matrix4().makePerspective(-1, 1, 1, -1, 1, 9);
const flat = new THREE.Matrix4().makeScale(1, 0, 1);
const oblong = new THREE.Matrix4().makeScale(1, 2, 1);
const freed = Shape.sphere(1);
freed.free();
const scene = new Scene();
scene.add('a', ball);
const dropped = new Scene();
dropped.free();

/** What is called, and how its error begins: the name of the argument. */
const MISTAKES = [
  [() => Shape.sphere('1'), 'radius: a number is needed, not string'],
  [() => Shape.sphere(), 'radius: a number is needed, not undefined'],
  [() => Shape.sphere(-1), 'sphere: radius must not be negative'],
  [() => Shape.sphere(NaN), 'sphere: radius'],
  [() => Shape.sphere(1e30), undefined],
  [() => Shape.sphere(1e39), 'sphere: radius'],
  [() => new Shape(), 'Shape: call Shape.sphere'],
  [() => Shape.box([1, 2]), 'size: 2 numbers, but 3 are needed'],
  [() => Shape.box([1, 'x', 2]), 'size[1]: a number is needed, not string'],
  [() => Shape.box([1, -1, 2]), 'box: half of the size'],
  [() => Shape.hull([1, 2, 3, 4]), 'points: 4 numbers, but 3 for each are needed'],
  [() => Shape.hull([]), 'hull: '],
  [() => Shape.hull([NaN, 0, 0, 1, 0, 0]), 'hull: '],
  [() => Shape.compound([]), 'parts: '],
  [() => Shape.compound([ball]), 'parts[0]: [shape, pose] is needed'],
  [() => Shape.compound([[ball, [NaN, 0, 0]]]), 'parts: row 0: '],
  [() => Shape.heightField([1, 2, 3], 2, 2, [1, 1]), 'heights: 3 numbers, but 4 are needed'],
  [() => Shape.heightField([1, 2, 3, 4], 1.5, 2, [1, 1]), 'rows: 1.5 is no whole number'],
  [() => Shape.halfSpace([0, 0, 0]), 'halfSpace: '],
  [() => new Mesh([0, 0, 0], [0, 1, 2]), 'mesh: '],
  [() => new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, -1]), 'triangles[2]: -1 is no index'],
  [() => new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1]), 'triangles: 2 numbers'],
  [() => new Mesh([0, 0, 0, 1, 0, 0, 0, NaN, 0], [0, 1, 2]), 'mesh: '],
  [() => new Solid([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), 'solid: '],
  [() => Mesh.fromGeometry({}), 'geometry: a BufferGeometry with positions is needed'],
  [() => Mesh.fromGeometry(null), 'geometry: a BufferGeometry with positions is needed, not null'],
  [() => ball.scaled([1, 0, 1]), 'scale: '],
  [() => mesh.rounded(1), 'shape: only bounded convex shapes'],
  [() => ball.rounded(-2), 'radius: '],
  [() => c.distance(), 'a: a Shape of this entry of clearance is needed, not undefined'],
  [() => c.distance(ball, none, null, none), 'b: a Shape of this entry of clearance is needed, not null'],
  [() => c.distance(ball, none, freed, none), 'b: this shape was freed'],
  [() => freed.kind, 'shape: this shape was freed'],
  [() => c.distance(ball, undefined, box, none), 'poseA: a pose is needed'],
  [() => c.distance(ball, none, box, 'x'), 'poseB: a pose is needed'],
  [() => c.distance(ball, none, box, {}), 'poseB: a pose is needed'],
  [() => c.distance(ball, none, box, [1, 2]), 'poseB: 2 numbers, but a pose has 7'],
  [() => c.distance(ball, none, box, new Float32Array(13)), 'poseB: 13 numbers, but a pose has 7'],
  [() => c.distance(ball, none, box, [0, 0, 0, 0, 0, 0, '1']), 'poseB[6]: a number is needed'],
  [() => c.distance(ball, none, box, [NaN, 0, 0]), 'poseB: '],
  [() => c.distance(ball, none, box, [0, 0, 0, 0, 0, 0, 0]), 'poseB: the quaternion is zero'],
  [() => c.distance(ball, none, box, [Infinity, 0, 0, 0, 0, 0, 1]), 'poseB: '],
  [() => c.distance(ball, none, box, [...none, NaN, 0, 0, 0, 0, 0, 1]), 'poseB: row 1: '],
  [() => c.distance(ball, none, box, [none, [1, 2]]), 'poseB[1]: 2 numbers'],
  [() => c.distance(ball, [...none, ...none], box, [...none, ...none, ...none]), 'poseB: 3 poses, but poseA has 2'],
  [() => c.distance(ball, sheared, box, none), 'poseA: the matrix is not a rotation and a translation'],
  [() => c.distance(ball, projected, box, none), 'poseA: '],
  [() => c.distance(ball, flat, box, none), 'poseA: '],
  [() => c.distance(Shape.capsule(1, 1), oblong, box, none), 'poseA: the pose scales the shape, and scale: '],
  [() => c.distance(ball, none, box, [none, oblong]), 'poseB[1]: the pose scales by 1, 2, 1'],
  [() => c.distance(ball, none, box, { position: { x: 0, y: 0 }, quaternion: none.slice(3) }), 'poseB.position.z: a number'],
  [() => c.distance(ball, none, box, none, new Float32Array(2)), 'out: the length is 2, but 1 is needed'],
  [() => c.distance(ball, none, box, none, [0]), 'out: Float32Array or Float64Array is needed'],
  [() => c.intersects(ball, none, box, none, new Float32Array(1)), 'out: Uint8Array is needed'],
  [() => c.clearance(ball, none, box, none, new Float32Array(1)), 'out: an object with arrays'],
  [() => c.clearance(ball, none, box, none, { lower: new Float32Array(2) }), 'out.lower: the length is 2'],
  [() => c.within(ball, none, box, none), 'distance: a number is needed'],
  [() => c.within(ball, none, box, none, NaN), 'distance: it is NaN'],
  [() => c.contacts(ball, none, box, none, { margin: Infinity }), 'options.margin: Infinity'],
  [() => c.contacts(ball, none, box, none, { margn: 1 }), 'options: margn is unknown; there are margin, slop'],
  [() => c.castShape(ball, none, [1], box, none, [0, 0, 0]), 'motionA: 1 numbers, but a motion has 3, or 6, or 7'],
  [() => c.castShape(ball, none, [NaN, 0, 0], box, none, [0, 0, 0]), 'motionA: '],
  [() => c.castShape(ball, none, [0, 0, 0], box, none, null), 'motionB: an array of numbers is needed'],
  [() => c.castShape(ball, none, [0, 0, 0], box, none, [0, 0, 0], { tmax: -1 }), 'options.tmax: -1 is no time'],
  [() => c.castShape(ball, none, [0, 0, 0], box, none, [0, 0, 0], { gap: -1 }), 'options.gap: -1 is no distance'],
  [() => mesh.castRay(null, [0, 0, 0], [0, 0, 0]), 'rays: '],
  [() => mesh.castRay(null, [0, 0], [0, 0, 1]), 'origin: 2 numbers'],
  [() => mesh.castRay(null, [0, 0, 0], [0, 0, 1], NaN), 'tmax: NaN is no time'],
  [() => mesh.castRay(null, [0, 0, 0], [0, 0, 1], 1, { side: 'left' }), 'options.side: left'],
  [() => mesh.castRays(null, [0, 0, 0, 0, 0]), 'rays: 5 numbers, but 6 for each'],
  [() => mesh.castRays(null, [0, 0, 0, 0, 0, 1, NaN, 0, 0, 0, 0, 1]), 'rays: row 1: '],
  [() => mesh.castRays(null, new Float32Array(6).fill(1), 1, new Float32Array(3)), 'out: the length is 3, but 2 is needed'],
  [() => mesh.contains('x'), 'points: an array of numbers is needed'],
  [() => mesh.contains([NaN, 0, 0]), 'points: '],
  [() => mesh.signedDistance([0, 0, 0, NaN, 0, 0]), 'points: row 1: '],
  [() => mesh.project([0, 0, 0], [0, 0, 0, 0, 0, 0, 0]), 'pose: the quaternion is zero'],
  [() => scene.add('a', ball), 'name: there is a body a already'],
  [() => scene.add(1, ball), 'name: a string is needed'],
  [() => scene.add('b', freed), 'shape: this shape was freed'],
  [() => scene.add('b', ball, null, { layers: -1 }), 'options.layers: -1'],
  [() => scene.move('x', none), 'names: there is no body x'],
  [() => scene.move(['a'], [none, none]), 'poses: 2 poses, but names has 1'],
  [() => scene.remove('x'), 'name: there is no body x'],
  [() => scene.ignore('a', 'x'), 'b: there is no body x'],
  [() => scene.castRay([0, 0, 0], [0, 0, 1], 1, { without: ['x'] }), 'filter.without: there is no body x'],
  [() => scene.castRays([0, 0, 0, 0, 0, 0]), 'rays: row 0: '],
  [() => scene.pairs(NaN), 'distance: it is NaN'],
  [() => dropped.pairs(), 'scene: this scene was freed'],
];

test('mistakes are errors that name the argument', () => {
  for (const [call, begins] of MISTAKES) {
    if (begins === undefined) {
      call();
      continue;
    }
    let said;
    try {
      call();
    } catch (wrong) {
      said = wrong;
    }
    assert.ok(said instanceof Error && !(said instanceof WebAssembly.RuntimeError), `${call}: ${said}`);
    assert.ok(said.message.startsWith(begins), `${call}: ${said.message}`);
    assert.ok(!/undefined is not|Cannot read|detached/.test(said.message), said.message);
  }
  assert.equal(c.distance(ball, none, box, [9, 0, 0]), 7.5, 'the library answers as before');
});

test('other values in each place stop nothing', () => {
  const values = [undefined, null, NaN, -1, 1e300, '', 'x', {}, [], [NaN], new Float32Array(7), new BigInt64Array(7), () => 0, Symbol.iterator, mesh, 7n];
  const calls = [
    (x) => c.distance(x, none, box, none),
    (x) => c.distance(ball, x, box, none),
    (x) => c.clearance(ball, none, box, none, x),
    (x) => c.within(ball, none, box, none, x),
    (x) => c.contacts(ball, none, mesh, none, x),
    (x) => c.contacts(ball, none, mesh, none, { margin: x }),
    (x) => c.castShape(ball, none, x, box, none, [0, 0, 0]),
    (x) => c.castShape(ball, none, [1, 0, 0], box, none, [0, 0, 0], { tmax: x }),
    (x) => mesh.castRay(none, x, [0, 0, 1]),
    (x) => mesh.castRay(none, [0, 0, 1], x),
    (x) => mesh.castRays(none, x),
    (x) => mesh.castRays(none, [0, 0, 9, 0, 0, -1], x),
    (x) => mesh.castRays(none, [0, 0, 9, 0, 0, -1], 1, x),
    (x) => mesh.castRaysAll(x, [0, 0, 9, 0, 0, -1]),
    (x) => mesh.contains(x),
    (x) => mesh.project([0, 0, 0], x),
    (x) => mesh.scaled(x),
    (x) => ball.rounded(x),
    (x) => Shape.sphere(x),
    (x) => Shape.box(x),
    (x) => Shape.hull(x),
    (x) => Shape.compound(x),
    (x) => Shape.compound([[ball, x]]),
    (x) => Shape.halfSpace([0, 0, 1], x),
    (x) => Shape.heightField([0, 0, 0, 0], x, 2, [1, 1]),
    (x) => new Mesh(x, [0, 1, 2]),
    (x) => new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], x),
    (x) => Mesh.fromGeometry(x),
    (x) => scene.move('a', x),
    (x) => scene.move(x, none),
    (x) => scene.nearest(x),
    (x) => scene.castRay([0, 0, 9], [0, 0, -1], x),
    (x) => scene.touching(ball, none, x),
  ];
  let refused = 0;
  for (const call of calls) {
    for (const value of values) {
      try {
        call(value);
      } catch (wrong) {
        const where = `${call} ${typeof value}: ${wrong.message}`;
        assert.ok(wrong instanceof Error && !(wrong instanceof WebAssembly.RuntimeError), where);
        assert.match(wrong.message, /^[\w.[\]]+: /, where);
        refused += 1;
      }
    }
  }
  assert.ok(refused > 350, `${refused}`);
  assert.equal(c.distance(ball, none, box, [9, 0, 0]), 7.5, 'the library answers as before');
});
