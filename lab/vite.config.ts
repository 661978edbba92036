import { readFileSync, readdirSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { RECORD, builtFrom, hash } from "./sources.mjs";

/** The figure that is in the markup until the library is loaded; `npm run shots` writes it. */
const firstFigure: Plugin = {
  name: "first-figure",
  transformIndexHtml: (html) => html.replace("<!--first-figure-->", () => readFileSync(new URL("src/first-figure.svg", import.meta.url), "utf8")),
};

/** The sources and the library that the page was built from, which `npm test` compares. */
const record: Plugin = {
  name: "built-from",
  apply: "build",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: RECORD, source: `${JSON.stringify(builtFrom(), null, 2)}\n` });
  },
};

/** The service worker, with the list of all files of the page. */
const offline: Plugin = {
  name: "offline",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const files = [...Object.keys(bundle).filter((name) => name.startsWith("assets/")), ...readdirSync(new URL("public", import.meta.url))].sort();
      const text = readFileSync(new URL("src/offline.js", import.meta.url), "utf8");
      const source = text.replace("__VERSION__", hash([builtFrom().sources, ...files]).slice(0, 16)).replace('"__FILES__"', ["./", ...files].map((name) => `"${name}"`).join(", "));
      this.emitFile({ type: "asset", fileName: "offline.js", source });
    },
  },
};

// The built page is committed in crates/cli/lab, which the command `clearance lab` embeds.
// Paths are relative, so that any host and any folder can serve it.
export default defineConfig({
  base: "./",
  plugins: [firstFigure, record, offline],
  build: {
    outDir: "../crates/cli/lab",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
});
