// What a program meets before the library is there, and after it has stopped.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { path } from './package.mjs';

const c = await import(path('space/index.js'));

test('before init an error says so, and init may come twice and from bytes', async () => {
  assert.throws(() => c.Shape.sphere(1), /^Error: clearance: the library is not there yet: `await init\(\)` first$/);
  await assert.rejects(c.default(new Uint8Array([1, 2, 3])));
  const bytes = readFileSync(path('space/clearance.wasm'));
  await Promise.all([c.default(bytes), c.default()]);
  assert.equal(c.distance(c.Shape.sphere(1), null, c.Shape.sphere(1), [3, 0, 0]), 1);
});

test('finalizers give memory back', { skip: !globalThis.gc }, async () => {
  const count = async () => {
    for (let i = 0; i < 20; i++) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return (await import(path('space/clearance.js'))).shapeCount();
  };
  const before = await count();
  for (let i = 0; i < 1000; i++) c.Shape.sphere(i);
  assert.ok((await count()) < before + 100);
});

// The last one: nothing answers after it.
test('a library that has stopped says so, now and later', async () => {
  const { ask } = await import(path('space/memory.js'));
  const ball = c.Shape.sphere(1);
  const stopped = /^Error: clearance: the library has stopped inside a question: panicked at .*range end index/s;
  assert.throws(() => ask('hull', 1e6), stopped);
  assert.throws(() => c.Shape.sphere(1), stopped);
  assert.throws(() => c.distance(ball, null, ball, null), stopped);
});
