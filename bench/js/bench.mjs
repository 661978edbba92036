// Times beside three-mesh-bvh and rapier3d-compat, in one run: `cargo xtask npm space && npm ci && npm run bench`.
//
// Each line has the best of some runs, in turn, so that all sides meet the same machine. Answers are compared, too: a side that
// is quick and wrong is no peer. Times are nanoseconds for each ray, point or pair, calls and copies included.

import RAPIER from '@dimforge/rapier3d-compat';
import * as THREE from 'three';
import { MeshBVH } from 'three-mesh-bvh';

import init, { Mesh, Shape, clearance, distance, intersects } from '../../target/npm/space/index.js';

await init();
await RAPIER.init();

let seed = 1;
const signed = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed / 2 ** 32) * 2 - 1;
};
const unit = () => new THREE.Vector3(signed(), signed(), signed()).normalize();
const turn = () => new THREE.Quaternion(signed(), signed(), signed(), signed()).normalize();
const none = new Float32Array([0, 0, 0, 0, 0, 0, 1]);

/** For so long sides run at least, in milliseconds: the engine compiles what runs often once more, in the background. */
const LEAST = 2000;

/** The best time of each side for one of `count`, in nanoseconds. */
function best(sides, count, runs) {
  const times = sides.map(() => Infinity);
  const began = performance.now();
  for (let run = 0; run < runs || performance.now() - began < LEAST; run++) {
    sides.forEach((side, i) => {
      const start = performance.now();
      side();
      times[i] = Math.min(times[i], performance.now() - start);
    });
  }
  return times.map((time) => (time / count) * 1e6);
}

function line(what, [peer, ...own], differ, of) {
  const ratios = own.map((time) => `${time.toFixed(0)} (${(peer / time).toFixed(2)} times)`);
  console.log(`${what}: peer ${peer.toFixed(0)}, clearance ${ratios.join(', ')}; ${differ} of ${of} differ`);
}

/** How many answers differ by more than rounding. */
const count = (a, b, size) => a.reduce((sum, x, i) => sum + Number(!(x === b[i] || Math.abs(x - b[i]) < 1e-4 * size)), 0);

function rays(bvh, mesh) {
  const N = 5000;
  const [own, rows] = [[], new Float32Array(6 * N)];
  for (let i = 0; i < N; i++) {
    const from = unit().multiplyScalar(4);
    const along = new THREE.Vector3(signed(), signed(), signed()).multiplyScalar(1.3).sub(from).normalize();
    rows.set([...from, ...along], 6 * i);
    own.push(new THREE.Ray(from, along));
  }
  const [theirs, one, out] = [new Float32Array(N), new Float32Array(N), new Float32Array(2 * N)];
  const sides = [
    () => own.forEach((ray, i) => (theirs[i] = bvh.raycastFirst(ray, THREE.DoubleSide)?.distance ?? Infinity)),
    () => mesh.castRays(none, rows, 100, out),
    () => own.forEach(({ origin, direction }, i) => (one[i] = mesh.castRay(none, origin, direction, 100)?.time ?? Infinity)),
  ];
  const times = best(sides, N, 9);
  line('rays: rows, one by one', times, count(theirs, out.filter((_, i) => i % 2 === 0), 4), N);
}

function points(bvh, mesh) {
  const N = 1000;
  const rows = Float32Array.from({ length: 3 * N }, () => 2 * signed());
  const [theirs, own, at, target] = [new Float32Array(N), new Float32Array(N), new THREE.Vector3(), {}];
  const sides = [
    () => {
      for (let i = 0; i < N; i++) theirs[i] = bvh.closestPointToPoint(at.fromArray(rows, 3 * i), target).distance;
    },
    () => mesh.signedDistance(rows, none, own),
  ];
  line('nearest points', best(sides, N, 5), count(theirs, own.map(Math.abs), 2), N);
}

function meshes(geometry, bvh, mesh) {
  const N = 60;
  const [poses, matrices] = [new Float32Array(7 * N), []];
  for (let i = 0; i < N; i++) {
    const [q, p] = [turn(), unit().multiplyScalar(1.2 + (1.8 * i) / N)];
    poses.set([...p, ...q], 7 * i);
    matrices.push(new THREE.Matrix4().compose(p, q, new THREE.Vector3(1, 1, 1)));
  }
  geometry.boundsTree = bvh;
  const [theirs, own] = [new Uint8Array(N), new Uint8Array(N)];
  const sides = [
    () => matrices.forEach((matrix, i) => (theirs[i] = Number(bvh.intersectsGeometry(geometry, matrix)))),
    () => intersects(mesh, none, mesh, poses, own),
  ];
  line('intersections of meshes', best(sides, N, 3), count(theirs, own, 1), N);
  const apart = [...own.keys()].filter((i) => !own[i]).slice(0, 3);
  const [far, gaps, t1, t2] = [new Float32Array(3), new Float32Array(3), {}, {}];
  const rows = new Float32Array(apart.flatMap((i) => [...poses.subarray(7 * i, 7 * i + 7)]));
  const both = [
    () => apart.forEach((i, k) => (far[k] = bvh.closestPointToGeometry(geometry, matrices[i], t1, t2).distance)),
    () => distance(mesh, none, mesh, rows, gaps),
  ];
  line('distances of meshes', best(both, apart.length, 2), count(far, gaps, 1), apart.length);
}

for (const [tubes, sides] of [[64, 64], [256, 200]]) {
  const geometry = new THREE.TorusKnotGeometry(1, 0.4, tubes, sides);
  const build = best([() => new MeshBVH(geometry), () => Mesh.fromGeometry(geometry).castRay(none, [9, 9, 9], [1, 0, 0])], 1, 3);
  console.log(`\n${geometry.index.count / 3} triangles; with its tree: peer ${(build[0] / 1e6).toFixed(1)} ms, clearance ${(build[1] / 1e6).toFixed(1)} ms`);
  const [bvh, mesh] = [new MeshBVH(geometry), Mesh.fromGeometry(geometry)];
  rays(bvh, mesh);
  points(bvh, mesh);
  meshes(geometry, bvh, mesh);
}

// Colliders of rapier, which keep their shapes, against clearances one by one, and distances in rows.
console.log('\npairs of convex shapes beside contactCollider: clearance one by one, distances in rows');
const N = 2000;
const points32 = new Float32Array(Array.from({ length: 32 }, () => [...unit()]).flat());
const poses = new Float32Array(Array.from({ length: N }, () => [2 * signed(), 2 * signed(), 2 * signed(), ...turn()]).flat());
const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
for (const [name, theirs, own] of [
  ['boxes', () => RAPIER.ColliderDesc.cuboid(0.3, 0.4, 0.5), Shape.box([0.6, 0.8, 1])],
  ['hulls of 32 points', () => RAPIER.ColliderDesc.convexHull(points32), Shape.hull(points32)],
  ['balls', () => RAPIER.ColliderDesc.ball(0.5), Shape.sphere(0.5)],
]) {
  const [a, b] = [world.createCollider(theirs()), world.createCollider(theirs())];
  world.step();
  const [t, q, rows] = [{ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0, w: 1 }, Array.from({ length: N }, (_, i) => poses.subarray(7 * i, 7 * i + 7))];
  const [found, gaps, out] = [new Float32Array(N), new Float32Array(N), new Float32Array(N)];
  const place = (i) => {
    [t.x, t.y, t.z, q.x, q.y, q.z, q.w] = rows[i];
    b.setTranslation(t);
    b.setRotation(q);
  };
  const sides = [
    () => {
      for (let i = 0; i < N; i++) {
        place(i);
        found[i] = a.contactCollider(b, 100)?.distance ?? NaN;
      }
    },
    () => {
      for (let i = 0; i < N; i++) gaps[i] = clearance(own, none, own, rows[i]).signedDistance;
    },
    () => distance(own, none, own, poses, out),
  ];
  const times = best(sides, N, 15);
  const apart = [...gaps.keys()].filter((i) => gaps[i] > 0);
  line(name, times, count(apart.map((i) => found[i]), apart.map((i) => gaps[i]), 1), apart.length);
  world.removeCollider(a, false);
  world.removeCollider(b, false);
}
