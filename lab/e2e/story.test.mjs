/** The story: each view, each of its steps, each question of its article. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { forTests, settle } from "./harness.mjs";

const VIEWS = ["touch", "difference", "support", "boolean", "distance", "epa", "sat", "space", "sphere", "motion", "contact", "mesh", "heap", "cases", "asked"];

const lab = forTests();

for (const view of VIEWS) {
  test(`${view}: every question of the article opens its cure`, async () => {
    const { page, problems } = await lab.browser.open(`${lab.server.url}#${view}`);
    const count = await page.locator(".asked button").count();
    for (let i = 0; i < count; i += 1) {
      await page.goto(`${lab.server.url}#${view}`);
      await settle(page);
      const button = page.locator(".asked button").nth(i);
      const question = await button.textContent();
      await button.click();
      await settle(page);
      const sentence = await page.locator("#sentence").textContent();
      assert.ok(sentence.length > 20 && !/undefined|NaN|null/.test(sentence), `${question}: ${sentence}`);
    }
    assert.deepEqual(problems, []);
    await page.close();
  });

  test(`${view}: the sentences of all steps are whole`, async () => {
    const { page, problems } = await lab.browser.open(`${lab.server.url}#${view}`);
    const sentences = await page.evaluate(() => {
      const { model } = window.lab;
      return Array.from({ length: model.count }, (_, i) => model.look(i).sentence);
    });
    for (const s of sentences) assert.ok(s.endsWith(".") && !/undefined|NaN|null|\s\s|\s\./.test(s), s);
    assert.deepEqual(problems, []);
    await page.close();
  });
}

test("every step of boolean GJK that is shown is one of the trace", async () => {
  const { page, problems } = await lab.browser.open(`${lab.server.url}#boolean`);
  const [shown, traced] = await page.evaluate(() => {
    const { engine, model, asked } = window.lab;
    const steps = engine.steps(asked.scene.line, "gjk-boolean").filter((s) => s.step === "support");
    return [Array.from({ length: model.count }, (_, i) => model.look(i).sentence).filter((s) => /^(First, t|T)owards/.test(s)).length, steps.length];
  });
  assert.equal(shown, traced);
  assert.deepEqual(problems, []);
  await page.close();
});

test("Back leads to the view before", async () => {
  const { page } = await lab.browser.open(lab.server.url);
  await page.locator("#menu a", { hasText: "SAT" }).click();
  await page.waitForTimeout(200);
  await page.locator("#menu a", { hasText: "EPA" }).click();
  await page.waitForTimeout(200);
  await page.goBack();
  await page.waitForTimeout(200);
  assert.equal(await page.locator("#title").textContent(), "Shadows");
  await page.close();
});

test("the gallery finds a case and shows it", async () => {
  const { page, problems } = await lab.browser.open(`${lab.server.url}#cases`);
  await page.waitForSelector("#case-rows button");
  await page.locator("#case-filter").fill("parry-415-bug");
  await page.locator("#case-rows button").first().click();
  await settle(page);
  assert.equal(JSON.parse(await page.locator("#answer-line").textContent()).id, "parry-415-bug");
  assert.deepEqual(problems, []);
  await page.close();
});

/** What each question's cure must show: the view's title, and the sentence. */
const CURES = [
  ["Why is B turned around?", /All differences/, /−B slides/],
  ["What moves when B moves?", /All differences/, /drawn from O/],
  ["Must A − B be built?", /Catch/, /3 of the 9 corners/],
  ["Is the support a number or a point?", /Two support points/, /the support point of A is a2; .* h = 1\.722/],
  ["What of a shape with a dent?", /All differences/, /^Corner 0/],
  ["Which direction is first?", /Catch/, /^First, towards 270°/],
  ["What if the direction is zero", /Catch/, /^The simplex contains O.* 2 of the 4 corners/],
  ["Why does a negative dot product", /Catch/, /This line separates A − B from O/],
  ["Greater, or greater or equal?", /Do they touch/, /the bounds of the clearance contain 0/],
  ["Why may regions be skipped?", /Catch/, /beyond the edge .*: drop/],
  ["Are three planes", /space/, /^The tetrahedron .* contains O/],
  ["What is the triple product for?", /Catch/, /the next direction is across, on the side of O/],
  ["Does it always end?", /How far/, /^Nothing of A − B is nearer/],
  ["Does reaching a limit mean apart?", /Catch/, /undecided\.$/],
  ["What if the nearest point is off the triangle?", /How far/, /Drop a3−b0/],
  ["Where are the two nearest points?", /How far/, /the same weights on the corners of A and of B/],
  ["What is GJK's number inside?", /How far/, /is the work of EPA/],
  ["How does EPA begin?", /How deep/, /GJK has caught O in a triangle/],
  ["What is the horizon", /space/, /remove 2, and join the 4 edges of the horizon/],
  ["What does EPA do on curves?", /How deep/, /^Nothing lies beyond the nearest face/],
  ["Where do they touch", /Where/, /4 points are kept/],
  ["Why do boxes need 15 axes?", /Four tests/, /separates the bodies along edges/],
  ["What of parallel edges?", /Four tests/, /from face/],
  ["Which way out", /Shadows/, /The least overlap is the depth/],
  ["Is the gap of separating axes the distance?", /Shadows/, /the distance itself may be larger/],
  ["How far apart are two boxes", /space/, /0\.5629 apart/],
];

test("each question that is asked most opens its cure", async () => {
  const { page, problems } = await lab.browser.open(`${lab.server.url}#asked`);
  const asked = await page.locator("#questions button").allTextContents();
  assert.equal(asked.length, CURES.length);
  assert.ok(CURES.length >= 25);
  for (const [i, [question, title, sentence]] of CURES.entries()) {
    assert.ok(asked[i].startsWith(question), `${asked[i]} is ${question}`);
    await page.goto(`${lab.server.url}#asked`);
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Frequent questions");
    await page.locator("#questions button").nth(i).click();
    await page.waitForFunction(() => document.querySelector("#title").textContent !== "Frequent questions");
    await settle(page);
    assert.match(await page.locator("#title").textContent(), title, question);
    assert.match(await page.locator("#sentence").textContent(), sentence, question);
  }
  assert.deepEqual(problems, []);
  await page.close();
});

test("all face normals of the two boxes overlap, and only a pair of edges has a gap", async () => {
  const { page } = await lab.browser.open(`${lab.server.url}#asked`);
  await page.locator("#questions button", { hasText: "15 axes" }).click();
  await page.waitForFunction(() => document.querySelector("#title").textContent !== "Frequent questions");
  await settle(page);
  const axes = await page.evaluate(() => window.lab.engine.steps3(window.lab.asked.scene.line, "sat-pruned").filter((s) => s.step === "axis"));
  const faces = axes.filter((s) => s.feature && !("edges" in s.feature));
  assert.equal(faces.length, 12);
  assert.ok(faces.every((s) => s.overlap > 0.2));
  assert.ok(axes.some((s) => s.feature && "edges" in s.feature && s.overlap < -0.1));
  await page.close();
});
