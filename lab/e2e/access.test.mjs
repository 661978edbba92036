/** For everybody: axe, names, keyboard alone, narrow screens, what screen readers hear. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { forTests, quick, settle } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const VIEWS = ["touch", "difference", "support", "boolean", "distance", "epa", "sat", "space", "sphere", "motion", "contact", "mesh", "heap", "cases", "asked"];

const lab = forTests();

for (const dark of quick ? [false] : [false, true]) {
  test(`axe finds nothing, ${dark ? "dark" : "light"}`, async () => {
    const { page } = await lab.browser.open(lab.server.url, { dark });
    for (const view of VIEWS) {
      await page.goto(`${lab.server.url}#${view}`);
      await settle(page);
      // Evaluated by the debugger, which the page's policy does not bind.
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map((v) => `${view}: ${v.id}: ${v.nodes.map((n) => n.target).join(", ")}`), []);
    }
    await page.close();
  });
}

test("everything that takes the focus has a name", async () => {
  const { page } = await lab.browser.open(lab.server.url);
  for (const view of VIEWS) {
    await page.goto(`${lab.server.url}#${view}`);
    await settle(page);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("a, button, input, select, textarea, canvas, [tabindex]")]
        .filter((e) => e.checkVisibility() && !e.parentElement.closest("[role=img]") && !e.getAttribute("aria-label") && !e.labels?.length && !e.textContent.trim())
        .map((e) => e.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(nameless, []);
  }
  await page.close();
});

test("the keyboard alone drags, turns, steps, undoes and changes views", async () => {
  const { page, problems } = await lab.browser.open(lab.server.url);
  const focus = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
  const tabTo = async (pattern) => {
    for (let i = 0; i < 60; i += 1) {
      await page.keyboard.press("Tab");
      if (pattern.test(await focus())) return;
    }
    assert.fail(`Tab does not reach ${pattern}`);
  };
  const pair = () => page.evaluate(() => JSON.stringify(window.lab.store.now.pair));
  const first = await pair();
  await tabTo(/^Shape B/);
  await page.keyboard.press("ArrowLeft");
  await settle(page);
  const moved = await pair();
  assert.notEqual(moved, first);
  await page.keyboard.press("r");
  await settle(page);
  assert.notEqual(await pair(), moved);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await settle(page);
  assert.equal(await pair(), first);
  await page.locator("body").press("Home");
  await page.evaluate(() => document.querySelector(".skip").focus());
  await tabTo(/GJK/);
  await page.keyboard.press("Enter");
  await settle(page);
  await tabTo(/^Step of boolean/);
  await page.keyboard.press("ArrowRight");
  await settle(page);
  assert.equal(await page.locator("#slider").inputValue(), "1");
  assert.equal(await page.locator("#slider").getAttribute("aria-valuetext"), await page.locator("#sentence").textContent());
  assert.deepEqual(problems, []);
  await page.close();
});

test("a screen reader is told each step once it rests", async () => {
  const { page } = await lab.browser.open(`${lab.server.url}#epa`);
  const heard = [];
  const count = Number(await page.locator("#slider").getAttribute("max")) + 1;
  for (let i = 0; i < count; i += 1) {
    await page.waitForTimeout(550);
    heard.push(await page.locator("#say").textContent());
    await page.locator('button[aria-label="Forth"]').click();
  }
  assert.equal(new Set(heard).size, count, heard.join("\n"));
  await page.close();
});

for (const [width, scale] of [[390, 1], [640, 1], [1280, 1]]) {
  test(`${width} px wide: nothing scrolls sideways, handles can be touched`, async () => {
    const { page } = await lab.browser.open(lab.server.url, { width, height: 844 * scale });
    for (const view of VIEWS) {
      await page.goto(`${lab.server.url}#${view}`);
      await settle(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(over, 0, view);
      const small = await page.locator(".handle").evaluateAll((all) => all.filter((e) => e.checkVisibility()).filter((e) => e.offsetWidth < 44 || e.offsetHeight < 44).length);
      assert.equal(small, 0);
      const actions = await page.locator(".panel canvas").evaluateAll((all) => all.map((e) => getComputedStyle(e).touchAction));
      assert.ok(actions.every((a) => a === "pan-y"), "a finger on the figure scrolls the page");
    }
    await page.close();
  });
}

test("the first figure is there without the library", async () => {
  const page = await lab.browser.context.newPage();
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto(lab.server.url);
  await page.waitForSelector("#figure svg.first");
  await page.waitForFunction(() => !document.querySelector("#message").hidden);
  assert.match(await page.locator("#message").textContent(), /did not load/);
  assert.ok(await page.locator("#figure svg.first").isVisible());
  await page.close();
});
