// `npm pack` makes a tarball of the package, and a program that has installed it answers: `cargo xtask npm && npm run daily`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { isBuilt, path } from '../package.mjs';

const folder = path('../npm-build/packed');
const PROGRAM = `
import init, { Shape, distance } from 'clearance';
await init();
console.log(distance(Shape.sphere(1), null, Shape.sphere(1), [0, 0, 3]));
`;

const npm = (words, cwd) => execFileSync('npm', words, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });

test('the tarball installs into an empty folder, without a network, and answers', { skip: !isBuilt('space') && 'cargo xtask npm' }, () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], path()));
  const files = packed.files.map((file) => file.path);
  for (const name of ['package.json', 'README.md', 'LICENSE-MIT', 'LICENSE-APACHE', 'space/index.js', 'space/index.d.ts']) {
    assert.ok(files.includes(name), `${name} is not in the tarball`);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  npm(['install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`], folder);
  writeFileSync(join(folder, 'main.mjs'), PROGRAM);
  assert.equal(execFileSync('node', ['main.mjs'], { cwd: folder, encoding: 'utf8' }), '1\n');
});
