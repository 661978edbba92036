/** `npm run frames`: milliseconds of script a frame while two polygons or hulls of 64 corners are dragged, in each view. */
import { launch, serve } from "./harness.mjs";

const VIEWS = ["touch", "difference", "support", "boolean", "distance", "epa", "sat", "space", "sphere", "motion", "contact"];
const server = await serve();
const browser = await launch();
for (const view of VIEWS) {
  const { page } = await browser.open(`${server.url}#${view}`);
  for (const side of ["a", "b"]) await page.locator(`#kind-${side}`).selectOption("64");
  const handle = await page.locator('[data-id="b-body"]').boundingBox();
  const [x, y] = [handle.x + 22, handle.y + 22];
  await page.evaluate(() => window.lab.spent.splice(0));
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 0; i < 120; i += 1) {
    await page.mouse.move(x - 40 * Math.sin(i / 10), y + 20 * Math.cos(i / 7));
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  const spent = (await page.evaluate(() => window.lab.spent)).sort((p, q) => p - q);
  const at = (part) => spent[Math.min(spent.length - 1, Math.floor(part * spent.length))].toFixed(1);
  console.log(`${view.padEnd(12)} ${spent.length} frames   median ${at(0.5)} ms   95 % ${at(0.95)} ms   most ${at(1)} ms`);
  await page.close();
}
await browser.close();
server.close();
