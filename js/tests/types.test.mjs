// The declarations are those of what is there, and TypeScript takes them.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { entry, isBuilt, path } from './package.mjs';

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
if (!existsSync(`${modules}clearance`)) symlinkSync(path(), `${modules}clearance`, 'junction');

const PROGRAM = `
import init, { Mesh, Scene, Shape, Solid, castShape, clearance, contacts, distance, intersects, raycastOf, type Clearance } from 'clearance';
import * as THREE from 'three';

await init();
const ball: Shape = Shape.sphere(1);
const mesh: Mesh = Mesh.fromGeometry(new THREE.BoxGeometry(1, 1, 1));
const one: number = distance(ball, [0, 0, 0], mesh, new THREE.Matrix4());
const rows: Float32Array = distance(ball, new Float32Array(14), mesh, new THREE.Object3D(), new Float32Array(2));
const many: Float32Array = distance<Float32Array>(ball, new Float32Array(14), mesh, null);
const found: Clearance = clearance(ball, null, mesh, { position: new THREE.Vector3(), quaternion: new THREE.Quaternion() });
const touching: boolean = intersects(ball, null, mesh, [0, 0, 0, 0, 0, 0, 1]);
const time: number = castShape(ball, null, [0, 0, 0], mesh, null, [1, 0, 0], { tmax: 2 }).time;
const points: number = contacts(ball, null, mesh, null, { margin: 1 })[0].points.length;
const hits = mesh.castRays(null, new Float32Array(6), 100, { time: new Float32Array(1) });
const first: number = hits.time[0];
THREE.Mesh.prototype.raycast = raycastOf(THREE);
const scene = new Scene();
scene.add('ball', ball, null, { fixed: true });
const names: string[] = scene.nearest(3).map(({ a }) => a);
// @ts-expect-error: a shape is needed
distance(1, null, mesh, null);
// @ts-expect-error: a whole size is needed
Shape.box(1);
export { Solid, found, many, first, names, one, points, rows, time, touching };
`;

test('TypeScript takes the declarations', () => {
  const folder = path('../npm-build/types');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(`${folder}/node_modules`)) symlinkSync(modules, `${folder}/node_modules`, 'junction');
  writeFileSync(`${folder}/program.ts`, PROGRAM);
  writeFileSync(`${folder}/package.json`, '{ "type": "module" }');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,esnext.disposable', '--preserveSymlinks'];
  execFileSync(process.execPath, [`${modules}typescript/bin/tsc`, ...options, 'program.ts'], { cwd: folder, stdio: 'inherit' });
});

for (const [name, file] of [['space', 'space.d.ts'], ['mesh', 'mesh.d.ts'], ['plane', 'plane.d.ts']]) {
  test(`${file} names all that ${name} has`, { skip: !isBuilt(name) }, async () => {
    const read = (own) => readFileSync(new URL(`../package/${own}`, import.meta.url), 'utf8');
    const text = read(file) + (name === 'space' ? read('mesh.d.ts') : '') + read('types.d.ts');
    const loaded = await entry(name);
    for (const own of Object.keys(loaded)) {
      if (own !== 'default') assert.match(text, new RegExp(`\\b${own}\\b`), own);
    }
    for (const method of [...Object.getOwnPropertyNames(loaded.Shape), ...Object.getOwnPropertyNames(loaded.Shape.prototype)]) {
      if (!['length', 'name', 'constructor', 'prototype'].includes(method)) assert.match(text, new RegExp(`\\b${method}\\b`), method);
    }
  });
}
