/** Motion: the velocity is dragged, time is slid through, proofs are the library's. */
import assert from "node:assert/strict";
import { answer, asked, drag, forTests, pictures, settle } from "./harness.mjs";

const lab = forTests();
const { on } = lab;

/** What the model of the moment has of the cast, beside the library's own answer and steps. */
const cast = (page) =>
  page.evaluate(() => {
    const { engine, model, store } = window.lab;
    const { pair } = store.now;
    const line = JSON.stringify({ ...pair, query: "shapecast" });
    const steps = pair.dim === 3 ? engine.steps3(line, "auto") : engine.steps(line, "auto");
    return { ...model.times, clearance: model.times.clearance(), answer: engine.query(line), told: steps.filter((s) => s.step === "stretch").map((s) => [s.from, s.to]) };
  });

on("a velocity is dragged, and the time of impact follows; undo takes it back", "#motion", async (page) => {
  const first = await answer(page);
  assert.equal(first.status, "hit");
  await drag(page, '[data-id="b-velocity"]', -40, 0);
  const second = await answer(page);
  assert.ok(second.toi < first.toi - 0.05, `${second.toi} is sooner than ${first.toi}`);
  await drag(page, '[data-id="b-velocity"]', 0, -160);
  assert.equal((await answer(page)).status, "miss");
  await page.locator("#undo").click();
  await page.locator("#undo").click();
  await settle(page);
  assert.deepEqual(await answer(page), first);
});

on("a pair that overlaps is parted to begin with, and undo gives it back", "", async (page) => {
  const first = await answer(page);
  assert.equal(first.status, "overlapping");
  await page.locator("#menu a", { hasText: "Motion" }).click();
  await settle(page);
  assert.ok((await answer(page)).toi > 0);
  await page.locator("#menu a", { hasText: "Touch" }).click();
  await settle(page);
  assert.equal((await answer(page)).status, "apart", "a cast is asked in its own view alone");
  await page.locator("#undo").click();
  await settle(page);
  assert.deepEqual(await answer(page), first);
});

on("the proofs are the trace's, follow one another, and end where their gap does", "#motion", async (page) => {
  let most = 0;
  for (const question of ["curves", "miss", "tunnel", "space"]) {
    await asked(page, question);
    const { stretches, told, impact, answer: found, times, clearance } = await cast(page);
    assert.deepEqual(stretches.map((s) => s.from), told.map(([from]) => from), question);
    most = Math.max(most, stretches.length);
    stretches.forEach((s, k) => {
      assert.ok(s.from < s.to, question);
      if (k > 0) assert.equal(s.from, stretches[k - 1].to, question);
      assert.ok(s.gaps[0] > 0, `${question}: there is a gap to begin with`);
      if (impact !== null && Number.isFinite(s.gaps[1])) assert.ok(Math.abs(s.gaps[1]) < 1e-9, `${question}: ${s.gaps[1]}`);
      // A gap along an axis is a bound of the clearance from below.
      const i = times.indexOf(s.from);
      assert.ok(i >= 0 && s.gaps[0] <= clearance[i] + 1e-9, question);
    });
    assert.equal(impact, found.toi);
    if (impact !== null) assert.ok(times.includes(impact), "the impact is a place");
    else assert.equal(stretches.at(-1).to, times.at(-1), "a miss is proven to the end");
  }
  assert.ok(most > 5, "curves take many proofs");
});

on("a ray is answered as a ray, and its proofs end at the same time", "#motion", async (page) => {
  await asked(page, "ray");
  const { toi, lower, upper } = await answer(page);
  const { answer: point } = await cast(page);
  assert.ok(lower <= point.upper && point.lower <= upper, `${toi} and ${point.toi}`);
  assert.match(await page.evaluate(() => window.lab.model.look(window.lab.model.times.times.indexOf(window.lab.model.times.impact)).sentence), /^Time of impact .* The ray meets B/);
});

on("time forth and back gives the same picture, and places differ", "#motion", async (page) => {
  for (const question of ["curves", "space"]) {
    await asked(page, question);
    const count = await page.evaluate(() => window.lab.model.count);
    const some = Array.from({ length: 12 }, (_, i) => Math.floor((i * (count - 1)) / 11));
    const at = async (place) => {
      await page.evaluate((p) => window.lab.go(p), place);
      await settle(page);
      return pictures(page);
    };
    const seen = [];
    for (const place of some) seen.push(await at(place));
    assert.equal(new Set(seen.map(String)).size, some.length);
    for (let i = some.length - 1; i >= 0; i -= 1) assert.deepEqual(await at(some[i]), seen[i]);
  }
});

on("a link restores the motion", "#motion", async (page) => {
  await drag(page, '[data-id="b-velocity"]', -33, 17);
  await page.waitForTimeout(600);
  const [said, seen] = [await answer(page), await pictures(page)];
  const other = await lab.browser.open(page.url());
  assert.deepEqual(await answer(other.page), said);
  assert.deepEqual(await pictures(other.page), seen);
  assert.deepEqual(other.problems, []);
  await other.page.close();
});

on("a case of the gallery that is a cast opens here, with the time that is expected", "#cases", async (page) => {
  await page.waitForSelector("#case-rows button");
  await page.locator("#case-filter").fill("jolt-cast-extra");
  await page.locator("#case-rows button").first().click();
  await settle(page);
  await page.waitForFunction(() => document.querySelector("#title").textContent === "When do they meet?");
  await settle(page);
  assert.ok(Math.abs((await answer(page)).toi - 0.625) < 1e-9);
});
