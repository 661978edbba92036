// What a page loads: the weight of each library after gzip.

import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { isBuilt, path } from './package.mjs';

/** The most kilobytes, with SIMD and without. */
const LIMITS = { mesh: [445, 490], space: [700, 760], plane: [475, 515], f64: [685, 746] };

for (const [entry, limits] of Object.entries(LIMITS)) {
  test(`the weight of ${entry}`, { skip: !isBuilt(entry) }, () => {
    ['clearance-simd.wasm', 'clearance.wasm'].forEach((file, i) => {
      const bytes = readFileSync(path(`${entry}/${file}`));
      const kilobytes = gzipSync(bytes, { level: 9 }).length / 1000;
      // A quick build has the library without SIMD in both places.
      const isQuick = statSync(path(`${entry}/clearance.wasm`)).size === bytes.length;
      const limit = isQuick ? limits[1] : limits[i];
      assert.ok(kilobytes <= limit && kilobytes > 0.8 * limit, `${file}: ${kilobytes} kB of ${limit}`);
    });
  });
}
