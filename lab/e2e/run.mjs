/** `npm test`: the end-to-end tests, where there is a browser and a built page. */
import { existsSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { browserPath, built } from "./harness.mjs";

const missing = !browserPath()
  ? "no Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path"
  : !existsSync(`${built}/index.html`)
    ? "no built page: run npm run build"
    : null;

if (missing) {
  console.log(`SKIPPED: the end-to-end tests did not run: ${missing}.`);
  process.exit(process.env.REQUIRE_BROWSER === "1" ? 1 : 0);
}
const tests = ["plane", "space", "motion", "contact", "story", "access"].map((name) => fileURLToPath(new URL(`${name}.test.mjs`, import.meta.url)));
const run = spawnSync(process.execPath, ["--test", "--test-concurrency=1", ...process.argv.slice(2), ...tests], { stdio: "inherit" });
process.exit(run.status ?? 1);
