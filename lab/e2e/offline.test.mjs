/** After one visit the page needs no network; and it never asks anybody but its own lab.server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, forTests, settle } from "./harness.mjs";

const lab = forTests({ offline: true });

test("after one visit the page, space and the gallery are there without the server", async () => {
  const { page, problems } = await lab.browser.open(lab.server.url);
  const asked = [];
  lab.browser.context.on("request", (request) => asked.push(new URL(request.url()).origin));
  const first = await answer(page);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done, { once: true }));
  });
  assert.deepEqual(problems, []);
  await page.close();

  lab.server.close();
  await assert.rejects(fetch(lab.server.url), "the server is gone");
  const again = await lab.browser.open(lab.server.url);
  assert.deepEqual(await answer(again.page), first);
  await again.page.goto(`${lab.server.url}#space`);
  await again.page.waitForFunction(() => window.lab.asked.scene.solids !== null);
  await settle(again.page);
  assert.equal((await answer(again.page)).status === "error", false);
  await again.page.goto(`${lab.server.url}#cases`);
  await again.page.waitForSelector("#case-rows button");
  assert.deepEqual(again.problems, []);
  assert.ok(asked.length > 5);
  assert.deepEqual([...new Set(asked)], [new URL(lab.server.url).origin]);
  await again.page.close();
});
