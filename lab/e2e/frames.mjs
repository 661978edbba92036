/**
 * `npm run frames`: milliseconds of script a frame while two polygons or hulls of 64 corners are dragged
 * into each other, in each view, for each of its algorithms, by parts: what the library says of the
 * pair, the view's model, the picture, and the rest of the page. `npm run frames -- space` measures the
 * views whose name has these letters. A heap is not dragged, but falls.
 *
 * The first column is time of the processor as the browser counts it, the gestures included; the others
 * are time of the clock, which on a busy machine is more.
 */
import { launch, serve } from "./harness.mjs";

const FRAMES = 40;
const PARTS = ["scene", "model", "picture", "page"];
const only = process.argv.slice(2);

const server = await serve();
const browser = await launch();
try {
  const { page } = await browser.open(server.url);
  const counters = await browser.context.newCDPSession(page);
  await counters.send("Performance.enable", { timeDomain: "threadTicks" });
  const script = async () => 1000 * (await counters.send("Performance.getMetrics")).metrics.find((m) => m.name === "ScriptDuration").value;
  const views = await page.evaluate(() => window.lab.views.map(({ id, algorithms }) => ({ id, algorithms: algorithms.map((a) => a.id) })));
  console.log(`${"view".padEnd(24)}${["script", "median", "95 %", ...PARTS].map((name) => name.padStart(9)).join("")}   milliseconds a frame, of ${FRAMES}; parts are medians`);
  for (const { id, algorithms } of views.filter((v) => only.length === 0 || only.some((o) => v.id.includes(o)))) {
    for (const algorithm of algorithms) console.log(`${`${id} ${algorithm}`.padEnd(24)}${(await measured(page, script, id, algorithm)).map((x) => x.toFixed(1).padStart(9)).join("")}`);
  }
} finally {
  await browser.close();
  server.close();
}

/** The mean time of the processor, the median and the 95th hundredth of a frame, and the median of each part. */
async function measured(page, script, view, algorithm) {
  await page.evaluate(([v, a]) => window.lab.open(v, a), [view, algorithm]);
  if (view === "heap") return played(page, script);
  for (const side of ["a", "b"]) {
    if ((await page.locator(`#kind-${side}`).inputValue()) !== "64") await page.locator(`#kind-${side}`).selectOption("64");
  }
  const before = await script();
  const spent = await page.evaluate(async (frames) => {
    const { lab } = window;
    const handle = document.querySelector('[data-id="b-body"]');
    const box = handle.getBoundingClientRect();
    const [x, y] = [box.x + 22, box.y + 22];
    const point = (type, dx, dy) => handle.dispatchEvent(new PointerEvent(type, { clientX: x + dx, clientY: y + dy, pointerId: 1, button: 0, isPrimary: true }));
    const held = handle.setPointerCapture;
    handle.setPointerCapture = () => undefined; // No finger is down.
    point("pointerdown", 0, 0);
    lab.spent.splice(0);
    for (let i = 0; i < frames; i += 1) {
      // There and back: the bodies overlap in a part of the way.
      point("pointermove", -60 * (1 - Math.cos(i / 8)), 12 * Math.sin(i / 5));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    const out = lab.spent.splice(0);
    point("pointermove", 0, 0);
    point("pointerup", 0, 0);
    handle.setPointerCapture = held;
    return out;
  }, FRAMES);
  return summed(spent, (await script()) - before);
}

/** The same while a heap falls. */
async function played(page, script) {
  const before = await script();
  const spent = await page.evaluate(async (frames) => {
    const { lab } = window;
    lab.go(0);
    lab.spent.splice(0);
    lab.deck.transport.toggle();
    while (lab.spent.length < frames) await new Promise((done) => requestAnimationFrame(done));
    lab.deck.transport.toggle();
    return lab.spent.splice(0);
  }, FRAMES);
  return summed(spent, (await script()) - before);
}

function summed(spent, taken) {
  const at = (list, part) => [...list].sort((p, q) => p - q)[Math.min(list.length - 1, Math.floor(part * list.length))] ?? NaN;
  const all = spent.map((s) => PARTS.reduce((sum, part) => sum + s[part], 0));
  return [taken / spent.length, at(all, 0.5), at(all, 0.95), ...PARTS.map((part) => at(spent.map((s) => s[part]), 0.5))];
}
