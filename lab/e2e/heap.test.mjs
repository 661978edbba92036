/** The heap: it drops, pauses, steps; any pair opens in any view, and Back and undo come back to it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { answer, forTests, pictures, settle } from "./harness.mjs";

const lab = forTests();
const { on } = lab;

const state = (page) => page.evaluate(() => { const { view, place, pair } = window.lab.store.now; return { view, place, pair: JSON.stringify(pair), heap: pair.id?.heap }; });
const sentence = (page) => page.locator("#sentence").textContent();
/** The numbers of the panel, by their names. */
const counts = (page) => page.locator(".heap dl div").evaluateAll((all) => Object.fromEntries(all.map((e) => [e.querySelector("dt").textContent, Number(e.querySelector("dd").textContent)])));

async function to(page, step) {
  await page.evaluate((p) => window.lab.go(p), step);
  await settle(page);
}

/** Waits until the address has what the page shows. */
const written = (page) => page.waitForTimeout(500);

/** Where a point of the heap is in the window: that of a contact by its index, or the middle of a body. */
async function place(page, of) {
  const at = await page.evaluate(([kind, k]) => {
    const { stage, store, views } = window.lab;
    const [frame] = stage.frames();
    const { poses, points } = views.find((v) => v.heap).heap(store.now.pair).at(store.now.place);
    return frame.at(kind === "body" ? poses[k].t : points[k].at);
  }, of);
  const box = await page.locator(".panel-shapes canvas").boundingBox();
  return [box.x + at[0], box.y + at[1]];
}

on("thirty bodies are dropped, come to rest, and are paused and stepped on the way", "#heap", async (page) => {
  assert.equal((await state(page)).place, 0);
  assert.deepEqual(await counts(page), { "boxes that meet": 0, searched: 0, "pairs in contact": 0, began: 0, stayed: 0, ended: 0 });
  await page.locator("#play").click();
  await page.waitForFunction(() => window.lab.store.now.place > 40);
  await page.locator("#play").click();
  await settle(page);
  const paused = await state(page);
  await page.waitForTimeout(200);
  assert.deepEqual(await state(page), paused, "it stands still");
  await page.locator('button[aria-label="Forth"]').click();
  await settle(page);
  assert.equal((await state(page)).place, paused.place + 1);
  await page.locator("body").press(",");
  await settle(page);
  assert.deepEqual(await state(page), paused, "a step back leads to the same bits");
  await to(page, 480);
  assert.match(await sentence(page), /^Step 480, 8\.00 s: \d+ pairs are in contact: all bodies are at rest\./);
  const rest = await counts(page);
  assert.ok(rest.searched === 0 && rest.began === 0 && rest.ended === 0 && rest["pairs in contact"] > 40 && rest["boxes that meet"] >= rest["pairs in contact"], JSON.stringify(rest));
});

on("contacts begin, stay and end, and the picture tells them apart", "#heap", async (page) => {
  let [began, ended] = [0, 0];
  for (let step = 1; step <= 80; step += 1) {
    await page.evaluate((p) => window.lab.go(p), step);
    await settle(page);
    const now = await counts(page);
    assert.equal(now.began + now.stayed, now["pairs in contact"]);
    [began, ended] = [began + now.began, ended + now.ended];
    assert.equal(began - ended, now["pairs in contact"], `step ${step}`);
    assert.ok(now.searched <= now["boxes that meet"]);
  }
  assert.ok(began > 40 && ended > 5, `${began} began, ${ended} ended`);
});

on("a click on a contact, and clicks on two bodies, choose a pair; undo takes the choice back", "#heap", async (page) => {
  await to(page, 90);
  const before = await state(page);
  const points = await page.evaluate(() => window.lab.views.find((v) => v.heap).heap(window.lab.store.now.pair).at(90).points.map((p) => p.bodies));
  const k = points.findIndex((bodies) => bodies[0] > 2 && bodies.join() !== before.heap.bodies.join());
  await page.mouse.click(...(await place(page, ["point", k])));
  await settle(page);
  assert.deepEqual((await state(page)).heap.bodies, points[k]);
  const named = await page.locator('select[aria-label="Pairs in contact"]').inputValue();
  assert.equal(named, points[k].join(" "));
  // Two bodies without a contact at their centres.
  for (const body of [20, 31]) {
    await page.mouse.click(...(await place(page, ["body", body])));
    await settle(page);
  }
  assert.deepEqual((await state(page)).heap.bodies, [20, 31]);
  for (let i = 0; i < 3; i += 1) await page.locator("#undo").click();
  await settle(page);
  assert.deepEqual(await state(page), before);
  // A drag is no click.
  const [x, y] = await place(page, ["body", 20]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 3 });
  await page.mouse.up();
  await settle(page);
  assert.deepEqual((await state(page)).heap.bodies, before.heap.bodies);
});

on("the chosen pair opens in each view with the same bits, and Back comes back to the paused heap", "#heap", async (page) => {
  await to(page, 75);
  const touching = page.locator('select[aria-label="Pairs in contact"]');
  const pairs = await touching.locator("option").evaluateAll((all) => all.map((o) => o.value).filter((v) => v !== "" && !/^[012] /.test(v)));
  await touching.selectOption(pairs[3]);
  await settle(page);
  const paused = await state(page);
  const said = await answer(page);
  const seen = await pictures(page);
  const views = await page.locator("[data-open]").evaluateAll((all) => all.map((b) => b.getAttribute("data-open")));
  assert.deepEqual(views, ["touch", "difference", "support", "boolean", "distance", "epa", "sat", "motion", "contact"]);
  for (const view of views) {
    await page.locator(`[data-open="${view}"]`).click();
    await page.waitForFunction((v) => window.lab.store.now.view === v, view);
    await settle(page);
    const there = await state(page);
    // Motion moves B back, so that it can come.
    const shapes = ({ pair }) => { const { a, b } = JSON.parse(pair); return { a, b: view === "motion" ? { ...b, pose: null } : b }; };
    assert.deepEqual(shapes(there), shapes(paused), view);
    assert.ok((await sentence(page)).length > 20, view);
    const found = await answer(page);
    assert.ok(!["error", "skipped"].includes(found.status) && found.warnings === undefined, `${view}: ${JSON.stringify(found)}`);
    if (view === "distance") assert.deepEqual({ ...(await answer(page)), algorithm: 0, iterations: 0 }, { ...said, algorithm: 0, iterations: 0 });
    await written(page);
    await page.goBack();
    await page.waitForFunction(() => window.lab.store.now.view === "heap");
    await settle(page);
    assert.deepEqual(await state(page), paused, `back from ${view}`);
    assert.deepEqual(await pictures(page), seen, `the same picture after ${view}`);
  }
});

on("a contact of the heap is that of the pair in its view, near or deep", "#heap", async (page) => {
  await to(page, 25);
  const points = await page.evaluate(() => window.lab.views.find((v) => v.heap).heap(window.lab.store.now.pair).at(25).points);
  const [least, most] = [points.reduce((p, q) => (q.separation < p.separation ? q : p)), points.reduce((p, q) => (q.separation > p.separation ? q : p))];
  assert.ok(least.separation < 0 && most.separation > 0.02, `${least.separation} to ${most.separation}`);
  for (const { bodies, separation } of [least, most]) {
    await page.locator('select[aria-label="Pairs in contact"]').selectOption(bodies.join(" "));
    await page.locator('[data-open="contact"]').click();
    await page.waitForFunction(() => window.lab.store.now.view === "contact");
    await settle(page);
    const { manifold } = await answer(page);
    assert.ok(manifold.points.some((p) => Math.abs(p.separation - separation) < 1e-3), `${separation} of ${JSON.stringify(manifold.points)}`);
    await page.locator("#undo").click();
    await page.waitForFunction(() => window.lab.store.now.view === "heap");
    await settle(page);
  }
});

on("undo comes back from a view, too, and the menu from a pair that was changed there", "#heap", async (page) => {
  await to(page, 120);
  const paused = await state(page);
  await page.locator('[data-open="epa"]').click();
  await page.waitForFunction(() => window.lab.store.now.view === "epa");
  await page.locator("#undo").click();
  await settle(page);
  assert.deepEqual(await state(page), paused);
  await page.locator('[data-open="epa"]').click();
  await page.waitForFunction(() => window.lab.store.now.view === "epa");
  await page.locator('[data-id="a-body"], [data-id="a"]').first().press("ArrowLeft");
  await settle(page);
  const moved = await state(page);
  assert.notEqual(moved.pair, paused.pair);
  assert.equal(moved.heap, undefined, "a pair that was moved is not the heap's");
  await page.locator("#menu a", { hasText: "Heap" }).click();
  await page.waitForFunction(() => window.lab.store.now.view === "heap");
  await settle(page);
  assert.deepEqual(await state(page), paused);
});

on("a card that changes a shape leaves the heap, and undo comes back", "#heap", async (page) => {
  await to(page, 60);
  const paused = await state(page);
  await page.locator("#kind-a").selectOption("ellipse");
  await page.waitForFunction(() => window.lab.store.now.view === "touch");
  await page.locator("#undo").click();
  await settle(page);
  assert.deepEqual(await state(page), paused);
});

on("a line that is pasted is shown as it is, though it names a heap", "#heap", async (page) => {
  await to(page, 60);
  const { a, b, id } = JSON.parse((await state(page)).pair);
  await page.locator("#paste").fill(JSON.stringify({ id, a, b: { ...b, radius: 3 } }));
  await page.locator("#take").click();
  await page.waitForFunction(() => window.lab.store.now.view === "touch");
  assert.equal(JSON.parse((await state(page)).pair).b.radius, 3);
});

on("dropping again is another heap, Back the last one; a seed is a heap", "#heap", async (page) => {
  await to(page, 100);
  await written(page);
  const first = await state(page);
  await page.locator("#heap-drop").click();
  await page.waitForFunction(() => window.lab.store.now.place > 10);
  await page.locator("#play").click();
  await settle(page);
  assert.equal((await state(page)).heap.seed, first.heap.seed + 1);
  await written(page);
  await page.goBack();
  await page.waitForFunction((p) => window.lab.store.now.place === p, first.place);
  await settle(page);
  assert.deepEqual(await state(page), first);
  await page.locator("#heap-seed").fill("77");
  await page.locator("#heap-seed").press("Enter");
  await page.waitForFunction(() => window.lab.store.now.pair.id.heap.seed === 77 && window.lab.store.now.place > 2);
  await page.locator("#play").click();
  await settle(page);
  await page.locator("#heap-seed").fill("-3");
  await page.locator("#heap-seed").press("Enter");
  await settle(page);
  assert.equal(await page.locator("#heap-seed").inputValue(), "77", "no seed, no heap");
});

test("a link shows the same heap, in another page, to the last bit", async () => {
  const { page } = await lab.browser.open(`${lab.server.url}#heap`);
  await to(page, 200);
  await page.getByLabel("A", { exact: true }).selectOption("9");
  await page.getByLabel("B", { exact: true }).selectOption("1");
  await written(page);
  const [seen, there, url] = [await pictures(page), await state(page), page.url()];
  const poses = (p) => p.evaluate(() => window.lab.views.find((v) => v.heap).heap(window.lab.store.now.pair).at(200).poses);
  const first = await poses(page);
  await page.close();
  const again = await lab.browser.open(url);
  assert.deepEqual(await state(again.page), there);
  assert.deepEqual(there.heap, { seed: 1, step: 200, bodies: [9, 1] });
  assert.deepEqual(await pictures(again.page), seen);
  assert.deepEqual(await poses(again.page), first);
  assert.deepEqual(again.problems, []);
  await again.page.close();
});

on("the bits are those of this machine", "#heap", async (page) => {
  const test = readFileSync(new URL("../../crates/cli/tests/command/heap.rs", import.meta.url), "utf8");
  const [, bits] = /const BITS: u64 = 0x([0-9a-f_]+);/.exec(test);
  const mixed = await page.evaluate(() => {
    const numbers = new Float64Array(window.lab.views.find((v) => v.heap).heap(window.lab.store.now.pair).at(200).poses.flatMap(({ t, angle }) => [...t, angle]));
    let sum = 0xcbf29ce484222325n;
    for (const byte of new Uint8Array(numbers.buffer)) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n);
    return sum.toString(16);
  });
  assert.equal(mixed, bits.replaceAll("_", ""));
});

on("by keyboard alone: play, pause, step, choose a pair, open it, and come back", "#heap", async (page) => {
  const focus = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
  const tabTo = async (pattern) => {
    for (let i = 0; i < 80; i += 1) {
      await page.keyboard.press("Tab");
      if (pattern.test(await focus())) return;
    }
    assert.fail(`Tab does not reach ${pattern}`);
  };
  await page.locator("body").press(" ");
  await page.waitForFunction(() => window.lab.store.now.place > 60);
  await page.locator("body").press(" ");
  await settle(page);
  const { place: step } = await state(page);
  await page.locator("body").press(".");
  await settle(page);
  assert.equal((await state(page)).place, step + 1);
  assert.equal(await page.locator("#slider").getAttribute("aria-valuetext"), await sentence(page));
  await tabTo(/^Pairs in contact/);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await settle(page);
  const chosen = await state(page);
  assert.match(await sentence(page), /A is the floor; B is body \d+, a /);
  await tabTo(/^Contact$/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.lab.store.now.view === "contact");
  const { margin, ...opened } = JSON.parse((await state(page)).pair);
  assert.deepEqual([margin, opened], [0.05, JSON.parse(chosen.pair)]);
  await page.keyboard.press("Control+z");
  await settle(page);
  assert.deepEqual(await state(page), chosen);
});

test("the library for heaps is fetched when the first one opens, and not before", async () => {
  const { page } = await lab.browser.open(lab.server.url);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.locator("#menu a", { hasText: "SAT" }).click();
  await settle(page);
  assert.deepEqual(asked.filter((url) => url.endsWith(".wasm")), []);
  await page.locator("#menu a", { hasText: "Heap" }).click();
  await page.waitForFunction(() => window.lab.store.now.view === "heap");
  assert.equal(asked.filter((url) => url.endsWith(".wasm")).length, 1);
  await page.close();
});

test("without its library the page stays where it is, and says so", async () => {
  const { page } = await lab.browser.open(lab.server.url);
  await page.route("**/*.wasm", (route) => route.abort());
  await page.locator("#menu a", { hasText: "Heap" }).click();
  await page.waitForFunction(() => !document.querySelector("#message").hidden);
  assert.match(await page.locator("#message").textContent(), /The library for the view Heap did not load/);
  assert.equal((await state(page)).view, "touch");
  await page.close();
});
