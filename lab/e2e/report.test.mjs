/** The page that `clearance check --html` writes: it sorts, filters, and needs no network. Skipped without the command. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch, nativeCommand, settle } from "./harness.mjs";

const scenes = fileURLToPath(new URL("../../scenes/", import.meta.url));
const axe = readFileSync(fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");
const command = nativeCommand();
const skip = command || process.env.REQUIRE_BROWSER === "1" ? false : "the command is not built";

/** Names that would break a page whose text is not escaped. */
const NAMES = ["<script>document.title = 'broken'</script>", "\"><img src=x onerror=alert(1)>", "'{{ name }}' & </style></table>", "机器人 \u202egnp.exe", `a${"very-".repeat(30)}long-name`];
const hostile = NAMES.map((name, k) => `[[body]]\nname = ${JSON.stringify(name)}\nshape = { kind = "box", half_extents = [1, 1, 1] }\npose = { t = [${k * 1.9}, ${k}, 0] }\n`).join("\n");

const panda = (path, ...more) => ["panda/cell.toml", "--path", `${scenes}panda/${path}.csv`, ...more];
const REPORTS = { proven: panda("proven", "--clearance", "0.005"), missed: panda("missed"), joint: ["joint/scene.toml"], contacts: ["contacts/scene.toml", "--contacts", "--within", "0.2"], house: ["house/scene.toml", "--approvals", `${scenes}house/approved.toml`] };

let folder, browser;
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "report-"));
  writeFileSync(join(folder, "hostile.toml"), hostile);
  const check = (name, scene, more) => {
    const run = spawnSync(command, ["check", scene, ...more, "--html", join(folder, `${name}.html`)], { encoding: "utf8" });
    assert.ok(run.status === 0 || run.status === 1, `${name}: ${run.stderr}`);
  };
  for (const [name, [scene, ...more]] of Object.entries(REPORTS)) check(name, scenes + scene, more);
  check("hostile", join(folder, "hostile.toml"), []);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** A page in a tab of its own. Nothing may go wrong in it, and it may ask for nothing but itself. */
const on = (what, name, run, { width = 1280, dark = false } = {}) =>
  test(`${name}: ${what}`, { skip }, async () => {
    const page = await browser.context.newPage();
    const [url, problems] = [pathToFileURL(join(folder, `${name}.html`)).href, []];
    page.on("console", (m) => problems.push(m.text()));
    page.on("pageerror", (e) => problems.push(String(e)));
    page.on("dialog", (d) => problems.push(d.message()));
    page.on("request", (r) => {
      if (r.url() !== url && !r.url().startsWith("data:")) problems.push(`request: ${r.url()}`);
    });
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
    await page.goto(url);
    await settle(page);
    await run(page);
    assert.deepEqual(problems, []);
    await page.close();
  });

const column = (page, k) => page.locator(`#pairs-table tbody tr:not([hidden]) td:nth-child(${k})`).evaluateAll((cells) => cells.map((cell) => cell.dataset.value));
const clearances = async (page) => (await column(page, 4)).map(Number);
const ascending = (numbers) => numbers.every((x, k) => k === 0 || numbers[k - 1] <= x);

on("sorts by clicks and keys", "contacts", async (page) => {
  const head = (name) => page.locator("#pairs-table th", { hasText: name });
  const before = await clearances(page);
  assert.ok(before.length > 8 && ascending(before), String(before));
  await head("clearance").getByRole("button").click();
  assert.equal(await head("clearance").getAttribute("aria-sort"), "ascending");
  await page.keyboard.press("Enter");
  assert.equal(await head("clearance").getAttribute("aria-sort"), "descending");
  assert.ok(ascending((await clearances(page)).reverse()));
  await head("pair").getByRole("button").focus();
  await page.keyboard.press("Space");
  const names = await column(page, 2);
  assert.deepEqual(names, [...names].sort((a, b) => a.localeCompare(b, "en", { numeric: true })));
  assert.equal(await page.locator("#pairs-table th[aria-sort]").count(), 1);
  await head("#").getByRole("button").click();
  assert.deepEqual(await clearances(page), before);
});

on("filters by text and verdict", "joint", async (page) => {
  const [rows, cards] = [page.locator("#pairs-table tbody tr:visible"), page.locator(".card:visible")];
  assert.deepEqual([await rows.count(), await cards.count()], [6, 6]);
  await page.getByRole("searchbox").fill("bolt fork");
  assert.deepEqual([await rows.count(), await cards.count()], [1, 1]);
  assert.equal(await page.locator(".count").textContent(), "1 of 6 pairs");
  await page.getByRole("searchbox").fill("");
  await page.getByRole("button", { name: "ok 5" }).click();
  assert.equal(await page.getByRole("button", { name: "ok 5" }).getAttribute("aria-pressed"), "false");
  assert.deepEqual(await column(page, 3), ["inside"]);
  await rows.getByRole("link").click();
  assert.equal(new URL(page.url()).hash, "#pair-1");
});

on("shows a contact that samples do not find", "missed", async (page) => {
  assert.match(await page.locator("#path").textContent(), /clash/);
  assert.match(await page.locator(".missed").textContent(), /even samples do not find it/);
  assert.equal(await page.locator(".moment").count(), 2);
  assert.match(await page.locator(".moment h3").first().textContent(), /First contact/);
  assert.match(await page.locator(".plot").getAttribute("aria-label"), /first contact at row 0\.0835/);
});

on("shows a proof over all of the path", "proven", async (page) => {
  assert.match(await page.locator("#path").textContent(), /proven/);
  assert.equal(await page.locator(".missed").count(), 0);
  // The floor has no gaps, and is above the required clearance.
  const [floor, required] = await page.evaluate(() => [document.querySelector(".inner .floor").getAttribute("d"), Number.parseFloat(document.querySelector(".required").style.top)]);
  assert.match(floor, /^M0\.0 [^M]*H1000\.0$/);
  const heights = [...floor.matchAll(/(?:M0\.0 |V)([\d.]+)/g)].map((step) => Number(step[1]));
  assert.ok(heights.length >= 100 && heights.every((height) => height < 10 * required));
});

on("shows names as they are", "hostile", async (page) => {
  assert.equal(await page.title(), "hostile.toml: clearance report");
  const text = (await page.locator("#pairs-table").textContent()).replaceAll("\\u{202e}", "\u202e");
  for (const name of NAMES) assert.ok(text.includes(name), name);
  assert.equal(await page.locator("main img, main script, main style").count(), 0);
});

for (const name of [...Object.keys(REPORTS), "hostile"]) {
  on("fits a telephone", name, async (page) => {
    const wide = await page.evaluate(() => [document.documentElement.scrollWidth, ...[...document.querySelectorAll("main *")].filter((e) => !e.closest("svg, .wide") && e.getBoundingClientRect().right > innerWidth + 0.5).map((e) => e.outerHTML.slice(0, 80))]);
    assert.deepEqual(wide, [390]);
  }, { width: 390 });
}

on("shows states and a section", "house", async (page) => {
  assert.deepEqual(await column(page, 8), ["open", "approved", "", ""]);
  assert.equal(await page.locator(".section svg").count(), 1);
  // The overlap is seen: what is clipped is as wide as the riser is deep, and no wider.
  const [clip, riser] = await page.evaluate(() => ["clipPath path", "g[clip-path] path"].map((what) => document.querySelector(`.section ${what}`).getBBox()).map((box) => [box.x, box.x + box.width]));
  const share = (Math.min(clip[1], riser[1]) - Math.max(clip[0], riser[0])) / (riser[1] - riser[0]);
  assert.ok(Math.abs(share - 0.2) < 0.01, `${clip} ${riser}`);
});

for (const [name, dark] of [["missed", false], ["missed", true], ["house", false], ["house", true]]) {
  on(`is accessible, ${dark ? "dark" : "light"}`, name, async (page) => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`), []);
  }, { dark });
}
