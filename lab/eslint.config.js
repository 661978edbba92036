import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["node_modules", "pkg", "shots"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "max-lines": ["error", { max: 320 }],
      "max-lines-per-function": ["error", { max: 80 }],
    },
  },
  {
    files: ["src/offline.js"],
    languageOptions: { globals: { self: "readonly", caches: "readonly", fetch: "readonly", Response: "readonly", URL: "readonly" } },
  },
  {
    files: ["*.mjs", "e2e/**/*.mjs"],
    languageOptions: { globals: { console: "readonly", process: "readonly", URL: "readonly", document: "readonly", window: "readonly", performance: "readonly", requestAnimationFrame: "readonly", location: "readonly", getComputedStyle: "readonly", Buffer: "readonly", fetch: "readonly", setTimeout: "readonly", globalThis: "readonly", PointerEvent: "readonly", DragEvent: "readonly", DataTransfer: "readonly", File: "readonly", innerWidth: "readonly", innerHeight: "readonly", navigator: "readonly", matchMedia: "readonly", caches: "readonly", HTMLElement: "readonly", DOMParser: "readonly", NodeFilter: "readonly", scrollY: "readonly" } },
  },
);
