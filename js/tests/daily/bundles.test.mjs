// Vite, webpack and esbuild make pages of the package, and Chromium opens them. All entries are needed: `cargo xtask npm && npm run daily`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { isBuilt, path } from '../package.mjs';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const folder = path('../npm-build/bundles');
const browser = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((name) => name && existsSync(name));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** Both entries in one page, the library of one in a worker; what is found is written to the title. */
const PROGRAM = (init) => `
import init, { Mesh, Shape, distance } from 'clearance/mesh';
import * as plane from 'clearance/2d';
import { BoxGeometry } from 'three';
${init}
const mesh = Mesh.fromGeometry(new BoxGeometry(2, 2, 2));
const space = distance(mesh, null, Shape.sphere(0.5), [0, 0, 3]);
const flat = plane.distance(plane.Shape.circle(1), null, plane.Shape.box([2, 2]), [4, 0, 0]);
document.title = JSON.stringify([space, flat]);
`;
const PLAIN = 'await init();\nawait plane.default();\n';
const ESBUILD = `
import library from 'clearance/mesh/clearance-simd.wasm';
import other from 'clearance/plane/clearance-simd.wasm';
await init(library);
await plane.default(other);
`;

function prepare(name, init) {
  const own = join(folder, name);
  rmSync(own, { recursive: true, force: true });
  mkdirSync(join(own, 'node_modules'), { recursive: true });
  cpSync(path(), join(own, 'node_modules/clearance'), { recursive: true });
  symlinkSync(join(modules, 'three'), join(own, 'node_modules/three'), 'junction');
  writeFileSync(join(own, 'package.json'), '{ "type": "module", "private": true }');
  writeFileSync(join(own, 'main.js'), PROGRAM(init));
  writeFileSync(join(own, 'index.html'), '<!doctype html><script type="module" src="./main.js"></script>');
  return own;
}

/** A folder on loopback, and what it is for. */
async function served(root, use) {
  const server = createServer((request, response) => {
    const file = join(root, new URL(request.url, 'http://localhost').pathname.replace(/\/$/, '/index.html'));
    if (!existsSync(file)) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close();
  }
}

async function opened(root) {
  const { chromium } = await import('playwright-core');
  const run = await chromium.launch({ executablePath: browser, args: ['--no-sandbox'] });
  try {
    const page = await run.newPage();
    const said = [];
    page.on('pageerror', (wrong) => said.push(`${wrong}`));
    page.on('console', (line) => line.type() === 'error' && !line.location().url.endsWith('favicon.ico') && said.push(line.text()));
    await served(root, async (url) => {
      await page.goto(url);
      await page.waitForFunction(() => document.title !== '', undefined, { timeout: 20000 }).catch(() => said.push('nothing was found'));
    });
    assert.deepEqual(said, []);
    assert.equal(await page.title(), '[1.5,2]');
  } finally {
    await run.close();
  }
}

const libraries = (root) => readdirSync(root, { recursive: true }).filter((file) => `${file}`.endsWith('.wasm'));
const skip = (!isBuilt('mesh') || !isBuilt('plane')) && 'not all entries are built';

test('Vite', { skip }, async () => {
  const own = prepare('vite', PLAIN);
  execFileSync(process.execPath, [join(modules, 'vite/bin/vite.js'), 'build', '--target', 'esnext', '--logLevel', 'warn'], { cwd: own, stdio: 'inherit' });
  assert.equal(libraries(join(own, 'dist')).length, 4);
  if (browser) await opened(join(own, 'dist'));
});

test('webpack', { skip }, async () => {
  const own = prepare('webpack', PLAIN);
  const { default: webpack } = await import('webpack');
  const options = { context: own, mode: 'production', entry: './main.js', output: { path: join(own, 'dist'), publicPath: 'auto' }, resolve: { symlinks: false } };
  const stats = await new Promise((resolve, reject) => webpack(options, (wrong, found) => (wrong ? reject(wrong) : resolve(found))));
  assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }).errors, []);
  assert.equal(libraries(join(own, 'dist')).length, 4);
  writeFileSync(join(own, 'dist/index.html'), '<!doctype html><script src="main.js"></script>');
  if (browser) await opened(join(own, 'dist'));
});

test('esbuild', { skip }, async () => {
  const own = prepare('esbuild', ESBUILD);
  const { build } = await import('esbuild');
  const found = await build({ absWorkingDir: own, entryPoints: ['main.js'], bundle: true, format: 'esm', outdir: 'dist', loader: { '.wasm': 'file' }, logLevel: 'silent', preserveSymlinks: true });
  assert.deepEqual(found.errors, []);
  assert.equal(libraries(join(own, 'dist')).length, 2);
  writeFileSync(join(own, 'dist/index.html'), '<!doctype html><script type="module" src="./main.js"></script>');
  if (browser) await opened(join(own, 'dist'));
});

test('a page without a bundler', { skip: skip || !browser }, async () => {
  const own = prepare('none', PLAIN);
  const imports = { 'clearance/mesh': './node_modules/clearance/mesh/index.js', 'clearance/2d': './node_modules/clearance/plane/index.js', three: './three/three.module.js', '#read': './node_modules/clearance/read.js' };
  cpSync(join(modules, 'three/build'), join(own, 'three'), { recursive: true });
  const map = JSON.stringify({ imports });
  writeFileSync(join(own, 'index.html'), `<!doctype html><script type="importmap">${map}</script><script type="module" src="./main.js"></script>`);
  await opened(own);
});
