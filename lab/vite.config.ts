import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** The figure that stands in the markup until the library is there; `npm run shots` writes it. */
const firstFigure: Plugin = {
  name: "first-figure",
  transformIndexHtml: (html) => html.replace("<!--first-figure-->", () => readFileSync(new URL("src/first-figure.svg", import.meta.url), "utf8")),
};

// The built page is committed in crates/cli/lab, which the command `clearance lab` embeds.
// Paths are relative, so that any host and any folder can serve it.
export default defineConfig({
  base: "./",
  plugins: [firstFigure],
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
