// Geometries of three.js in all forms, and `raycastOf` beside three's own `Mesh.raycast`.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as THREE from 'three';

import { Random, entry } from './package.mjs';

const { Mesh, meshOf, raycastOf } = await entry('space');
const slow = THREE.Mesh.prototype.raycast;
const fast = raycastOf(THREE);

test('a geometry may be indexed or not, interleaved or not, of any numbers', () => {
  const geometry = new THREE.TorusKnotGeometry(1, 0.4, 32, 8);
  const wanted = Mesh.fromGeometry(geometry).castRay(null, [0, 0, 5], [0.1, 0.2, -1]);
  assert.ok(wanted.faceIndex > 0);
  const hit = (own) => Mesh.fromGeometry(own).castRay(null, [0, 0, 5], [0.1, 0.2, -1]);
  assert.deepEqual(hit(geometry.toNonIndexed()), wanted);
  const { array, count } = geometry.attributes.position;
  const wide = new Float32Array(5 * count);
  for (let i = 0; i < count; i++) wide.set(array.subarray(3 * i, 3 * i + 3), 5 * i + 1);
  const interleaved = new THREE.BufferGeometry().setIndex(geometry.index);
  interleaved.setAttribute('position', new THREE.InterleavedBufferAttribute(new THREE.InterleavedBuffer(wide, 5), 3, 1));
  assert.deepEqual(hit(interleaved), wanted);
  const short = new THREE.BufferGeometry().setIndex(new THREE.BufferAttribute(new Uint16Array(geometry.index.array), 1));
  short.setAttribute('position', new THREE.BufferAttribute(Int16Array.from(array, (x) => x * 16384), 3, true));
  const near = Mesh.fromGeometry(short).castRay(null, [0, 0, 2.5], [0.1, 0.2, -1]);
  assert.equal(near.faceIndex, wanted.faceIndex);
  assert.ok(Math.abs(near.time - wanted.time / 2) < 1e-3);
});

/** The hits of both, the nearest first. */
function both(object, raycaster) {
  return [slow, fast].map((method) => {
    const hits = [];
    method.call(object, raycaster, hits);
    return hits.sort((a, b) => a.distance - b.distance);
  });
}

function random(object, seed) {
  const own = new Random(seed);
  object.position.set(...own.vector());
  object.quaternion.set(...own.vector(), own.signed()).normalize();
  object.scale.set(own.size(), own.size(), own.size());
  object.updateMatrixWorld();
}

/** Compares some rays; gives how many hits there were. */
function compare(object, rays, set = () => {}) {
  const own = new Random(5);
  let all = 0;
  for (let i = 0; i < rays; i++) {
    const from = new THREE.Vector3(...own.vector(4));
    const along = new THREE.Vector3(...own.vector()).sub(from).normalize();
    const raycaster = new THREE.Raycaster(from, along);
    set(raycaster, own);
    const [wanted, found] = both(object, raycaster);
    assert.equal(found.length, wanted.length, `ray ${i}`);
    wanted.forEach((hit, k) => {
      const other = found[k];
      // Two hits as near as rounding may be in another order.
      if (Math.abs(hit.distance - (wanted[k + 1] ?? wanted[k - 1] ?? { distance: 99 }).distance) < 1e-4) return;
      assert.ok(Math.abs(hit.distance - other.distance) < 1e-5);
      assert.deepEqual([other.faceIndex, other.object, other.face.a, other.face.materialIndex], [hit.faceIndex, hit.object, hit.face.a, hit.face.materialIndex]);
      const vectors = ['point', 'uv', 'normal', 'barycoord'].filter((name) => hit[name]);
      // A triangle that is seen from its edge says little about where it was met.
      const blunt = Math.abs(hit.face.normal.clone().transformDirection(object.matrixWorld).dot(along)) > 0.1;
      for (const name of blunt ? vectors : []) {
        const [a, b] = [hit[name].toArray(), other[name].toArray()];
        assert.ok(a.every((x, j) => Math.abs(x - b[j]) < 2e-3), `${name}: ${a} ${b}`);
      }
      all += 1;
    });
  }
  return all;
}

for (const [side, name] of [[THREE.FrontSide, 'fronts'], [THREE.BackSide, 'backs'], [THREE.DoubleSide, 'both sides']]) {
  test(`raycasts meet what three.js does: ${name}`, () => {
    const object = new THREE.Mesh(new THREE.TorusKnotGeometry(1, 0.4, 64, 16), new THREE.MeshBasicMaterial({ side }));
    let all = 0;
    for (let seed = 1; seed < 6; seed++) {
      random(object, seed);
      all += compare(object, 100);
    }
    assert.ok(all > 300, `${all}`);
  });
}

test('near and far, groups of materials, and the draw range count', () => {
  const sides = [THREE.FrontSide, THREE.DoubleSide, THREE.BackSide, THREE.FrontSide, THREE.DoubleSide, THREE.BackSide];
  const materials = sides.map((side) => new THREE.MeshBasicMaterial({ side }));
  const box = new THREE.Mesh(new THREE.BoxGeometry(2, 2, 2, 4, 4, 4), materials);
  random(box, 3);
  assert.ok(compare(box, 300) > 100);
  const torus = new THREE.Mesh(new THREE.TorusGeometry(1, 0.5), new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }));
  torus.geometry.setDrawRange(300, 900);
  random(torus, 4);
  assert.ok(compare(torus, 300) > 50);
  torus.geometry.setDrawRange(0, Infinity);
  const limits = (raycaster, own) => {
    raycaster.near = 2 * own.size();
    raycaster.far = 5 * own.size();
  };
  assert.ok(compare(torus, 300, limits) > 100);
});

test('the first hit alone, and a geometry that changes', () => {
  const object = new THREE.Mesh(new THREE.TorusKnotGeometry(), new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }));
  const raycaster = new THREE.Raycaster(new THREE.Vector3(0, 0, 5), new THREE.Vector3(0.1, 0.2, -1).normalize());
  const [wanted] = both(object, raycaster);
  assert.ok(wanted.length > 1);
  raycaster.firstHitOnly = true;
  const hits = [];
  fast.call(object, raycaster, hits);
  assert.deepEqual(hits.map((hit) => hit.faceIndex), [wanted[0].faceIndex]);
  const before = meshOf(object.geometry);
  assert.equal(meshOf(object.geometry), before);
  object.geometry.translate(9, 0, 0);
  const none = [];
  fast.call(object, raycaster, none);
  assert.equal(none.length, 0);
  assert.notEqual(meshOf(object.geometry), before);
});
