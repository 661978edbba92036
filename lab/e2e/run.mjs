/** `npm test`: the end-to-end tests, where there is a browser and a built page. */
import { existsSync, readdirSync } from "node:fs";
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
const folder = fileURLToPath(new URL(".", import.meta.url));
const tests = readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).sort().map((name) => folder + name);
const options = process.argv.slice(2);
const run = spawnSync(process.execPath, ["--test", "--test-concurrency=2", "--test-reporter=spec", ...options, ...tests], { stdio: "inherit" });
process.exit(run.status ?? 1);
