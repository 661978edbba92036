/**
 * `npm run shots`: a screenshot of each view at both widths, light and dark, into lab/shots; and
 * `npm run shots -- --first` writes the first figure of the markup; `npm run shots -- --readme` the
 * pictures of README.md.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { launch, serve, settle } from "./harness.mjs";

const folder = fileURLToPath(new URL("../shots/", import.meta.url));
const VIEWS = { touch: 0, difference: 13, support: 40, boolean: 4, distance: 4, epa: 6, sat: 2, space: 0, sphere: 99, motion: 40, contact: 99, mesh: 0, heap: 130, cases: 0, asked: 0 };
/** What README.md shows: the view, its algorithm, the place, dark or light. */
const README = [["epa", "epa", 6, false], ["sphere", "sat-bounded", 99, true]];
const args = process.argv.slice(2);
const only = args.filter((a) => !a.startsWith("--"));

const server = await serve();
const browser = await launch();
if (args.includes("--first")) {
  const { page } = await browser.open(server.url, { width: 1280 });
  const svg = await page.evaluate(() => window.lab.stage.svg("Two shapes, and beside them their Minkowski difference with the origin", true));
  await writeFile(fileURLToPath(new URL("../src/first-figure.svg", import.meta.url)), svg.replace("<svg ", '<svg class="first" '));
  await page.close();
} else if (args.includes("--readme")) {
  const pictures = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
  await mkdir(pictures, { recursive: true });
  for (const [view, algorithm, place, dark] of README) {
    const { page } = await browser.open(`${server.url}#${view}`, { dark, height: 860 });
    await page.evaluate(([v, a]) => window.lab.open(v, a), [view, algorithm]);
    await page.evaluate((p) => window.lab.deck.transport.go(p), place);
    await settle(page);
    await page.waitForTimeout(150);
    await page.screenshot({ path: `${pictures}lab-${view}.png` });
    await page.close();
  }
} else {
  await mkdir(folder, { recursive: true });
  for (const width of [390, 1280]) {
    for (const dark of [false, true]) {
      for (const [view, place] of Object.entries(VIEWS)) {
        if (only.length > 0 && !only.some((o) => `${view}-${width}-${dark ? "dark" : "light"}`.includes(o))) continue;
        const { page, problems } = await browser.open(`${server.url}#${view}`, { width, height: width === 390 ? 844 : 900, dark });
        await page.evaluate((p) => window.lab.deck.transport.go(p), place);
        await settle(page);
        await page.waitForTimeout(150);
        await page.screenshot({ path: `${folder}${view}-${width}-${dark ? "dark" : "light"}.png`, fullPage: args.includes("--full") });
        if (problems.length > 0) console.log(view, width, problems);
        await page.close();
      }
    }
  }
}
await browser.close();
server.close();
