/** Contact: the faces, the cuts, the places and the points are the library's. */
import assert from "node:assert/strict";
import { answer, asked, drag, forTests, pictures, settle } from "./harness.mjs";

const { on } = forTests();

on("the points of the table are those of the library's manifold, in each pair of the article", "#contact", async (page) => {
  const questions = await page.locator(".asked button").allTextContents();
  const count = questions.length;
  let [reduced, plane, space] = [0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    await asked(page, questions[i]);
    const { manifold } = await answer(page);
    const rows = await page.locator("#table tbody tr").evaluateAll((all) => all.map((r) => [...r.children].map((c) => c.textContent)));
    // A fast path may tell the same points in another order.
    const named = rows.map((r) => `${r[1]} / ${r[2]}`).sort();
    assert.deepEqual(named, manifold.points.map((p) => p.feature).sort());
    const places = await page.evaluate(() => window.lab.model.count);
    reduced += Number(/are kept: the deepest/.test(await page.locator("#sentence").textContent()));
    if (manifold.normal.length === 2) plane += 1;
    else space += 1;
    assert.ok(places > 3);
  }
  assert.ok(reduced >= 3 && plane >= 2 && space >= 4, `${reduced} ${plane} ${space}`);
});

on("each cut that is shown is one of the trace, and what is left lies on its edge", "#contact", async (page) => {
  await asked(page, "cut by another");
  const [cuts, sentences] = await page.evaluate(() => {
    const { engine, model, store } = window.lab;
    const steps = engine.steps3(JSON.stringify({ ...store.now.pair, query: "contact" }), "auto").filter((s) => s.step === "cut");
    return [steps, Array.from({ length: model.count }, (_, i) => model.look(i).sentence).filter((s) => s.startsWith("Edge"))];
  });
  assert.equal(sentences.length, cuts.length);
  assert.equal(cuts.length, 4 + 6, "each edge of both faces");
  for (const kind of [/nothing of it/, /all of it/, /it is cut by/]) assert.ok(sentences.some((s) => kind.test(s)), String(kind));
  cuts.forEach(({ edge, of, ends: [from, to], left }, i) => {
    assert.ok(sentences[i].startsWith(`Edge ${edge} of ${of.toUpperCase()}`));
    for (const p of left) {
      const d = to.map((x, k) => x - from[k]);
      const t = d.reduce((s, x, k) => s + x * (p[k] - from[k]), 0) / d.reduce((s, x) => s + x * x, 0);
      assert.ok(t > -1e-9 && t < 1 + 1e-9);
      assert.ok(Math.hypot(...p.map((x, k) => x - from[k] - t * d[k])) < 1e-9);
    }
  });
});

for (const question of ["cut by another", "in the plane", "rim"]) {
  on(`${question}: forth and back gives the same picture`, "#contact", async (page) => {
    await asked(page, question);
    const count = await page.evaluate(() => window.lab.model.count);
    const at = async (place) => {
      await page.evaluate((p) => window.lab.go(p), place);
      await settle(page);
      return pictures(page);
    };
    const seen = [];
    for (let i = 0; i < count; i += 1) seen.push(await at(i));
    assert.equal(new Set(seen.map(String)).size, count, "each step changes the picture");
    for (let i = count - 1; i >= 0; i -= 1) assert.deepEqual(await at(i), seen[i], `place ${i}`);
  });
}

on("dragged apart there is no contact, and the page says why", "#contact", async (page) => {
  assert.equal((await answer(page)).manifold.points.length, 2);
  await drag(page, '[data-id="b-body"]', 150, 0);
  assert.equal((await answer(page)).status, "apart");
  assert.match(await page.locator("#sentence").textContent(), /apart, and points are listed up to a margin/);
  assert.ok(await page.locator("#transport").isHidden());
  await page.locator("#undo").click();
  await settle(page);
  assert.equal((await answer(page)).manifold.points.length, 2);
});

on("a pair in space stays in space", "#space", async (page) => {
  await page.locator("#menu a", { hasText: "Contact" }).click();
  await page.waitForFunction(() => document.querySelector("#title").textContent === "Where do they touch?");
  await settle(page);
  assert.equal((await answer(page)).manifold.normal.length, 3);
});
