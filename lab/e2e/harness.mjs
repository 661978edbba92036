/**
 * A server for the built page, with the headers that `clearance lab` sends, and a browser.
 *
 * The browser is CHROMIUM, or what Debian and others call it. Without one the tests are skipped
 * with a message; with REQUIRE_BROWSER=1 that is a failure.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync, statSync } from "node:fs";
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const built = fileURLToPath(new URL("../../crates/cli/lab/", import.meta.url));
const repository = fileURLToPath(new URL("../../", import.meta.url));

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:";
// The page draws on plain canvases: there is no GPU to imitate.
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--font-render-hinting=none"];

/** What Playwright itself says in the console where `launch` blocks the service worker. */
const BLOCKED = "Service Worker registration blocked by Playwright";

/** Is what takes minutes left out? `.ci/run` does so; the daily run asks all. */
export const quick = process.env.CLEARANCE_QUICK === "1";

/** The path of a browser, or null. */
export function browserPath() {
  const names = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];
  return names.find((p) => p && existsSync(p)) ?? null;
}

/** The native command, or null where it is not built. */
export function nativeCommand() {
  if (process.env.CLEARANCE) return process.env.CLEARANCE;
  const found = ["target/release/clearance", "target/debug/clearance"].map((p) => join(repository, p)).filter((p) => existsSync(p));
  // The later one: the other may be of an older library.
  return found.sort((p, q) => statSync(q).mtimeMs - statSync(p).mtimeMs)[0] ?? null;
}

export function caseFiles() {
  return ["cases.jsonl", "found.jsonl"].map((name) => join(repository, "cases", name));
}

export async function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://here").pathname).replace(/\/$/, "/index.html");
    try {
      const body = await readFile(join(built, path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream", "content-security-policy": POLICY });
      response.end(body);
    } catch {
      response.writeHead(404).end("not here");
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * A browser with a folder of its own, and pages that collect what goes wrong. Its service worker works
 * only for those that ask for it: the others see what the server has.
 */
export async function launch({ offline = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "lab-"));
  const executablePath = browserPath();
  const context = await chromium.launchPersistentContext(folder, { executablePath, args: FLAGS, headless: true, timeout: 120000, serviceWorkers: offline ? "allow" : "block", viewport: { width: 1280, height: 900 } });
  return {
    context,
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
    /** A page at an address, once the library is there. `problems` fills with errors and warnings of the console. */
    async open(url, { width = 1280, height = 900, dark = false, reduced = true } = {}) {
      const page = await context.newPage();
      page.setDefaultTimeout(90000);
      const problems = [];
      page.on("console", (m) => {
        if ((m.type() === "error" || m.type() === "warning") && m.text() !== BLOCKED) problems.push(m.text());
      });
      page.on("pageerror", (e) => problems.push(String(e)));
      page.on("request", (r) => {
        if (!r.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(r.url())) problems.push(`request elsewhere: ${r.url()}`);
      });
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: reduced ? "reduce" : "no-preference" });
      await page.goto(url);
      await page.waitForSelector("html[data-ready=true]", { timeout: 90000 });
      await settle(page);
      return { page, problems };
    },
  };
}

/** The server and the browser of a file of tests: there before its first, gone after its last. */
export function forTests(options) {
  const lab = {
    server: null,
    browser: null,
    /** A test in a tab of its own, closed after it; nothing may have gone wrong in it. */
    on(name, path, run, { skip = false, ...how } = {}) {
      test(name, { skip }, async () => {
        const { page, problems } = await lab.browser.open(lab.server.url + path, how);
        try {
          await run(page);
          assert.deepEqual(problems, []);
        } finally {
          await page.close();
        }
      });
    },
  };
  before(async () => {
    lab.server = await serve();
    lab.browser = await launch(options);
  });
  after(async () => {
    await lab.browser?.close();
    lab.server?.close();
  });
  return lab;
}

/** Two frames: what was asked for is drawn. */
export async function settle(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Opens a question of the article, and waits for its pair: the library for space may have to be fetched. */
export async function asked(page, question) {
  const button = page.locator(".asked button", { hasText: question });
  const text = await button.getAttribute("data-pair");
  await button.click();
  if (text !== null) await page.waitForFunction((t) => JSON.stringify(window.lab.store.now.pair) === JSON.stringify(JSON.parse(t)), text);
  await settle(page);
}

/** What the page says as the command would. */
export const answer = async (page) => JSON.parse(await page.locator("#answer-line").textContent());

/** The pixels of both panels. */
export const pictures = (page) => page.evaluate(() => [...document.querySelectorAll(".panel canvas")].map((c) => c.toDataURL()));

/** Drags a handle by so many pixels. */
export async function drag(page, selector, dx, dy) {
  const box = await page.locator(selector).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
  await settle(page);
}
