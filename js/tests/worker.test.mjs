// The package in a worker: by itself, and with a module that was compiled once.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

import { Random, entry, path } from './package.mjs';

const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.entry).then(async (c) => {
  if (workerData.module) c.initSync(workerData.module);
  else await c.default();
  parentPort.postMessage(c.distance(c.Shape.sphere(1), null, c.Shape.box([2, 2, 2]), [5, 0, 0]));
});
`;

for (const [name, module] of [
  ['by itself', undefined],
  ['with a compiled module', await WebAssembly.compile(readFileSync(path('space/clearance.wasm')))],
]) {
  test(`a worker loads the library ${name}`, async () => {
    const workerData = { entry: new URL(`file://${path('space/index.js')}`).href, module };
    const worker = new Worker(PROGRAM, { eval: true, workerData });
    const answer = await new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject));
    await worker.terminate();
    assert.equal(answer, 3);
  });
}

const SAME = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.entry).then((c) => {
  c.initSync(workerData.module);
  parentPort.postMessage((0, eval)(workerData.ask)(c, workerData.random));
});
`;

/** Distances, clearances and rays of a hull and a mesh in rows. */
const ask = (c, { points, poses, rays }) => {
  const [hull, mesh] = [c.Shape.hull(points), new c.Mesh(points.slice(0, 90), Array.from({ length: 30 }, (_, i) => i))];
  const none = [0, 0, 0, 0, 0, 0, 1];
  return [c.distance(hull, none, hull, poses), c.distance(mesh, none, hull, poses), c.clearance(hull, poses, hull, none), c.castRays(mesh, none, rays, 9)];
};

test('without SIMD the bits are the same', async () => {
  const own = new Random(9);
  const list = (length) => Array.from({ length }, () => own.signed());
  const random = { points: list(96), poses: new Float32Array(list(7 * 1500)), rays: new Float32Array(list(6 * 1500)) };
  const module = await WebAssembly.compile(readFileSync(path('space/clearance.wasm')));
  const workerData = { entry: new URL(`file://${path('space/index.js')}`).href, module, random, ask: `(${ask})` };
  const worker = new Worker(SAME, { eval: true, workerData });
  const found = await new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject));
  await worker.terminate();
  const wanted = ask(await entry('space'), random);
  assert.deepEqual(found, wanted);
  const touching = wanted[0].filter((gap) => gap === 0).length;
  const hits = wanted[3].time.filter(Number.isFinite).length;
  assert.ok(touching > 100 && touching <= 1500 && hits > 100 && hits < 1500, `${touching} ${hits}`);
});
