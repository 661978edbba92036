// The package in a worker: by itself, and with a module that was compiled once.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

import { path } from './package.mjs';

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
