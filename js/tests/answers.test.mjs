// What the questions answer, in the names and the semantics of the package: values for one pair, columns for rows.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as THREE from 'three';

import { Random, entry, isBuilt } from './package.mjs';

const c = await entry('space');
const { Mesh, Scene, Shape, Solid } = c;
const none = [0, 0, 0, 0, 0, 0, 1];

test('sizes are whole', () => {
  const at = (z) => [0, 0, z];
  const ball = Shape.sphere(0);
  assert.equal(c.distance(Shape.box([2, 2, 2]), null, ball, at(3)), 2);
  assert.equal(c.distance(Shape.capsule(0.5, 2), null, ball, at(3)), 1.5);
  assert.equal(c.distance(Shape.cylinder(0.5, 2), null, ball, at(3)), 2);
  assert.equal(c.distance(Shape.cone(0.5, 2), null, ball, at(3)), 2);
  assert.equal(c.distance(Shape.ellipsoid([1, 1, 0.5]), null, ball, at(3)), 2.5);
  assert.equal(c.distance(Shape.halfSpace([0, 0, 2], 1), null, ball, at(3)), 2);
  assert.equal(c.distance(Shape.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), null, ball, at(3)), 2);
  assert.equal(c.distance(Shape.segment([0, 0, 0], [0, 0, 1]), null, ball, at(3)), 2);
  assert.equal(c.distance(Shape.triangle([0, 0, 1], [1, 0, 1], [0, 1, 1]), null, ball, at(3)), 2);
  assert.equal(c.distance(Shape.sphere(0.5).rounded(0.5), null, ball, at(3)), 2);
  assert.equal(c.distance(Shape.heightField(new Float32Array(9), 3, 3, [1, 1]), null, ball, [1, 1, 3]), 3);
});

test('a pose is a number of things', () => {
  const [box, ball] = [Shape.box([1, 2, 4]), Shape.sphere(0.5)];
  const turn = new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(1, 0, 0), Math.PI / 2);
  const position = new THREE.Vector3(0, 5, 0);
  const matrix = new THREE.Matrix4().compose(position, turn, new THREE.Vector3(1, 1, 1));
  const object = new THREE.Object3D();
  object.position.copy(position);
  object.quaternion.copy(turn);
  const poses = [
    [...position, ...turn],
    new Float32Array([...position, ...turn]),
    new Float64Array([...position, ...turn]),
    matrix,
    matrix.elements,
    { position, quaternion: turn },
    { position: [...position], quaternion: [...turn] },
    object,
  ];
  for (const pose of poses) {
    assert.ok(Math.abs(c.distance(box, pose, ball, null) - 2.5) < 1e-6);
  }
  const parent = new THREE.Group();
  parent.add(object);
  parent.position.y = 1;
  assert.ok(Math.abs(c.distance(box, object, ball, null) - 3.5) < 1e-6);
});

test('a scale is exactly that of the shape', () => {
  const [ball, point] = [Shape.sphere(1), Shape.sphere(0)];
  const scaled = new THREE.Matrix4().compose(new THREE.Vector3(4, 0, 0), new THREE.Quaternion(), new THREE.Vector3(2, 1, 0.5));
  assert.equal(c.distance(ball, scaled, point, null), 2);
  assert.equal(c.distance(ball, { position: [4, 0, 0], quaternion: [0, 0, 0, 1], scale: [2, 1, 0.5] }, point, null), 2);
  const mesh = Mesh.fromGeometry(new THREE.BoxGeometry(1, 1, 1));
  const mirrored = new THREE.Matrix4().makeScale(-2, 1, 1);
  const { min, max } = mesh.bounds(mirrored);
  assert.deepEqual([...min, ...max].map((x) => Number(x.toFixed(5))), [-1, -0.5, -0.5, 1, 0.5, 0.5]);
  const random = new Random(7);
  let differ = 0;
  for (let i = 0; i < 100; i++) {
    const factors = [random.size(), random.size(), random.size()].map(Math.fround);
    const turn = new THREE.Quaternion(...random.vector(), random.signed()).normalize();
    const at = new THREE.Vector3(...random.vector(3));
    const pose = new THREE.Matrix4().compose(at, turn, new THREE.Vector3(...factors));
    const own = c.distance(mesh, pose, point, null);
    const other = c.distance(mesh.scaled(factors), { position: at, quaternion: turn }, point, null);
    assert.ok(Math.abs(own - other) < 3e-6, `${own} ${other}`);
    differ += Number(own !== other);
  }
  assert.ok(differ < 100);
});

test('rows are single answers, one after the other', () => {
  const random = new Random(3);
  const shapes = [Shape.box([1, 0.5, 0.75]), Shape.hull(Array.from({ length: 12 }, () => random.vector()).flat())];
  const [a, b] = shapes;
  const count = 2500; // more than two chunks
  const rows = Float32Array.from({ length: 7 * count }, () => random.signed());
  const pose = (i) => rows.subarray(7 * i, 7 * i + 7);
  const [own, found, near] = [c.distance(a, none, b, rows), c.clearance(a, rows, b, none), c.closestPoints(a, rows, b, rows)];
  const [touch, deep, far] = [c.intersects(a, none, b, rows), c.penetration(a, rows, b, none), c.within(a, none, b, rows, 0.1)];
  const casts = c.castShape(a, none, [0, 0, 0], b, rows, [1, 0, 0], { tmax: 2 }, { hit: new Uint8Array(count), time: new Float32Array(count) });
  let touching = 0;
  for (let i = 0; i < count; i += 7) {
    assert.equal(own[i], c.distance(a, none, b, pose(i)));
    assert.equal(touch[i], Number(c.intersects(a, none, b, pose(i))));
    assert.equal(far[i], Number(c.within(a, none, b, pose(i), 0.1)));
    const one = c.clearance(a, pose(i), b, none);
    assert.equal(found.signedDistance[i], one.signedDistance);
    assert.equal(found.status[i], one.status);
    assert.deepEqual([...found.pointB.subarray(3 * i, 3 * i + 3)], one.pointB);
    const both = c.closestPoints(a, pose(i), b, pose(i));
    assert.equal(near.distance[i], both.distance);
    assert.equal(deep.depth[i], c.penetration(a, pose(i), b, none).depth);
    const cast = c.castShape(a, none, [0, 0, 0], b, pose(i), [1, 0, 0], { tmax: 2 });
    assert.equal(casts.hit[i], Number(cast.hit));
    assert.equal(casts.time[i], cast.time);
    touching += touch[i];
  }
  assert.ok(touching > 50 && touching < 350, `${touching}`);
  const out = new Float32Array(count);
  assert.equal(c.distance(a, none, b, rows, out), out);
  assert.deepEqual(out, own);
  assert.equal(c.distance(a, none, b, none, new Float32Array(1)).length, 1);
  const list = Array.from({ length: 5 }, (_, i) => [...pose(i)]);
  assert.deepEqual(c.distance(a, none, b, list), own.slice(0, 5));
});

test('contacts are patches, and rows of points', () => {
  const [floor, brick] = [Shape.box([4, 4, 2]), Shape.box([1, 1, 1])];
  const [patch] = c.contacts(floor, null, brick, [0, 0, 1.49]);
  assert.equal(patch.points.length, 4);
  assert.deepEqual(patch.normal, [0, 0, 1]);
  assert.ok(patch.points.every((point) => Math.abs(point.separation + 0.01) < 1e-6));
  assert.deepEqual(c.contacts(floor, null, brick, [0, 0, 9]), []);
  const rows = c.contacts(floor, null, brick, [[0, 0, 1.49], [0, 0, 9], [0, 0, -1.49]]);
  assert.deepEqual([...rows.row], [0, 0, 0, 0, 2, 2, 2, 2]);
});

test('a cast tells when shapes meet', () => {
  const [floor, ball] = [Shape.box([4, 4, 2]), Shape.sphere(0.5)];
  const down = c.castShape(floor, null, [0, 0, 0], ball, [0, 0, 5], [0, 0, -7]);
  assert.equal(down.time, 0.5);
  assert.equal(c.castShape(floor, null, [0, 0, 0], ball, [0, 0, 5], { position: [0, 0, -2], quaternion: [0, 0, 0, 1] }).time, 0.5);
  assert.equal(c.castShape(floor, null, [0, 0, 0], ball, [0, 0, 5], [0, 0, 7]).hit, false);
  assert.equal(c.castShape(floor, null, [0, 0, 0, 0, 0, 1], ball, [0, 0, 5], [0, 0, -7]).time, 0.5);
});

test('rays have sides, first and all hits', () => {
  const mesh = Mesh.fromGeometry(new THREE.BoxGeometry(2, 2, 2));
  const [from, along] = [[0.25, 0.5, 5], [0, 0, -1]];
  const front = mesh.castRay(null, from, along);
  assert.deepEqual([front.time, front.fromBehind, front.normal], [4, false, [0, 0, 1]]);
  assert.deepEqual(mesh.castRay(null, from, along, undefined, { side: 'front' }), front);
  const back = mesh.castRay(null, from, along, 100, { side: 'back' });
  assert.deepEqual([back.time, back.fromBehind], [6, true]);
  assert.equal(mesh.castRay(null, from, along, 3), null);
  const rays = new Float32Array([...from, ...along, 0, 0, 5, 0, 1, 0, ...from, ...along]);
  const all = mesh.castRaysAll(null, rays);
  assert.deepEqual([[...all.ray], [...all.time]], [[0, 0, 2, 2], [4, 6, 4, 6]]);
  assert.deepEqual([...mesh.castRaysAll(null, rays, 100, { side: 'back' }).time], [6, 6]);
  const hits = mesh.castRays(null, rays, 100);
  assert.deepEqual([...hits.time], [4, Infinity, 4]);
  assert.deepEqual([...hits.faceIndex], [front.faceIndex, -1, front.faceIndex]);
  const flat = new Float32Array(6);
  assert.equal(mesh.castRays(null, rays, 100, flat), flat);
  assert.deepEqual([...flat], [4, front.faceIndex, Infinity, -1, 4, front.faceIndex]);
  const solid = Solid.fromGeometry(new THREE.BoxGeometry(2, 2, 2));
  assert.equal(solid.castRay(null, [0, 0, 0], along).time, 0);
  assert.equal(solid.castRay(null, [0, 0, 0], along, 9, { hollow: true }).time, 1);
});

test('points are inside or outside', () => {
  const solid = Solid.fromGeometry(new THREE.BoxGeometry(2, 2, 2));
  assert.equal(solid.kind, 'solid');
  assert.equal(solid.contains([0, 0, 0]), true);
  assert.deepEqual([...solid.contains(new Float32Array([0, 0, 0, 0, 0, 3]))], [1, 0]);
  assert.equal(solid.signedDistance({ x: 0, y: 0, z: 3 }), 2);
  assert.deepEqual([...solid.signedDistance([0, 0, 0, 0, 0, 3.5], [0, 0, 1.5])], [0.5, 1]);
  const { point, faceIndex } = solid.project([0.25, 0.5, 3]);
  assert.deepEqual(point, [0.25, 0.5, 1]);
  assert.ok(faceIndex >= 0);
  assert.deepEqual([...c.project(solid, [0, 0, 2, 0, 0, 3]).signedDistance], [1, 2]);
});

test('scenes answer about bodies by name', () => {
  const scene = new Scene();
  const [box, ball] = [Shape.box([2, 2, 2]), Shape.sphere(0.5)];
  scene.add('floor', box, null, { fixed: true });
  scene.add('ball', ball, [0, 0, 3]);
  scene.add('ghost', ball, [0, 0, 6], { sensor: true, layers: 2 });
  assert.deepEqual(scene.names, ['floor', 'ball', 'ghost']);
  assert.equal(scene.pairs().length, 0);
  const [near] = scene.nearest();
  assert.deepEqual([near.a, near.b, near.answer.signedDistance, near.answer.normal], ['floor', 'ball', 1.5, [0, 0, 1]]);
  scene.move('ball', [0, 0, 1.4]);
  assert.deepEqual(scene.intersecting(), [['floor', 'ball']]);
  assert.equal(scene.contacts()[0].patches[0].points.length, 1);
  scene.move(['ball', 'ghost'], [[0, 0, 4], [0, 0, 7]]);
  assert.equal(scene.castRay([0, 0, 9], [0, 0, -1]).body, 'ball');
  assert.equal(scene.castRay([0, 0, 9], [0, 0, -1], 99, { sensors: true }).body, 'ghost');
  assert.equal(scene.castRay([0, 0, 9], [0, 0, -1], 99, { without: ['ball'] }).body, 'floor');
  assert.equal(scene.castRay([0, 0, 9], [0, 0, -1], 99, { layers: 4 }), null);
  const many = new Float32Array(6 * 1500).fill(0);
  for (let i = 0; i < 1500; i++) many.set([0, 0, 9, 0, 0, i % 2 ? -1 : 1], 6 * i);
  const rays = scene.castRays(many);
  assert.deepEqual([scene.nameOf(rays.body[1499]), rays.body[1498]], ['ball', -1]);
  assert.deepEqual(scene.containing([0, 0, 0]), ['floor']);
  assert.deepEqual(scene.touching(ball, [0, 0, 3.5]), ['ball']);
  scene.ignore('floor', 'ball');
  scene.move('ball', null);
  assert.deepEqual(scene.intersecting(), []);
  scene.remove('ball');
  assert.deepEqual([scene.size, scene.names], [2, ['floor', 'ghost']]);
  scene.free();
});

test('memory is given back', () => {
  const first = Shape.sphere(1);
  for (let i = 0; i < 5000; i++) Mesh.fromGeometry(new THREE.BoxGeometry(1, 1, 1)).free();
  const second = Shape.sphere(2);
  assert.equal(c.distance(first, null, second, [9, 0, 0]), 6);
  if (Symbol.dispose) assert.equal(Shape.prototype[Symbol.dispose], Shape.prototype.free);
});

test('the mesh entry has the same bits', { skip: !isBuilt('mesh') }, async () => {
  const m = await entry('mesh');
  const geometry = new THREE.TorusKnotGeometry(1, 0.4, 64, 16);
  const [own, other] = [Mesh.fromGeometry(geometry), m.Mesh.fromGeometry(geometry)];
  const random = new Random(11);
  let touching = 0;
  for (let i = 0; i < 100; i++) {
    const pose = random.pose().map((number, k) => (k < 3 ? 3 * number : number));
    const [rays, point] = [[...random.vector(4), ...random.vector()], random.vector(2)];
    assert.deepEqual(m.castRays(other, null, rays), c.castRays(own, null, rays));
    assert.deepEqual(other.project(point), own.project(point));
    const touches = c.intersects(own, null, own, pose);
    assert.equal(m.intersects(other, null, other, pose), touches);
    assert.equal(m.distance(other, null, other, pose), c.distance(own, null, own, pose));
    touching += Number(touches);
  }
  assert.ok(touching > 20 && touching < 95, `${touching}`);
  assert.throws(() => c.distance(own, null, other, null), /b: a Shape of this entry of clearance is needed, not Mesh/);
});
