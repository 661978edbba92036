import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { RECORD, builtFrom } from "./sources.mjs";

/** The figure that stands in the markup until the library is there; `npm run shots` writes it. */
const firstFigure: Plugin = {
  name: "first-figure",
  transformIndexHtml: (html) => html.replace("<!--first-figure-->", () => readFileSync(new URL("src/first-figure.svg", import.meta.url), "utf8")),
};

/** Which sources and which library the page was built from: `npm test` compares. */
const record: Plugin = {
  name: "built-from",
  apply: "build",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: RECORD, source: `${JSON.stringify(builtFrom(), null, 2)}\n` });
  },
};

// The built page is committed in crates/cli/lab, which the command `clearance lab` embeds.
// Paths are relative, so that any host and any folder can serve it.
export default defineConfig({
  base: "./",
  plugins: [firstFigure, record],
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
