/**
 * What a built page was built from, so that a test can tell whether the page that is committed belongs
 * to these sources. Of the page's own sources it is one hash. The library is only recorded: it changes
 * with any change of the library, which need not have a new page at once.
 */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const lab = fileURLToPath(new URL(".", import.meta.url));

/** What a build reads, tests apart. Cases are left out: who adds one needs no Node. */
const READ = ["index.html", "package-lock.json", "public", "sources.mjs", "src", "tsconfig.json", "vite.config.ts"];

/** The name of the file of the built page that has what `builtFrom` returns. */
export const RECORD = "built-from.json";

/** @returns {{ sources: string, libraries: string[] }} */
export function builtFrom() {
  return { sources: sources(), libraries: ["plane", "space", "mesh"].map((name) => hash([readFileSync(`${lab}pkg/${name}/clearance_bg.wasm`)])) };
}

/** One hash of all sources, whatever the system's line ends. */
export function sources() {
  return hash(READ.flatMap(files).flatMap((path) => [path, readFileSync(lab + path, "utf8").replaceAll("\r\n", "\n")]));
}

/** @param {readonly (string | Buffer)[]} parts */
export function hash(parts) {
  const hashed = createHash("sha256");
  for (const part of parts) hashed.update(part).update("\0");
  return hashed.digest("hex");
}

/** A file, or all below a folder, in one order everywhere.
 * @param {string} path
 * @returns {string[]} */
function files(path) {
  if (path.endsWith(".test.ts")) return [];
  if (!statSync(lab + path).isDirectory()) return [path];
  return readdirSync(lab + path).sort().flatMap((name) => files(`${path}/${name}`));
}
