/** What is read beside the figure: the text, the pseudo-code, words and numbers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { forTests, quick, settle } from "./harness.mjs";

const lab = forTests();
const { on } = lab;

/** Each algorithm with pseudo-code: its view, and a sentence of its first step of each kind with the lit line. */
const CODED = [
  ["boolean", "gjk-boolean", [[/^(First, t|T)owards .* passes O/, "p ← a − b"], [/contains O\.$/, "if it contains O: return overlap"], [/^The simplex contains O/, "if it contains O: return overlap"], [/the next direction is across/, "d ← across what is left, towards O"]]],
  ["distance", "gjk", [[/^First, towards/, "v ← support point of A − B along d"], [/proves no gap yet/, "p ← support point of A − B along d"], [/^The nearest point is on the/, "v ← its point nearest to O"], [/^O is in the simplex/, "if v = O: return overlap"]]],
  ["epa", "epa", [[/^GJK has caught/, "polygon ← GJK's simplex around O"], [/^The nearest face/, "f ← the face nearest to O"], [/^Across the face/, "p ← support point of A − B along d"], [/lies beyond the face/, "remove faces that p lies beyond"], [/^Nothing lies beyond/, "return depth lower, direction d"]]],
  ["space", "gjk-boolean", [[/^(First, t|T)owards .* passes O/, "p ← a − b"], [/^The tetrahedron .* contains O/, "if it contains O: return overlap"]]],
  ["space", "gjk", [[/^First, towards/, "v ← support point of A − B along d"], [/^The nearest point is on the/, "v ← its point nearest to O"]]],
  ["space", "epa", [[/^GJK has caught/, "polytope ← GJK's simplex around O"], [/^The nearest face/, "f ← the face nearest to O"], [/^Their difference lies beyond/, "remove faces that p lies beyond"]]],
];

for (const [view, algorithm, lines] of CODED) {
  on(`${view}, ${algorithm}: a dozen lines of pseudo-code, one of them lit at each step`, "", async (page) => {
    await page.evaluate(([v, a]) => window.lab.open(v, a), [view, algorithm]);
    await page.waitForSelector("#code:not([hidden])");
    const read = () =>
      page.evaluate(() => {
        const all = [...document.querySelectorAll("#code li")];
        const lit = all.filter((l) => l.getAttribute("aria-current") === "step");
        const { top, bottom, left } = document.querySelector("#code").getBoundingClientRect();
        const [slider, figure] = ["#transport", "#figure"].map((s) => document.querySelector(s).getBoundingClientRect());
        return {
          count: all.length,
          lit: lit.map((l) => l.textContent),
          look: lit.map((l) => getComputedStyle(l).fontWeight > 500 && getComputedStyle(l).backgroundColor !== getComputedStyle(all.find((o) => !lit.includes(o))).backgroundColor),
          wrapped: all.filter((l) => l.getBoundingClientRect().height > 24).map((l) => l.textContent),
          // Beside the slider and below the figure, all in the window.
          beside: left >= slider.right && top < slider.bottom && bottom > slider.top && top >= figure.bottom - 1 && bottom <= innerHeight,
          sentence: document.querySelector("#sentence").textContent,
        };
      });
    const count = await page.evaluate(() => window.lab.model.count);
    assert.ok(count > 5);
    const forth = [];
    for (let i = 0; i < count; i += 1) {
      await page.evaluate((p) => window.lab.go(p), i);
      await settle(page);
      const now = await read();
      assert.ok(now.count >= 10 && now.count <= 14, String(now.count));
      assert.equal(now.lit.length, 1, now.sentence);
      assert.deepEqual(now.look, [true], "it looks different");
      assert.deepEqual(now.wrapped, []);
      assert.ok(now.beside, now.sentence);
      forth.push(now);
    }
    for (const [sentence, line] of lines) {
      const found = forth.filter((f) => sentence.test(f.sentence));
      assert.ok(found.length > 0 && found.every((f) => f.lit[0] === line), `${sentence}: ${found.map((f) => f.lit[0])}`);
    }
    for (let i = count - 1; i >= 0; i -= 1) {
      await page.evaluate((p) => window.lab.go(p), i);
      await settle(page);
      assert.deepEqual((await read()).lit, forth[i].lit);
    }
    // While it plays, too: the space bar.
    await page.evaluate(() => window.lab.go(0));
    await page.locator("body").press(" ");
    await page.waitForTimeout(2300);
    assert.notDeepEqual((await read()).sentence, forth[0].sentence);
    const place = await page.evaluate(() => window.lab.store.now.place);
    assert.deepEqual((await read()).lit, forth[place].lit);
  });
}

on("the ends of boolean GJK and of the distance light what they return", "#boolean", async (page) => {
  const pair = { a: { kind: "box", half_extents: [1, 1], pose: { t: [-2, 0] } }, b: { kind: "circle", radius: 1, pose: { t: [2, 0.3] } } };
  const touching = { a: { kind: "box", half_extents: [1, 1], pose: { t: [-1, 0] } }, b: { kind: "box", half_extents: [1, 1], pose: { t: [1, 0.5] } } };
  for (const [view, of, line] of [["boolean", pair, /return apart/], ["boolean", touching, /return (undecided|overlap)/], ["distance", pair, /return \|v\|/]]) {
    await page.evaluate(([p, v]) => window.lab.show(p, v, 999), [of, view]);
    await settle(page);
    assert.match(await page.locator("#code li[aria-current]").textContent(), line);
  }
  // Without steps nothing is lit.
  await page.evaluate(([p, v]) => window.lab.show(p, v, 0), [pair, "epa"]);
  await settle(page);
  assert.equal(await page.locator("#code li[aria-current]").count(), 0);
  await page.evaluate(() => window.lab.open("touch"));
  await settle(page);
  assert.ok(await page.locator("#code").isHidden());
});

on("at 1280 px text stands beside the figure, and the figure stays while the text scrolls", "", async (page) => {
  for (const view of await page.evaluate(() => window.lab.views.map((v) => v.id))) {
    await page.goto(`${lab.server.url}#${view}`);
    await page.waitForFunction((v) => window.lab.store.now.view === v, view);
    await settle(page);
    await page.evaluate(() => { window.scrollTo(0, 0); });
    const boxes = () => page.evaluate(() => ["#figure", "#article", "#article h2"].map((s) => { const { left, right, top, bottom } = document.querySelector(s).getBoundingClientRect(); return { left, right, top, bottom }; }));
    const [figure, article, heading] = await boxes();
    assert.ok(article.left >= figure.right && article.right <= 1280, `${view}: beside`);
    assert.ok(heading.top < figure.top + 60 && article.top < figure.bottom && article.right - article.left > 330, `${view}: at the same height`);
    for (const part of [0.3, 0.6, 1]) {
      await page.evaluate((p) => { const { bottom } = document.querySelector("#article").getBoundingClientRect(); window.scrollTo(0, p * Math.max(0, scrollY + bottom - innerHeight)); }, part);
      await settle(page);
      const [there] = await boxes();
      assert.ok(there.top >= -1 && there.bottom <= 900, `${view}: in sight at ${part}: ${there.top} to ${there.bottom}`);
    }
  }
});

for (const width of [390, 900, 1080, 1280]) {
  on(`${width} px wide: no number of the gallery is broken`, "#cases", async (page) => {
    await page.waitForSelector("#case-rows button");
    const { broken, numbers, cells } = await page.evaluate(() => {
      const broken = [];
      let [numbers, cells] = [0, 0];
      for (const cell of document.querySelectorAll("#case-rows td")) {
        if (!cell.checkVisibility()) continue;
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (const { index, 0: text } of node.textContent.matchAll(/[−-]?\d[\d.,]*(?:e[−+-]?\d+)?/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + text.length);
            const lines = new Set([...range.getClientRects()].map((r) => Math.round(r.top)));
            if (lines.size > 1) broken.push(`${text} in ${node.textContent.slice(0, 60)}`);
            numbers += 1;
          }
        }
        if (cell.matches(".number")) cells += 1;
      }
      return { broken, numbers, cells };
    });
    assert.deepEqual(broken, []);
    assert.ok(await page.evaluate(() => { const list = document.querySelector(".cases"); return list.scrollWidth <= list.clientWidth; }), "all columns are in sight");
    assert.ok(numbers > 800 && cells > 400, `${numbers} numbers, ${cells} values`);
  }, { width, height: 844 });
}

/** Words of a person for what shapes and algorithms do, and a word for a face that is none. */
const WRONG = /\b(holds?|held|holding|asks?|asked|asking|answers (?:a|b)\d|walls?)\b/gi;

test("texts say contains, support point and face", async () => {
  const { page } = await lab.browser.open(lab.server.url);
  await page.evaluate(() => window.lab.engine.prepare(3));
  const found = new Set();
  let all = "";
  const look = (where, text) => {
    all += ` ${text}`;
    for (const [word] of text.matchAll(WRONG)) found.add(`${where}: ${word}: …${text.slice(Math.max(0, text.indexOf(word) - 40), text.indexOf(word) + 40)}`);
  };
  const views = await page.evaluate(() => window.lab.views.map(({ id, algorithms }) => [id, algorithms.map((a) => a.id)]));
  const pairs = await page.evaluate(() => [...document.querySelectorAll('[aria-label="Ready-made pairs"] option')].map((o) => o.value).filter((v) => v !== ""));
  assert.ok(pairs.length > 10, "there are ready-made pairs");
  const asked = pairs.filter((_, i) => !quick || i % 8 === 3);
  for (const [view, algorithms] of views) {
    await page.goto(`${lab.server.url}#${view}`);
    await page.waitForFunction((v) => window.lab.store.now.view === v, view);
    await settle(page);
    if (view === "cases") await page.evaluate(() => document.querySelector(".cases").remove()); // What happened there, in the words of others.
    const texts = await page.evaluate(async () => {
      const out = [document.body.innerText, document.title];
      for (const e of document.querySelectorAll("*")) for (const name of ["aria-label", "title", "placeholder", "content"]) out.push(e.getAttribute(name) ?? "");
      for (const dfn of document.querySelectorAll("dfn")) { dfn.onfocus(); out.push(document.querySelector(".tip").textContent); dfn.onblur(); }
      return out;
    });
    for (const text of texts) look(view, text);
    for (const algorithm of algorithms) {
      for (const value of [null, ...asked]) {
        if (value !== null) await page.getByLabel("Ready-made pairs").selectOption(value);
        // It returns when all is shown: nothing need be painted.
        await page.evaluate(([v, a]) => window.lab.open(v, a), [view, algorithm]);
        const said = await page.evaluate(() => {
          const { model } = window.lab;
          const places = Array.from({ length: Math.min(model.count, 60) }, (_, i) => i);
          return [...places.map((i) => model.look(i).sentence), model.captions.shapes, model.captions.difference, ...(model.code ?? []), document.querySelector(".stage").innerText];
        });
        for (const text of said) look(`${view} ${algorithm}`, text);
      }
    }
  }
  assert.deepEqual([...found], []);
  for (const word of ["contains", "support point", "face"]) assert.ok(all.split(word).length > 10, word);
  await page.close();
});
