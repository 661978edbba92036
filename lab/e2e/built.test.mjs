/** The page that is tested is that of these sources, and whole. Without a browser. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { RECORD, hash, sources } from "../sources.mjs";
import { built } from "./harness.mjs";

const record = () => JSON.parse(readFileSync(built + RECORD, "utf8"));

test("the built page belongs to the sources", () => {
  assert.equal(record().sources, sources(), "the sources have changed since the page was built: cargo xtask lab");
});

test("its libraries are those that it was built with", () => {
  const there = readdirSync(`${built}assets`).filter((name) => name.endsWith(".wasm")).map((name) => hash([readFileSync(`${built}assets/${name}`)]));
  assert.deepEqual(there.sort(), record().libraries.sort());
});
