/** Colours of the user's own choice, and text of twice the size. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { forTests, quick, settle } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const lab = forTests();

const viewsOf = (page) => page.evaluate(() => window.lab.views.map((v) => v.id));

for (const dark of quick ? [true] : [false, true]) {
  test(`forced colours, ${dark ? "dark" : "light"}: figures, handles and words stand out, axe finds nothing`, async () => {
    const { page, problems } = await lab.browser.open(lab.server.url, { dark });
    const before = await colours(page);
    await page.emulateMedia({ forcedColors: "active", colorScheme: dark ? "dark" : "light" });
    await settle(page);
    const now = await colours(page);
    assert.notDeepEqual(now, before, "the figure takes the new colours without a reload");
    for (const [role, colour] of Object.entries(now.marks)) assert.notEqual(colour, now.paper, role);
    assert.notEqual(now.handle, now.paper);
    for (const view of await viewsOf(page)) {
      await page.goto(`${lab.server.url}#${view}`);
      await settle(page);
      const [left] = await page.evaluate(inks);
      assert.ok(left >= 3, `${view}: ${left} colours in the figure`);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map((v) => `${view}: ${v.id}: ${v.nodes.map((n) => n.target).join(", ")}`), []);
    }
    assert.deepEqual(problems, []);
    await page.close();
  });
}

/** The colours of marks and of a handle, and of the paper. */
const colours = (page) =>
  page.evaluate(() => {
    const { paper, a, b, difference, simplex, direction, origin, ink, label } = window.lab.colours;
    return { paper, marks: { a, b, difference, simplex, direction, origin, ink, label: label.a }, handle: getComputedStyle(document.querySelector(".handle-body"), "::after").backgroundColor };
  });

/** How many opaque colours a figure has, by panel. */
const inks = () =>
  [...document.querySelectorAll(".panel canvas")].map((canvas) => {
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const found = new Set();
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 0) found.add((data[i] << 24) | (data[i + 1] << 16) | (data[i + 2] << 8) | data[i + 3]);
    return found.size;
  });

/** What is wider than the page, and what does not fit its box. */
async function misfits(page) {
  const found = [];
  for (const view of await viewsOf(page)) {
    await page.goto(`${lab.server.url}#${view}`);
    await settle(page);
    const wrong = await page.evaluate(() => {
      const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      const words = [...document.querySelectorAll("h1, #idea, #sentence, .caption, .card h2, .transport output, .segments button")].filter((e) => e.checkVisibility());
      const cut = words.filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1).map((e) => e.outerHTML.slice(0, 80));
      return [...(over > 0 ? [`${over} px too wide`] : []), ...cut];
    });
    found.push(...wrong.map((w) => `${view}: ${w}`));
  }
  return found;
}

test("a zoom of 200 %: nothing scrolls sideways, no word is cut", async () => {
  const { page } = await lab.browser.open(lab.server.url);
  const metrics = await lab.browser.context.newCDPSession(page);
  // As a browser zooms a window of 1280 by 900: half the CSS pixels, each of twice the size.
  await metrics.send("Emulation.setDeviceMetricsOverride", { width: 640, height: 450, deviceScaleFactor: 2, mobile: false });
  assert.equal(await page.evaluate(() => `${window.innerWidth} ${window.devicePixelRatio}`), "640 2");
  assert.deepEqual(await misfits(page), []);
  await page.close();
});

test("text alone of twice the size: nothing scrolls sideways, no word is cut", async () => {
  const { page } = await lab.browser.open(lab.server.url);
  await page.addStyleTag({ content: "html, body { font-size: 200% }" });
  assert.deepEqual(await misfits(page), []);
  await page.close();
});
