// The page of examples in Chromium: each answers, and its picture changes. With SHOTS=FOLDER pictures are kept to be looked at.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';

import * as THREE from 'three';

import { serve } from '../../page/serve.mjs';

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((name) => name && existsSync(name));
const skip = !executablePath && 'there is no Chromium';
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
let browser, server, page;
const said = [];

before(async () => {
  if (skip) return;
  server = await serve();
  const { chromium } = await import('playwright-core');
  browser = await chromium.launch({ executablePath, args: FLAGS });
  page = await browser.newPage({ viewport: { width: 900, height: 640 } });
  page.on('pageerror', (wrong) => said.push(`${wrong}`));
});
after(async () => {
  await browser?.close();
  server?.close();
});

async function open(name) {
  await page.goto(`http://127.0.0.1:${server.address().port}/js/page/#${name}`);
  await page.reload();
  await page.waitForFunction((own) => document.body.dataset.example === own, name);
  return page.locator('#said');
}

async function end(name) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
  assert.deepEqual(said, []);
}

test('the picker names the triangle under the pointer', { skip }, async () => {
  const text = await open('picker');
  await page.mouse.move(20, 600);
  assert.equal(await text.textContent(), 'Nothing is under the pointer.');
  await page.mouse.move(450, 450);
  await page.mouse.move(520, 300);
  assert.match(await text.textContent(), /^Triangle \d+, \d\.\d+ away, uv 0\.\d+, 0\.\d+: /);
  await end('picker');
});

test('a drag stops at contact', { skip }, async () => {
  const text = await open('drag');
  const at = () => page.evaluate(() => window.example.box.position.toArray());
  const seen = (x, y) => {
    const camera = new THREE.PerspectiveCamera(40, 900 / (640 - 51.2), 0.1, 100);
    camera.position.set(0, 2, 9);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const own = new THREE.Vector3(x, y, 0.4).project(camera);
    return [(450 * (own.x + 1)), 51.2 + ((1 - own.y) / 2) * (640 - 51.2)];
  };
  await page.mouse.move(...seen(-3, -0.8));
  await page.mouse.down();
  await page.mouse.move(...seen(-3, 0), { steps: 4 });
  assert.equal(await text.textContent(), 'It is free.');
  await page.mouse.move(...seen(3, 1), { steps: 10 });
  assert.equal(await text.textContent(), 'It touches, and slides along what it has met.');
  const place = await at();
  assert.ok(place[0] < 2, `${place}`);
  const gaps = await page.evaluate(async () => {
    const { clearance } = await import('clearance');
    const { box, others, own } = window.example;
    return others.map(([mesh, shape]) => clearance(shape, mesh, own, box).lower);
  });
  assert.ok(Math.min(...gaps) > 0 && Math.min(...gaps) < 0.02, `${gaps}`);
  await page.mouse.up();
  await end('drag');
});

test('two models clash, and do not', { skip }, async () => {
  const text = await open('clash');
  assert.match(await text.textContent(), /^They are \d\.\d+ apart: /);
  await end('apart');
  await page.mouse.move(600, 300);
  await page.mouse.down();
  await page.mouse.move(400, 300, { steps: 5 });
  await page.mouse.up();
  assert.match(await text.textContent(), /^They clash, at \d+ points of contact: /);
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n';
    for (const name of ['a.obj', 'b.obj']) data.items.add(new File([text], name));
    return data;
  });
  await page.dispatchEvent('canvas', 'drop', { dataTransfer: transfer });
  await page.waitForFunction(() => /apart|clash/.test(document.querySelector('#said').textContent));
  await end('clash');
});

test('colours tell the depth', { skip }, async () => {
  const text = await open('depth');
  await page.mouse.move(430, 330);
  await page.mouse.move(480, 340);
  assert.match(await text.textContent(), /^12831 points in \d+\.\d ms; the deepest is 0\.[1-3]\d+ inside\.$/);
  await end('depth');
});
