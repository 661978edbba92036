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

on("a pasted cast, ray or contact opens its view, and undo leads back", "", async (page) => {
  const first = await answer(page);
  const bodies = '"a": {"kind": "box", "half_extents": [1, 1], "pose": {"t": [-2, 0]}}, "b": {"kind": "circle", "radius": 0.5, "pose": {"t": [3, 0.2]}}';
  for (const [line, title, holds] of [
    [`{"query": "shapecast", ${bodies}, "cast": {"vb": [-2, 0], "tmax": 4}}`, "When do they meet?", (a) => Math.abs(a.toi - 1.75) < 1e-9],
    ['{"query": "raycast", "a": {"kind": "point", "vertices": [[0, 0]], "pose": {"t": [-3, 0]}}, "b": {"kind": "circle", "radius": 1, "pose": {"t": [2, 0]}}, "cast": {"va": [1, 0], "tmax": 9}}', "When do they meet?", (a) => Math.abs(a.toi - 4) < 1e-9],
    ['{"query": "shapecast", "dim": 3, "a": {"kind": "sphere", "radius": 1, "pose": {}}, "b": {"kind": "sphere", "radius": 1, "pose": {"t": [5, 0, 0]}}, "cast": {"vb": [-1, 0, 0], "tmax": 9}}', "When do they meet?", (a) => Math.abs(a.toi - 3) < 1e-9],
    ['{"query": "raycast", "a": {"kind": "point", "position": [0, 0, 0], "pose": {"t": [-3, 0, 0]}}, "b": {"kind": "sphere", "radius": 1, "pose": {}}, "cast": {"va": [1, 0, 0], "tmax": 10}}', "When do they meet?", (a) => Math.abs(a.toi - 2) < 1e-9],
    ['{"query": "raycast", "a": {"kind": "polygon", "vertices": [[0, 0]], "pose": {"t": [380, 241]}}, "b": {"kind": "box", "half_extents": [244.5, 0.5], "pose": {"t": [884.5, 188.5]}}, "cast": {"va": [624, -104], "tmax": 1}}', "When do they meet?", (a) => Math.abs(a.toi - 0.5) < 1e-9],
    ['{"query": "contact", "a": {"kind": "box", "half_extents": [1, 1], "pose": {}}, "b": {"kind": "box", "half_extents": [1, 1], "pose": {"t": [1.9, 0.1]}}}', "Where do they touch?", (a) => a.manifold.points.length === 2],
  ]) {
    await page.locator("#paste").fill(line);
    await page.locator("#take").click();
    await page.waitForFunction((t) => document.querySelector("#title").textContent === t, title);
    await settle(page);
    assert.ok(holds(await answer(page)), line);
    await page.locator("#undo").click();
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Do they touch?");
    await settle(page);
    assert.deepEqual(await answer(page), first);
    await page.locator("#redo").click();
    await page.waitForFunction((t) => document.querySelector("#title").textContent === t, title);
    await settle(page);
    assert.ok(holds(await answer(page)), `again: ${line}`);
    await page.locator("#undo").click();
    await settle(page);
  }
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
  await page.evaluate(() => window.lab.engine.prepare(3));
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
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = copy.getContext("2d", { willReadFrequently: true });
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
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

/** The numbers by which the handles of A call its points, and where they are. */
const handlesOf = async (page) => {
  const labels = await page.locator('[data-id^="a-corner"]').evaluateAll((all) => all.map((e) => e.getAttribute("aria-label")));
  return labels.map((l) => /^(Corner|Point) (\d+)(, inside the hull)? of A, at \((.*), (.*)\)\. Delete/.exec(l.replaceAll("−", "-"))).map(([, kind, id, , x, y]) => ({ kind, id: Number(id), at: [Number(x), Number(y)] }));
};

/** The labels in the panel of the shapes, and their pixels. */
const labelsOf = (page) =>
  page.evaluate(() => {
    const svg = new DOMParser().parseFromString(window.lab.stage.svg("labels"), "image/svg+xml");
    return [...svg.querySelector("svg svg").querySelectorAll("text")].map((t) => ({ text: t.textContent, at: [Number(t.getAttribute("x")), Number(t.getAttribute("y"))] }));
  });

on("handles and labels call a corner by its place in the line", "", async (page) => {
  // The points of the line do not begin with the leftmost, and one is inside.
  const pair = { a: { kind: "hull", vertices: [[1, 1], [-1, 1], [0, 0], [-1.5, -1], [1, -1]], pose: { t: [-1, 0] } }, b: { kind: "box", half_extents: [1, 1], pose: { t: [1, 0.5] } } };
  await page.evaluate((p) => window.lab.show(p, "touch"), pair);
  await settle(page);
  const handles = await handlesOf(page);
  assert.deepEqual(handles.map((h) => h.id), [0, 1, 2, 3, 4]);
  assert.deepEqual(handles.map((h) => h.at), pair.a.vertices.map(([x, y]) => [x - 1, y]));
  assert.deepEqual(handles.map((h) => h.kind), ["Corner", "Corner", "Point", "Corner", "Corner"]);
  const labels = (await labelsOf(page)).map((l) => l.text);
  for (const i of [0, 1, 2, 3, 4]) assert.equal(labels.filter((l) => l === `a${i}`).length, 1, `a${i}`);
});

for (const [what, corner, by] of [["into a dent", 3, [-15, 110]], ["past the leftmost", 0, [260, 20]], ["through the others", 1, [-40, -220]]]) {
  on(`a corner that is dragged ${what} keeps its number and its light, and so do the others`, "#distance", async (page) => {
    const before = await handlesOf(page);
    const handle = page.locator(`[data-id="a-corner-${corner}"]`);
    // The focus is elsewhere at first.
    await page.locator('[data-id="b-body"]').focus();
    const box = await handle.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    let inside = 0;
    for (let step = 1; step <= 6; step += 1) {
      await page.mouse.move(x + (by[0] * step) / 6, y + (by[1] * step) / 6);
      await settle(page);
      const now = await handlesOf(page);
      for (const [i, { id, at }] of now.entries()) {
        assert.equal(id, before[i].id);
        if (i !== corner) assert.deepEqual(at, before[i].at, `corner ${i} stays`);
      }
      inside += now.filter((h) => h.kind === "Point").length;
      assert.deepEqual(await page.evaluate(() => window.lab.lit), { a: [corner], b: [] });
      assert.ok((await litPixels(page))[0] > 20, "its light is drawn");
      // Each label is beside its own handle.
      const labels = await labelsOf(page);
      const places = await page.evaluate(() => { const { stage, asked: { scene: { a } } } = window.lab; const [left] = stage.frames(); return [...a.corners.map((p, i) => [a.ids[i], left.at(p)]), ...a.inside.map(({ at, id }) => [id, left.at(at)])]; });
      for (const [id, p] of places) {
        // A corner's own label, or that of its light.
        const near = labels.filter((l) => l.text === `a${id}`);
        assert.ok(near.length > 0 && near.every((l) => Math.hypot(l.at[0] - p[0], l.at[1] - p[1]) < 70), `a${id}`);
      }
      // Steps and sentences use these numbers.
      const wrong = await page.evaluate(() => {
        const { engine, asked: { scene } } = window.lab;
        return engine.steps(scene.line, "gjk").filter((s) => s.step === "support").filter((s) => {
          const [px, py] = scene.pair.a.vertices[s.ia];
          return Math.hypot(px + scene.pair.a.pose.t[0] - s.a[0], py + scene.pair.a.pose.t[1] - s.a[1]) > 1e-9;
        }).length;
      });
      assert.equal(wrong, 0);
    }
    await page.mouse.up();
    await settle(page);
    assert.deepEqual((await handlesOf(page)).map((h) => h.id), before.map((h) => h.id));
    assert.ok(inside > 0, "the hull lost a corner on the way");
  });
}

/** The width of a chart and of its element, in pixels. */
const chartOf = (page, id) => page.evaluate((chart) => { const plot = document.querySelector(`#${chart} .plot`); return [plot.querySelector("canvas").getBoundingClientRect().width, plot.clientWidth, plot.scrollWidth]; }, id);

for (const [view, id] of [["distance", "bounds"], ["epa", "bounds"], ["support", "curve"], ["motion", "times"]]) {
  on(`${view}: the chart has the width of its element after each resize`, `#${view}`, async (page) => {
    const fits = async (what) => {
      await settle(page);
      const [canvas, element, content] = await chartOf(page, id);
      assert.ok(Math.abs(canvas - element) <= 1 && content <= element + 1, `${what}: ${canvas} in ${element}, ${content}`);
      return element;
    };
    const widths = new Set([await fits("at first")]);
    for (const width of [700, 390, 1040, 1600, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      widths.add(await fits(`${width}`));
    }
    assert.ok(widths.size >= 4);
    // A resize while another view is shown.
    await page.locator("#menu a", { hasText: "Touch" }).click();
    await settle(page);
    await page.setViewportSize({ width: 800, height: 900 });
    await settle(page);
    await page.locator(`#menu a[href="#${view}"]`).click();
    await page.waitForFunction((chart) => !document.querySelector(`#${chart}`).hidden, id);
    await fits("after a resize out of sight");
  });
}

/** How much of the figure's height is in the window, and does its top stand in it? */
const seen = (page) =>
  page.evaluate(() => {
    const { top, bottom } = document.querySelector("#figure").getBoundingClientRect();
    return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / Math.min(bottom - top, innerHeight);
  });

for (const [width, height] of [[1280, 900], [1280, 640], [390, 844]]) {
  on(`${width} by ${height}: a pair that is chosen or pasted is seen`, "#distance", async (page) => {
    const bottom = () => page.evaluate(() => { window.scrollTo(0, document.documentElement.scrollHeight); });
    const presets = page.getByLabel("Ready-made pairs");
    for (const value of ["0", "4", "9", "12", "8"]) {
      await bottom();
      await presets.selectOption(value);
      await settle(page);
      // A busy machine scrolls late; it has to come to rest there.
      for (let tries = 0; tries < 30 && (await seen(page)) <= 0.9; tries++) await page.waitForTimeout(100);
      await page.waitForTimeout(100);
      assert.ok((await seen(page)) > 0.9, `pair ${value}: ${await seen(page)}`);
    }
    for (const line of [
      '{"a": {"kind": "circle", "radius": 1, "pose": {}}, "b": {"kind": "ellipse", "radii": [1, 0.5], "pose": {"t": [3, 0]}}}',
      '{"dim": 3, "a": {"kind": "sphere", "radius": 1, "pose": {}}, "b": {"kind": "box", "half_extents": [1, 1, 1], "pose": {"t": [3, 0, 0]}}}',
    ]) {
      await bottom();
      await page.locator("#paste").fill(line);
      await page.locator("#take").click();
      await page.waitForFunction((l) => JSON.stringify(window.lab.store.now.pair.b) === JSON.stringify(JSON.parse(l).b), line);
      await settle(page);
      assert.ok((await seen(page)) > 0.9, `${line}: ${await seen(page)}`);
    }
    await page.goto(`${lab.server.url}#cases`);
    await page.waitForSelector("#case-rows button");
    for (const id of ["fcl-391", "parry-415-bug", "jolt-cast-extra"]) {
      await page.goto(`${lab.server.url}#cases`);
      await page.waitForSelector("#case-rows button");
      await page.locator("#case-rows button", { hasText: id }).first().click();
      await page.waitForFunction((i) => String(window.lab.store.now.pair.id).startsWith(i), id);
      await settle(page);
      assert.ok((await seen(page)) > 0.9, `${id}: ${await seen(page)}`);
    }
  }, { width, height });
}
