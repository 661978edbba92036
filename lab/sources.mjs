/**
 * The sources that a built page was made from, so that a test can tell whether the committed page is
 * up to date. The page's own sources have one hash. The library is only recorded, because it changes
 * often, and not every change needs a new page at once.
 */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const lab = fileURLToPath(new URL(".", import.meta.url));

/**
 * The files that a build reads, without tests. Cases are left out, so that someone who adds a case
 * needs no Node.
 */
const READ = ["index.html", "package-lock.json", "public", "sources.mjs", "src", "tsconfig.json", "vite.config.ts"];

/** The name of the file in the built page with the result of `builtFrom`. */
export const RECORD = "built-from.json";

/** The folders of `pkg`. */
export const LIBRARIES = ["plane", "space", "mesh", "heap"];

/** @returns {{ sources: string, libraries: string[] }} */
export function builtFrom() {
  return { sources: sources(), libraries: LIBRARIES.map((name) => hash([readFileSync(`${lab}pkg/${name}/clearance_bg.wasm`)])) };
}

/** One hash of all sources. It does not depend on the system's line ends. */
export function sources() {
  return hash(READ.flatMap(files).flatMap((path) => [path, readFileSync(lab + path, "utf8").replaceAll("\r\n", "\n")]));
}

/** @param {readonly (string | Buffer)[]} parts */
export function hash(parts) {
  const hashed = createHash("sha256");
  for (const part of parts) hashed.update(part).update("\0");
  return hashed.digest("hex");
}

/**
 * A file, or all files below a folder, in the same order on all systems.
 * @param {string} path
 * @returns {string[]}
 */
function files(path) {
  if (path.endsWith(".test.ts")) return [];
  if (!statSync(lab + path).isDirectory()) return [path];
  return readdirSync(lab + path).sort().flatMap((name) => files(`${path}/${name}`));
}
