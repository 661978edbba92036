/** The plane: dragging, stepping, links, pasting, undo, and that numbers are the command's. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { answer, caseFiles, drag, forTests, nativeCommand, pictures, settle } from "./harness.mjs";

const lab = forTests();
const { on } = lab;

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
  const { page, problems } = await lab.browser.open(lab.server.url);
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
  const other = await lab.browser.open(address);
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
  const { page, problems } = await lab.browser.open(lab.server.url);
  await page.evaluate(() => window.lab.engine.prepareSpace());
  for (const file of caseFiles()) {
    const text = readFileSync(file, "utf8");
    const native = execFileSync(nativeCommand(), ["query", file], { encoding: "utf8", maxBuffer: 1 << 28 });
    const here = await page.evaluate((lines) => lines.map((line) => window.lab.engine.queryText(line, "auto")), text.trimEnd().split("\n"));
    assert.equal(here.join("").trimEnd(), native.trimEnd());
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

on("boolean GJK's first direction is dragged: the path changes, the verdict does not, a link restores it", "#boolean", async (page) => {
  const found = await page.evaluate(() => {
    const { engine, store } = window.lab;
    const { pair } = store.now;
    const at = (t) => JSON.stringify({ ...pair, b: { ...pair.b, pose: { ...pair.b.pose, t } } });
    return [[0.2, 0.3], [1.6, 0.9], [3, -1], [0.4, 2.6]].map((t) => {
      const verdict = engine.query(at(t), "gjk-boolean").intersects;
      const paths = Array.from({ length: 36 }, (_, i) => engine.stepsFrom(at(t), [Math.cos((i * Math.PI) / 18), Math.sin((i * Math.PI) / 18)]));
      // Apart: the last corner is short of O. Overlapping: it passes O.
      const ends = paths.map((steps) => steps.findLast((s) => s.step === "support")).map((s) => s.direction[0] * s.point[0] + s.direction[1] * s.point[1] >= 0);
      return { verdict, ends, ways: new Set(paths.map((steps) => JSON.stringify(steps.filter((s) => s.step === "support").map((s) => [s.ia, s.ib])))).size };
    });
  });
  assert.deepEqual(found.map((f) => f.verdict), [true, true, false, false]);
  for (const { verdict, ends, ways } of found) {
    assert.ok(ends.every((end) => end === verdict), "each way ends with the same proof");
    assert.ok(ways > 2, "ways differ");
  }
  const path = () => page.evaluate(() => Array.from({ length: window.lab.model.count }, (_, i) => window.lab.model.look(i).sentence));
  const [before, said] = [await path(), await answer(page)];
  await drag(page, '[data-id="first"]', 60, 150);
  const after = await path();
  assert.notDeepEqual(after, before);
  assert.deepEqual(await answer(page), said);
  await page.waitForTimeout(600);
  const other = await lab.browser.open(page.url());
  assert.deepEqual(await other.page.evaluate(() => Array.from({ length: window.lab.model.count }, (_, i) => window.lab.model.look(i).sentence)), after);
  await other.page.close();
  await page.locator("#undo").click();
  await settle(page);
  assert.deepEqual(await path(), before);
});

/** Does a picture have more of a colour than another? The corner's light is drawn in the colour of directions. */
const litPixels = (page) =>
  page.evaluate(() => {
    const probe = document.createElement("i");
    probe.style.color = "var(--direction)";
    document.body.append(probe);
    const [r, g, b] = getComputedStyle(probe).color.match(/\d+/g).map(Number);
    probe.remove();
    const count = (canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let n = 0;
      for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 12 && data[i + 3] > 200) n += 1;
      return n;
    };
    return [...document.querySelectorAll(".panel canvas, #bounds canvas, #curve canvas")].map(count);
  });

on("hovering a corner lights it in both panels and its steps in the chart; a step lights its corners", "#distance", async (page) => {
  await page.locator(".asked button").first().click();
  await settle(page);
  const dark = await pictures(page);
  const chart = () => page.evaluate(() => document.querySelector("#bounds canvas").toDataURL());
  const chartDark = await chart();
  const box = await page.locator('[data-id="a-corner-2"]').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await settle(page);
  assert.deepEqual(await page.evaluate(() => window.lab.lit), { a: [2], b: [] });
  const lit = await pictures(page);
  assert.ok(lit[0] !== dark[0] && lit[1] !== dark[1], "both panels are lit");
  assert.notEqual(await chart(), chartDark, "and the steps that asked for it");
  const asks = await page.evaluate(() => window.lab.model.lit.filter((l) => l?.a.includes(2)).length);
  assert.ok(asks >= 2);
  await page.mouse.move(5, 5);
  await settle(page);
  assert.deepEqual(await pictures(page), dark, "all is as it was");
  assert.equal(await chart(), chartDark);
  // A step of the chart, then one of the slider.
  const plot = await page.locator("#bounds .u-over").boundingBox();
  await page.mouse.move(plot.x + (4 / 7) * plot.width, plot.y + 40);
  await settle(page);
  const [own, there] = await page.evaluate(() => [window.lab.model.lit[4], window.lab.lit]);
  assert.deepEqual(there, own);
  const stepped = await pictures(page);
  assert.ok(stepped[0] !== dark[0] && stepped[1] !== dark[1]);
  const slider = await page.locator("#slider").boundingBox();
  await page.mouse.move(slider.x + slider.width - 10, slider.y + 10);
  await settle(page);
  assert.deepEqual(await page.evaluate(() => window.lab.lit), await page.evaluate(() => window.lab.model.lit.at(-1)));
  assert.ok((await litPixels(page)).slice(0, 2).every((n) => n > 20));
});

on("an axis of SAT lights what the shapes turn to each other, and the keyboard's focus lights a corner", "#sat", async (page) => {
  const curve = await page.locator("#curve .u-over").boundingBox();
  const { angle, lit } = await page.evaluate(() => ({ angle: window.lab.model.curve.marks[3].angle, lit: window.lab.model.lit[3] }));
  await page.mouse.move(curve.x + (((angle / (2 * Math.PI)) % 1) + (angle < 0 ? 1 : 0)) * curve.width, curve.y + 20);
  await settle(page);
  assert.deepEqual(await page.evaluate(() => window.lab.lit), lit);
  assert.equal(lit.a.length + lit.b.length, 3, "an edge of one, a corner of the other");
  await page.mouse.move(5, 5);
  await page.locator('[data-id="b-body"]').focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await settle(page);
  const [focus, there] = await page.evaluate(() => [document.activeElement.dataset.id, window.lab.lit]);
  assert.match(focus, /^b-corner-/);
  assert.equal(there.b.length, 1);
});

on("corners are called what the steps call them, whichever point of a hull comes first", "#distance", async (page) => {
  const wrong = await page.evaluate(() => {
    const { engine } = window.lab;
    const five = [[-1.6, -1.1], [0.9, -1.4], [1.6, 0.3], [0.2, 1.5], [-1.5, 0.8]];
    const bad = [];
    let looked = 0;
    for (let turn = 0; turn < 5; turn += 1) {
      const a = { kind: "hull", vertices: [...five.slice(turn), ...five.slice(0, turn), [0, 0]], pose: { t: [-2, 0.1], angle: 0.3 } };
      for (const b of [{ kind: "box", half_extents: [1, 0.7] }, { kind: "triangle", vertices: [[1, 1], [-1, 0.8], [0.3, -1]] }, { kind: "segment", vertices: [[1, 0.2], [-1, 0]] }]) {
        const line = JSON.stringify({ a, b: { ...b, pose: { t: [2, 0.4], angle: -0.4 } } });
        const outlines = engine.outlines(line);
        const { corners, from } = engine.difference(line);
        for (const algorithm of ["gjk", "gjk-boolean"]) {
          for (const s of engine.steps(line, algorithm).filter((x) => x.step === "support")) {
            looked += 1;
            for (const [side, p, id] of [["a", s.a, s.ia], ["b", s.b, s.ib]]) {
              const q = outlines[side].corners[outlines[side].ids.indexOf(id)];
              if (!q || Math.hypot(q[0] - p[0], q[1] - p[1]) > 1e-9) bad.push([line, side, id]);
            }
            const i = from.findIndex(([x, y]) => x === s.ia && y === s.ib);
            if (i < 0 || Math.hypot(corners[i][0] - s.point[0], corners[i][1] - s.point[1]) > 1e-9) bad.push([line, s.ia, s.ib]);
          }
        }
      }
    }
    return { bad, looked };
  });
  assert.ok(wrong.looked > 60, String(wrong.looked));
  assert.deepEqual(wrong.bad, []);
});

on("handles and labels call a corner by the library's number", "", async (page) => {
  // The points of the line do not begin with the leftmost, and one is inside.
  const pair = { a: { kind: "hull", vertices: [[1, 1], [-1, 1], [0, 0], [-1.5, -1], [1, -1]], pose: { t: [-1, 0] } }, b: { kind: "box", half_extents: [1, 1], pose: { t: [1, 0.5] } } };
  await page.evaluate((p) => window.lab.show(p, "touch"), pair);
  await settle(page);
  const corners = await page.evaluate(() => {
    const { a } = window.lab.asked.scene;
    return a.corners.map(([x, y], i) => [a.ids[i], x, y]);
  });
  const labels = await page.locator('[data-id^="a-corner"]').evaluateAll((all) => all.map((e) => e.getAttribute("aria-label")));
  assert.equal(labels.length, 5);
  const named = labels.map((l) => /^Corner (\d+) of A, at \((.*), (.*)\)\. Delete/.exec(l.replaceAll("−", "-"))?.slice(1).map(Number)).filter((n) => n !== undefined);
  assert.deepEqual(named.sort(([i], [j]) => i - j), corners.sort(([i], [j]) => i - j));
  assert.equal(labels.filter((l) => l.startsWith("Point inside the hull of A, at ")).length, 1);
  assert.notDeepEqual(labels.map((l) => Number(/^Corner (\d+)/.exec(l)?.[1] ?? -1)), [0, 1, 2, 3, 4], "the line counts otherwise");
});
