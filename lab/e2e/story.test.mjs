/** The story: each view, each of its steps, each question of its article. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, serve, settle } from "./harness.mjs";

const VIEWS = ["touch", "difference", "support", "boolean", "distance", "epa", "sat", "space", "sphere", "motion", "contact", "cases"];
let server;
let browser;

before(async () => {
  server = await serve();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.close();
});

for (const view of VIEWS) {
  test(`${view}: every question of the article opens its cure`, async () => {
    const { page, problems } = await browser.open(`${server.url}#${view}`);
    const count = await page.locator(".asked button").count();
    for (let i = 0; i < count; i += 1) {
      await page.goto(`${server.url}#${view}`);
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
    const { page, problems } = await browser.open(`${server.url}#${view}`);
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
  const { page, problems } = await browser.open(`${server.url}#boolean`);
  const [shown, traced] = await page.evaluate(() => {
    const { engine, model, asked } = window.lab;
    const steps = engine.steps(asked.scene.line, "gjk-boolean").filter((s) => s.step === "support");
    return [Array.from({ length: model.count }, (_, i) => model.look(i).sentence).filter((s) => s.startsWith("Ask")).length, steps.length];
  });
  assert.equal(shown, traced);
  assert.deepEqual(problems, []);
  await page.close();
});

test("Back leads to the view before", async () => {
  const { page } = await browser.open(server.url);
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
  const { page, problems } = await browser.open(`${server.url}#cases`);
  await page.waitForSelector("#case-rows button");
  await page.locator("#case-filter").fill("parry-415-bug");
  await page.locator("#case-rows button").first().click();
  await settle(page);
  assert.equal(JSON.parse(await page.locator("#answer-line").textContent()).id, "parry-415-bug");
  assert.deepEqual(problems, []);
  await page.close();
});
