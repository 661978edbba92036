/** Meshes: files that are dropped and chosen, what is wrong with one, their answers, and the walks through their trees. */
import assert from "node:assert/strict";
import { writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answer, forTests, pictures, settle } from "./harness.mjs";

const { on } = forTests();

/** A cube of edge 2 times `size`, with the middle of its top face at `top` instead of `size`. */
function cube(size, top = size) {
  const corners = [-1, 1].flatMap((z) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => `v ${x * size} ${y * size} ${z * size}`));
  return `o cube\n${corners.join("\n")}\nv 0 0 ${top}\nf 4 3 2 1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n`;
}

/** A tetrahedron as binary STL. */
function stl() {
  const corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
  const bytes = Buffer.alloc(84 + 50 * faces.length);
  bytes.writeUInt32LE(faces.length, 80);
  faces.forEach((face, i) => { face.forEach((v, k) => { corners[v].forEach((x, j) => { bytes.writeFloatLE(x, 84 + 50 * i + 12 + 12 * k + 4 * j); }); }); });
  return bytes;
}

/** A box from `low` to `high`, as a part of an assembly. */
function part(low, high) {
  const corners = [0, 1].flatMap((k) => [[0, 0], [1, 0], [1, 1], [0, 1]].map(([i, j]) => `v ${[low, high][i][0]} ${[low, high][j][1]} ${[low, high][k][2]}`));
  return `o part\n${corners.join("\n")}\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n`;
}

/** Drops a file on the left or right half of the page, as a browser tells it; what the page shows on the way. */
async function drop(page, name, content, side) {
  return dropAll(page, [[name, content]], side);
}

async function dropAll(page, files, side) {
  const shown = await page.evaluate(async ([all, half]) => {
    const dataTransfer = new DataTransfer();
    for (const [file, bytes] of all) dataTransfer.items.add(new File([new Uint8Array(bytes)], file));
    const at = { clientX: innerWidth * (half === "a" ? 0.25 : 0.75), clientY: innerHeight / 2, dataTransfer, bubbles: true, cancelable: true };
    const target = document.elementFromPoint(at.clientX, at.clientY) ?? document.body;
    const taken = ["dragenter", "dragover"].map((type) => !target.dispatchEvent(new DragEvent(type, at)));
    const over = [...document.querySelectorAll(".drop:not([hidden]) .zone.over")].map((z) => z.textContent);
    taken.push(!target.dispatchEvent(new DragEvent("drop", at)));
    return { taken, over, gone: document.querySelector(".drop").hidden };
  }, [files.map(([name, content]) => [name, [...Buffer.from(content)]]), side]);
  await page.waitForFunction((n) => document.querySelector("#message:not([hidden])")?.textContent.includes(n), files.at(-1)[0]);
  await settle(page);
  return shown;
}

const SOLID = "It is closed, and all fronts agree: a solid.";
const message = (page) => page.locator("#message").textContent();
const pairOf = (page) => page.evaluate(() => JSON.parse(JSON.stringify(window.lab.store.now.pair)));

on("a dropped mesh becomes the shape of its half, and undo brings back what was there", "#space", async (page) => {
  const first = await pairOf(page);
  const shown = await drop(page, "dented.obj", cube(1, 0.5), "a");
  assert.deepEqual(shown, { taken: [true, true, true], over: ["Becomes Aan OBJ, PLY or STL file"], gone: true });
  assert.equal(await message(page), `A is dented.obj: 14 triangles. ${SOLID} The mesh has dents: 8.3 % of its hull are not in it.`);
  const second = await pairOf(page);
  assert.deepEqual([second.a.kind, second.a.vertices.length, second.a.triangles.length], ["solid", 9, 14]);
  assert.deepEqual(second.b, first.b);
  assert.equal((await answer(page)).status, "overlapping");
  await drop(page, "small.stl", stl(), "b");
  assert.equal(await message(page), `B is small.stl: 4 triangles. ${SOLID} Its place relative to A is that of the files.`);
  const third = await pairOf(page);
  assert.deepEqual(third.a, second.a);
  assert.deepEqual(third.b.vertices.toSorted(), [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]);
  await page.locator("#undo").click();
  await settle(page);
  assert.deepEqual(await pairOf(page), second);
  assert.equal(await page.locator("#message").isVisible(), false, "the note goes with the next gesture");
  await page.locator("#undo").click();
  await settle(page);
  assert.deepEqual(await pairOf(page), first);
});

on("from a view of the plane, a mesh leads to space; a mesh in other units is scaled", "#touch", async (page) => {
  await drop(page, "millimetres.obj", cube(1000), "b");
  assert.match(await message(page), /^B is millimetres\.obj: 14 triangles\. It is closed.* All lengths are divided by 1,024\.$/);
  assert.equal(await page.evaluate(() => window.lab.asked.scene.solids !== null), true);
  const { b } = await pairOf(page);
  assert.equal(Math.max(...b.vertices.flat()), 1000 / 1024);
});

on("a file is chosen by keyboard alone", "#space", async (page) => {
  const folder = await mkdtemp(join(tmpdir(), "mesh-"));
  const path = join(folder, "cube.obj");
  await writeFile(path, cube(1));
  // Listened to before, and not with the key: the browser must know of it first.
  const chosen = new Promise((done) => { page.once("filechooser", done); });
  await settle(page);
  const button = page.getByRole("button", { name: "(OBJ, PLY or STL), becomes B" });
  // A page in the back opens no chooser.
  await page.bringToFront();
  await button.focus();
  await page.keyboard.press("Enter");
  await (await chosen).setFiles(path);
  await page.waitForSelector("#message:not([hidden])");
  assert.equal(await message(page), `B is cube.obj: 14 triangles. ${SOLID}`);
  assert.equal((await pairOf(page)).b.vertices.length, 9);
  await rm(folder, { recursive: true });
});

on("of a hull with many corners some are shown, and a flat one is a shape", "#space", async (page) => {
  const points = Array.from({ length: 900 }, (_, i) => {
    const z = 1 - (2 * i + 1) / 900;
    const r = Math.sqrt(1 - z * z);
    return `v ${r * Math.cos(2.4 * i)} ${r * Math.sin(2.4 * i)} ${z}`;
  });
  const faces = Array.from({ length: 300 }, (_, i) => `f ${3 * i + 1} ${3 * i + 2} ${3 * i + 3}`);
  await drop(page, "ball.obj", [...points, ...faces].join("\n"), "a");
  assert.match(await message(page), /^A is ball\.obj: 300 triangles\. It bounds no volume, so it is a surface without an inside: \d+ edges without a second triangle, the first from vertex /);
  await page.locator("#hull-a").click();
  await page.waitForFunction(() => document.querySelector("#title").textContent === "The same in space");
  await settle(page);
  const { length } = (await pairOf(page)).a.vertices;
  assert.ok(length > 100 && length <= 128, `${length} corners`);
  await drop(page, "leaf.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", "b");
  assert.equal(await message(page), "B is leaf.obj: 2 triangles. It bounds no volume, so it is a surface without an inside: 4 edges without a second triangle, the first from vertex 0 to 1. Its place relative to A is that of the files. All points of the file lie in a plane.");
  assert.notEqual((await answer(page)).status, "error");
});

/** Files that are refused: the name, the content, what is said. */
const BAD = [
  ["cut.obj", "o cube\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 2 3 9", "cut.obj: line 6: corner 9, but 3 vertices"],
  ["cut.stl", stl().subarray(0, 200), "cut.stl: it is neither binary STL nor text, or cut short: it says that it has 4 triangles, but has the length of 2.32."],
  ["nan.obj", "v 0 0 0\nv 1 nan 0\n", "nan.obj: line 2: a vertex is not finite."],
  ["empty.stl", "", "empty.stl: it is neither binary STL nor text."],
  ["none.obj", "# nothing\n", "none.obj: the mesh has no faces."],
  ["photo.png", "png", "photo.png: a mesh is an OBJ, PLY or STL file."],
  ["far.obj", "v 1e300 0 0\nv -1e300 0 0\nv 0 1e300 0\nv 0 0 1e300\nf 1 2 3\nf 2 3 4\n", "far.obj: "],
];

on("a PLY file is a mesh, too", "#space", async (page) => {
  const corners = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n";
  const faces = "3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
  await drop(page, "four.ply", `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n${corners}${faces}`, "a");
  assert.match(await message(page), /^A is four\.ply: 4 triangles/);
});

on("what is wrong with a file is said, and nothing is lost", "#space", async (page) => {
  const [before, said] = [await pairOf(page), await page.locator("#answer-line").textContent()];
  for (const [name, content, says] of BAD) {
    await drop(page, name, content, "a");
    const found = await message(page);
    assert.ok(found.startsWith(says) && found.length > name.length + 10 && found.endsWith("."), `${name}: ${found}`);
    assert.deepEqual(await pairOf(page), before);
  }
  // 200 MB: refused by its size, before it is read.
  await page.evaluate(() => {
    const file = new File(["v 0 0 0"], "huge.stl");
    Object.defineProperty(file, "size", { value: 200_000_000 });
    const dataTransfer = new DataTransfer();
    const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
    Object.defineProperty(event, "dataTransfer", { value: { types: ["Files"], files: [file] } });
    document.body.dispatchEvent(event);
  });
  await page.waitForFunction(() => document.querySelector("#message").textContent.startsWith("huge.stl"));
  assert.equal(await message(page), "huge.stl: it has 200 MB, and the page reads at most 64 MB.");
  assert.deepEqual(await pairOf(page), before);
  assert.equal(await page.locator("#answer-line").textContent(), said);
  // A good file after bad ones.
  await drop(page, "cube.obj", cube(1), "a");
  assert.match(await message(page), /^A is cube\.obj/);
});

/** Two parts of an assembly, in millimetres, far from the origin of their files. */
const PARTS = [["housing.obj", part([4000, 90, -300], [4300, 190, -200])], ["screw.obj", part([4310, 100, -290], [4318, 108, -210])]];

/** Largest difference of a distance between corners of both shapes from the distance in the files, relative to it. */
const strain = (page) =>
  page.evaluate(() => {
    const { a, b } = window.lab.asked.scene.solids;
    const files = [[[4000, 90, -300], [4300, 190, -200]], [[4310, 100, -290], [4318, 108, -210]]].map(([low, high]) => [0, 1, 2, 3, 4, 5, 6, 7].map((i) => low.map((x, k) => ((i >> k) & 1 ? high[k] : x))));
    const between = (p, q) => Math.hypot(...p.map((x, k) => x - q[k]));
    const sorted = (one, other) => one.flatMap((p) => other.map((q) => between(p, q))).sort((x, y) => x - y);
    const [there, here] = [sorted(files[0], files[1]), sorted(a.vertices, b.vertices)];
    const scale = here.at(-1) / there.at(-1);
    return Math.max(...here.map((d, i) => Math.abs(d / scale / there[i] - 1)));
  });

/** Are all corners, and those of the difference, within their panels? */
const inView = (page) =>
  page.evaluate(() => {
    const { stage, asked: { scene: { solids } } } = window.lab;
    const [left, right] = stage.frames();
    const within = (frame, points) => points.map((p) => frame.at3(p)).every(([x, y]) => x > 0 && y > 0 && x < frame.width && y < frame.height);
    // And not tiny.
    const span = Math.max(...left.all3([...solids.a.vertices, ...solids.b.vertices]).map(([x]) => Math.abs(x - left.width / 2)));
    return within(left, [...solids.a.vertices, ...solids.b.vertices]) && within(right, [...(solids.difference?.vertices ?? []), [0, 0, 0]]) && span > 0.1 * left.width;
  });

on("two parts that are dropped together keep their relation, and are in view", "#touch", async (page) => {
  const shown = await dropAll(page, [...PARTS, ["washer.obj", cube(1)]].slice(0, 2), "b");
  assert.equal(shown.over.length, 2, "both halves are named");
  assert.match(await message(page), /^A is housing\.obj: .* B is screw\.obj: 12 triangles\. .* Its place relative to A is that of the files\./);
  assert.ok((await strain(page)) < 1e-5);
  assert.ok(await inView(page));
  assert.equal((await answer(page)).status, "apart");
  await page.locator("#undo").click();
  await settle(page);
  assert.equal(await page.locator("#title").textContent(), "Do they touch?", "one step back");
});

on("a part that is dropped later keeps its relation to the first, also if this one was moved", "#space", async (page) => {
  await drop(page, ...PARTS[0], "a");
  assert.ok(await inView(page));
  await page.locator('[data-id="a-body"]').focus();
  for (const key of ["ArrowLeft", "ArrowUp", "r"]) await page.keyboard.press(key);
  await settle(page);
  await drop(page, ...PARTS[1], "b");
  assert.ok((await strain(page)) < 1e-5, String(await strain(page)));
  assert.ok(await inView(page));
  // The other order, and more files than shapes.
  await drop(page, ...PARTS[0], "a");
  assert.ok((await strain(page)) < 1e-5);
  await dropAll(page, [...PARTS, ["washer.obj", cube(1)], ["nut.obj", cube(2)]].map(([n, c], i) => (i === 3 ? [PARTS[1][0], c] : [n, c])), "a");
  assert.match(await message(page), /2 files are left out\.$/);
});

/** A square frame around z: outer edge 4, inner edge 2, height 1. */
function frame() {
  const corners = [[-0.5, 2], [-0.5, 1], [0.5, 1], [0.5, 2]].flatMap(([z, r]) => [[-r, -r], [r, -r], [r, r], [-r, r]].map(([x, y]) => `v ${x} ${y} ${z}`));
  // Rings of four corners, each joined to the next: bottom, hole, top, outside.
  const faces = [0, 1, 2, 3].flatMap((ring) => [0, 1, 2, 3].map((i) => [[ring, i], [(ring + 1) % 4, i], [(ring + 1) % 4, (i + 1) % 4], [ring, (i + 1) % 4]].map(([k, j]) => 4 * k + j + 1)));
  return `o frame\n${corners.join("\n")}\n${faces.map((f) => `f ${f.join(" ")}`).join("\n")}\n`;
}

const go = async (page, place) => {
  await page.evaluate((p) => window.lab.deck.transport.go(p), place);
  await settle(page);
};
const open = async (page, algorithm) => {
  await page.evaluate((a) => window.lab.open("mesh", a), algorithm);
  await settle(page);
};
const sentence = (page) => page.locator("#sentence").textContent();

on("a ball in the hole of a mesh is apart, and overlaps its hull", "#mesh", async (page) => {
  await drop(page, "frame.obj", frame(), "a");
  assert.equal(await message(page), `A is frame.obj: 32 triangles. ${SOLID} The mesh has dents: 25.0 % of its hull are not in it.`);
  const { b } = await pairOf(page);
  assert.deepEqual([b.radius, b.pose.t], [0.35, [0.2, 0.3, 0.1]]);
  const found = await answer(page);
  assert.equal(found.status, "apart");
  assert.ok(Math.abs(found.signed_distance - 0.35) < 1e-12 && found.lower <= 0.35 && found.upper >= 0.35, JSON.stringify(found));
  assert.equal(typeof found.place_a.facet, "number");
  assert.equal(await sentence(page), "A and B are 0.3500 apart, though their hulls overlap: a hull fills dents and holes.");
  await page.locator("#hull-a").click();
  await page.waitForFunction(() => document.querySelector("#title").textContent === "The same in space");
  await settle(page);
  assert.equal((await answer(page)).status, "overlapping");
  await page.locator("#hull-a").click();
  await page.waitForFunction(() => document.querySelector("#title").textContent === "Shapes with dents and holes");
  await settle(page);
  assert.equal((await answer(page)).signed_distance, found.signed_distance);
});

on("the walk for a distance is stepped: bounds close in on the answer, and what is left out has its reason", "#mesh", async (page) => {
  await drop(page, "frame.obj", frame(), "a");
  await open(page, "distance");
  const { signed_distance: distance } = await answer(page);
  const { count, bounds, seen } = await page.evaluate(() => {
    const { model } = window.lab;
    return { count: model.count, bounds: model.bounds, seen: Array.from({ length: model.count }, (_, i) => model.look(i).sentence) };
  });
  assert.ok(count >= 4 && seen[0].startsWith("The root has "), `${count} ${seen[0]}`);
  assert.ok(seen.some((text) => /left out, because (its bound is|their bounds are) above the best so far/.test(text)) || /boxes left out/.test(seen.at(-1)), seen.join("\n"));
  assert.match(seen.at(-1), /^Nothing that is left is nearer: \d+ lea(f was|ves were) tested, and \d+ boxes left out .* The distance is 0\.3500\.$/);
  bounds.lower.forEach((low, i) => {
    assert.ok((low ?? 0) <= distance && (bounds.upper[i] ?? Infinity) >= distance, `${i}: ${low} ${bounds.upper[i]}`);
    assert.ok(i === 0 || (bounds.upper[i] ?? Infinity) <= (bounds.upper[i - 1] ?? Infinity), "the best only becomes better");
  });
  assert.deepEqual([bounds.lower.at(-1), bounds.upper.at(-1)], [distance, distance]);
  await go(page, 2);
  const there = await pictures(page);
  await go(page, count - 1);
  assert.notDeepEqual(await pictures(page), there);
  await go(page, 2);
  assert.deepEqual(await pictures(page), there, "back and forth is the same picture");
  // By keyboard, as in all views.
  await page.locator("#transport input").focus();
  await page.keyboard.press("End");
  await settle(page);
  assert.equal(await sentence(page), seen.at(-1));
});

on("a ray through the hole misses, and one that is turned hits", "#mesh", async (page) => {
  await drop(page, "frame.obj", frame(), "a");
  await open(page, "ray");
  await go(page, 999);
  assert.match(await sentence(page), /The ray misses\.$/);
  // Towards the wall of the hole at x = 1, from x = 0.2: at time 0.8.
  await page.evaluate(() => { const { pair } = window.lab.store.now; window.lab.store.set({ pair: { ...pair, cast: { vb: [1, 0, 0], tmax: 3 } }, place: 999 }); });
  await settle(page);
  assert.match(await sentence(page), /The ray hits at 0\.8000\.$/);
  await page.locator('[data-id="ray"]').focus();
  await page.keyboard.press("Shift+ArrowUp");
  await settle(page);
  assert.notDeepEqual((await pairOf(page)).cast.vb, [1, 0, 0]);
});

on("two links of a chain are apart, a ball in a solid is inside, and a link of the page brings a mesh back", "#mesh", async (page) => {
  await page.locator("#mesh-examples button", { hasText: "Two links" }).click();
  await settle(page);
  assert.equal((await answer(page)).status, "apart");
  assert.match(await sentence(page), /^A and B are 0\.\d+ apart, though their hulls overlap/);
  await open(page, "distance");
  await go(page, 999);
  const { signed_distance: distance } = await answer(page);
  assert.match(await sentence(page), new RegExp(`^No pair of boxes that is left is nearer: \\d+ of 3,600 pairs of leaves were tested\\. The distance is ${distance.toFixed(4)}\\.$`));
  const pair = await pairOf(page);
  const fragment = await page.evaluate(() => window.lab.address.fragment());
  assert.match(fragment, /^#1\.mesh\.distance\./);
  await page.goto("about:blank");
  await page.goBack();
  await page.evaluate((f) => { location.hash = f; }, fragment);
  await page.waitForFunction(() => window.lab?.store.now.algorithm === "distance");
  await settle(page);
  assert.deepEqual(await pairOf(page), pair);
  await open(page, "auto");
  await drop(page, "cube.obj", cube(2), "a");
  await page.locator("#kind-b").selectOption("sphere");
  await page.evaluate(() => { const { pair: p } = window.lab.store.now; window.lab.store.set({ pair: { ...p, b: { kind: "sphere", radius: 0.3, pose: { t: p.a.pose.t } } } }); });
  await settle(page);
  assert.equal((await answer(page)).inside, true);
  assert.match(await sentence(page), /^One is inside the other: their surfaces are apart, but a solid is filled\. The clearance is an interval: a way out is at most [\d.]+ long, and none is shorter than [\d.]+\.$/);
});

on("other views show pairs without a mesh, and the mesh comes back", "#mesh", async (page) => {
  await page.getByLabel("Ready-made pairs").selectOption({ label: "Meshes: a box in a bowl" });
  await settle(page);
  const pair = await pairOf(page);
  assert.equal(pair.a.kind, "mesh");
  for (const { id } of await page.evaluate(() => window.lab.views.map(({ id }) => ({ id })))) {
    if (id === "mesh") continue;
    await page.evaluate((v) => window.lab.open(v), id);
    await settle(page);
    const { a, b } = await pairOf(page);
    assert.ok(![a.kind, b.kind].includes("mesh"), id);
    await page.evaluate(() => window.lab.open("mesh"));
    await settle(page);
    assert.deepEqual(await pairOf(page), pair, id);
  }
  // A pair of the other kind leads to a view that shows it.
  await page.getByLabel("Ready-made pairs").selectOption({ label: "In space: two boxes apart" });
  await page.waitForFunction(() => document.querySelector("#title").textContent === "The same in space");
  await page.locator("#kind-a").selectOption("solid");
  await page.waitForFunction(() => document.querySelector("#title").textContent === "Shapes with dents and holes");
  await settle(page);
  assert.notEqual((await answer(page)).status, "error");
  // A line that is pasted; a compound has an answer, but no picture.
  const line = JSON.stringify({ dim: 3, a: { kind: "mesh", vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [[0, 1, 2]] }, b: { kind: "sphere", radius: 1, pose: { t: [0, 0, 3] } } });
  await page.locator("#paste").fill(line);
  await page.locator("#take").click();
  await page.waitForFunction(() => window.lab.store.now.pair.a.vertices?.length === 3);
  await settle(page);
  assert.equal((await answer(page)).signed_distance, 2);
  await page.locator("#paste").fill(line.replace('"kind":"mesh"', '"kind":"compound","shapes":[{"kind":"sphere","radius":1}],"was":"mesh"'));
  await page.locator("#take").click();
  await page.waitForSelector("#message:not([hidden])");
  assert.match(await message(page), /convex/);
});
