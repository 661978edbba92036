/** The plane: dragging, stepping, links, pasting, undo, and that numbers are the command's. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { answer, caseFiles, drag, launch, nativeCommand, pictures, serve, settle } from "./harness.mjs";

let server;
let browser;

before(async () => {
  server = await serve();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** A tab for one test, closed after it; nothing may have gone wrong in it. */
function on(name, path, run, options) {
  test(name, async () => {
    const { page, problems } = await browser.open(server.url + path, options);
    try {
      await run(page);
      assert.deepEqual(problems, []);
    } finally {
      await page.close();
    }
  });
}

const pairOf = (page) => page.evaluate(() => JSON.parse(JSON.stringify(window.lab.store.now.pair)));

on("a body follows the pointer, and the answer follows the body", "", async (page) => {
  const first = await answer(page);
  await drag(page, '[data-id="b-body"]', -60, 10);
  const second = await answer(page);
  assert.ok(second.signed_distance < first.signed_distance - 0.1, `${second.signed_distance} is nearer than ${first.signed_distance}`);
  await page.locator("#undo").click();
  await settle(page);
  assert.deepEqual(await answer(page), first);
  await page.locator("#redo").click();
  await settle(page);
  assert.deepEqual(await answer(page), second);
});

on("a shape can be dragged anywhere inside it, a corner by its handle", "", async (page) => {
  const before = await pairOf(page);
  const box = await page.locator('[data-id="a-body"]').boundingBox();
  await page.mouse.move(box.x - 8, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x - 48, box.y + 50, { steps: 5 });
  await page.mouse.up();
  await settle(page);
  const moved = await pairOf(page);
  assert.ok(moved.a.pose.t[0] < before.a.pose.t[0] - 0.1);
  await drag(page, '[data-id="a-corner-2"]', 20, -30);
  const pulled = await pairOf(page);
  assert.notDeepEqual(pulled.a.vertices[2], moved.a.vertices[2]);
  assert.deepEqual(pulled.a.vertices[0], moved.a.vertices[0]);
});

for (const view of ["difference", "boolean", "distance", "epa", "sat"]) {
  on(`${view}: forth and back gives the same picture`, `#${view}`, async (page) => {
    const slider = page.locator("#slider");
    const count = Number(await slider.getAttribute("max")) + 1;
    assert.ok(count > 1, "there are places to go to");
    const seen = [];
    await slider.focus();
    await page.keyboard.press("Home");
    await settle(page);
    for (let i = 0; i < count; i += 1) {
      seen.push(await pictures(page));
      await page.keyboard.press("ArrowRight");
      await settle(page);
    }
    assert.ok(new Set(seen.map(String)).size > count / 2, "the pictures differ from place to place");
    for (let i = count - 2; i >= 0; i -= 1) {
      await page.keyboard.press("ArrowLeft");
      await settle(page);
      assert.deepEqual(await pictures(page), seen[i], `place ${i}`);
    }
  });
}

on("EPA, the separating axes and the curve of h agree about the depth", "#epa", async (page) => {
  const found = await page.evaluate(() => {
    const { engine, store } = window.lab;
    const line = JSON.stringify({ ...store.now.pair, b: { ...store.now.pair.b, pose: { t: [0.7, 0.3], angle: 0.2 } } });
    const curve = engine.curve(line, 3600);
    return { epa: engine.query(line, "epa"), sat: engine.query(line, "sat"), bounded: engine.query(line, "sat-bounded"), least: Math.min(...curve.h) };
  });
  for (const other of [found.sat, found.bounded]) {
    assert.ok(other.lower <= found.epa.upper && found.epa.lower <= other.upper, "the intervals meet");
  }
  // The curve has its kinks among its samples, so its least value is the depth but for rounding.
  assert.ok(-found.least >= found.epa.lower && -found.least <= found.epa.upper, `${-found.least} is in ${found.epa.lower} .. ${found.epa.upper}`);
});

on("bounds of GJK never cross", "#distance", async (page) => {
  const crossed = await page.evaluate(() => {
    const { lower, upper } = window.lab.model.bounds;
    return lower.filter((x, i) => x !== null && upper[i] !== null && x > upper[i] + 1e-12).length;
  });
  assert.equal(crossed, 0);
});

on("a broken paste names the line and the field, and loses nothing", "", async (page) => {
  const before = await answer(page);
  for (const [text, says] of [
    ["\n{\"a\": 1", /Line 2: /],
    ["{\"a\": {\"kind\": \"circle\", \"radius\": -1, \"pose\": {}}, \"b\": {\"kind\": \"circle\", \"radius\": 1, \"pose\": {\"t\": [3, 0]}}}", /Line 1: a: radius must not be negative/],
    ["{\"a\": {\"kind\": \"polygon\", \"vertices\": [[0,0],[1,1],[1,0],[0,1]], \"pose\": {}}, \"b\": {\"kind\": \"circle\", \"radius\": 1, \"pose\": {\"t\": [3, 0]}}}", /Line 1: a: /],
    ["", /There is no line/],
  ]) {
    await page.locator("#paste").fill(text);
    await page.locator("#take").click();
    assert.match(await page.locator("#paste-message").textContent(), says);
    assert.equal(await page.locator("#paste").getAttribute("aria-invalid"), "true");
    assert.equal(await page.locator("#paste").inputValue(), text, "what was written stays");
    assert.deepEqual(await answer(page), before);
  }
  await page.locator("#paste").fill('{"a": {"kind": "circle", "radius": 1, "pose": {}}, "b": {"kind": "ellipse", "radii": [1, 0.5], "pose": {"t": [3, 0]}}}');
  await page.locator("#take").click();
  await settle(page);
  assert.equal((await answer(page)).signed_distance, 1);
  assert.equal(await page.locator("#paste-message").isVisible(), false);
});

test("a link restores view, step, camera and all bits", async () => {
  const { page, problems } = await browser.open(server.url);
  const line = '{"a": {"kind": "hull", "vertices": [[-1.5, -0.1], [0.30000000000000004, -1], [0.1, 1.2000000000000002]], "pose": {"t": [-0.0, 1e-300], "angle": 0.1}}, "b": {"kind": "box", "half_extents": [1, 0.3333333333333333], "pose": {"t": [2.2, 0.25]}}}';
  await page.locator("#paste").fill(line);
  await page.locator("#take").click();
  await settle(page);
  await page.locator("#menu a", { hasText: "Distance" }).click();
  await settle(page);
  await page.locator('button[aria-label="Nearer"]').click();
  await page.locator('button[aria-label="Forth"]').click();
  await page.locator('button[aria-label="Forth"]').click();
  await page.waitForTimeout(600);
  const read = (p) => p.evaluate(() => ({ state: window.lab.store.now, zero: Object.is(window.lab.store.now.pair.a.pose.t[0], -0) }));
  const [there, picture, address] = [await read(page), await pictures(page), page.url()];
  assert.equal(there.state.place, 2);
  assert.ok(there.zero);
  const other = await browser.open(address);
  assert.deepEqual(await read(other.page), there);
  assert.deepEqual(await pictures(other.page), picture);
  assert.deepEqual([...problems, ...other.problems], []);
  await page.close();
  await other.page.close();
});

on("a damaged link says so and shows the first pair", "#1.epa.epa.0.@@@", async (page) => {
  assert.match(await page.locator("#message").textContent(), /damaged/);
  assert.equal((await answer(page)).status !== "error", true);
});

test("all cases have the command's answers, bit for bit", { skip: nativeCommand() || process.env.REQUIRE_BROWSER === "1" ? false : "the command is not built" }, async () => {
  const { page, problems } = await browser.open(server.url);
  await page.evaluate(() => window.lab.engine.prepareSpace());
  for (const file of caseFiles()) {
    const text = readFileSync(file, "utf8");
    const native = execFileSync(nativeCommand(), ["query", file, "--verify"], { encoding: "utf8", maxBuffer: 1 << 28 });
    const here = await page.evaluate((lines) => window.lab.engine.queryText(lines, "auto", true), text);
    assert.equal(here.trimEnd(), native.trimEnd());
  }
  assert.deepEqual(problems, []);
  await page.close();
});

on("all kinds of shapes can be chosen, rounded, and answered", "", async (page) => {
  const kinds = await page.locator("#kind-a option").evaluateAll((options) => options.map((o) => o.value));
  for (const kind of kinds) {
    await page.locator("#kind-a").selectOption(kind);
    await settle(page);
    const { status } = await answer(page);
    assert.notEqual(status, "error", kind);
  }
  await page.locator("#kind-a").selectOption("box");
  await settle(page);
  const sharp = (await answer(page)).signed_distance;
  await page.locator("#margin-a").fill("0.25");
  await settle(page);
  assert.ok(Math.abs((await answer(page)).signed_distance - (sharp - 0.25)) < 1e-9);
});
