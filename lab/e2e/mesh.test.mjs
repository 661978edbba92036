/** Mesh files: dropped and chosen, and what is wrong with one is said where it happened. */
import assert from "node:assert/strict";
import { writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answer, forTests, settle } from "./harness.mjs";

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

/** Drops a file on the left or right half of the page, as a browser tells it; what the page shows on the way. */
async function drop(page, name, content, side) {
  const shown = await page.evaluate(async ([file, bytes, half]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(bytes)], file));
    const at = { clientX: innerWidth * (half === "a" ? 0.25 : 0.75), clientY: innerHeight / 2, dataTransfer, bubbles: true, cancelable: true };
    const target = document.elementFromPoint(at.clientX, at.clientY) ?? document.body;
    const taken = ["dragenter", "dragover"].map((type) => !target.dispatchEvent(new DragEvent(type, at)));
    const over = [...document.querySelectorAll(".drop:not([hidden]) .zone.over")].map((z) => z.textContent);
    taken.push(!target.dispatchEvent(new DragEvent("drop", at)));
    return { taken, over, gone: document.querySelector(".drop").hidden };
  }, [name, [...Buffer.from(content)], side]);
  await page.waitForFunction((n) => document.querySelector("#message:not([hidden])")?.textContent.includes(n), name);
  await settle(page);
  return shown;
}

const message = (page) => page.locator("#message").textContent();
const pairOf = (page) => page.evaluate(() => JSON.parse(JSON.stringify(window.lab.store.now.pair)));

on("a dropped mesh becomes the shape of its half, and undo brings back what was there", "#space", async (page) => {
  const first = await pairOf(page);
  const shown = await drop(page, "dented.obj", cube(1, 0.5), "a");
  assert.deepEqual(shown, { taken: [true, true, true], over: ["Becomes Athe hull of an OBJ or STL file"], gone: true });
  assert.equal(await message(page), "A is the hull of dented.obj: 8 corners. The mesh has dents: 8.3 % of the hull are not in it.");
  const second = await pairOf(page);
  assert.equal(second.a.vertices.length, 8);
  assert.deepEqual(second.b, first.b);
  assert.equal((await answer(page)).status, "overlapping");
  await drop(page, "small.stl", stl(), "b");
  assert.equal(await message(page), "B is the hull of small.stl: 4 corners.");
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
  assert.match(await message(page), /^B is the hull of millimetres\.obj: 8 corners\. All lengths are divided by 1,024\.$/);
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
  const button = page.getByRole("button", { name: "(OBJ or STL), becomes B" });
  // A page in the back opens no chooser.
  await page.bringToFront();
  await button.focus();
  await page.keyboard.press("Enter");
  await (await chosen).setFiles(path);
  await page.waitForSelector("#message:not([hidden])");
  assert.equal(await message(page), "B is the hull of cube.obj: 8 corners.");
  assert.equal((await pairOf(page)).b.vertices.length, 8);
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
  assert.match(await message(page), /^A is the hull of ball\.obj: 900 corners, of which the 1\d\d are shown that stand out the farthest\./);
  const { length } = (await pairOf(page)).a.vertices;
  assert.ok(length > 100 && length <= 128, `${length} corners`);
  await drop(page, "leaf.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", "b");
  assert.equal(await message(page), "B is the hull of leaf.obj: 4 corners. All points of the file lie in a plane.");
  assert.notEqual((await answer(page)).status, "error");
});

/** Files that are refused: the name, the content, what is said. */
const BAD = [
  ["cut.obj", "o cube\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 2 3", "cut.obj: line 6: a face needs three corners, but has 2."],
  ["cut.stl", stl().subarray(0, 200), "cut.stl: it is neither binary STL nor text, or cut short: it says that it has 4 triangles, but has the length of 2.32."],
  ["nan.obj", "v 0 0 0\nv 1 nan 0\n", "nan.obj: line 2: a vertex is not finite."],
  ["empty.stl", "", "empty.stl: it is neither binary STL nor text."],
  ["none.obj", "# nothing\n", "none.obj: the mesh has no faces."],
  ["photo.png", "png", "photo.png: a mesh is an OBJ or an STL file."],
  ["far.obj", "v 1e300 0 0\nv -1e300 0 0\nv 0 1e300 0\nv 0 0 1e300\nf 1 2 3\nf 2 3 4\n", "far.obj: "],
];

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
  assert.match(await message(page), /^A is the hull of cube\.obj/);
});
