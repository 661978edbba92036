/**
 * View 12: a heap. Thirty bodies fall into a box; the slider is the time, and any two of them are a pair that other views
 * open. What draws it, and the library that moves it, are fetched when it first opens.
 */
import type { Heap } from "../../engine/heap";
import { heapOf } from "../../state/heap";
import type { Pair } from "../../state/pair";
import type { View } from "../view";
import article from "./article.html?raw";
import type * as Fetched from "./fetched";

let fetched: typeof Fetched | null = null;
/** The pair that was shown last, with its step. */
let last: Pair = { id: { heap: { seed: 1, step: 0, bodies: [3, 4] } }, a: { kind: "circle", radius: 1 }, b: { kind: "circle", radius: 1 } };

/** What is called only after `load`. */
function part(): typeof Fetched {
  if (!fetched) throw new Error("The heap is used before it is loaded.");
  return fetched;
}

/** `heap` has all steps of the heap of a pair, for tests. */
export const heapView: View & { heap: (pair: Pair) => Heap } = {
  id: "heap",
  dims: [2],
  number: 12,
  name: "Heap",
  title: "A living scene",
  idea: "Drop thirty bodies into a box, pause, and open any pair in any view.",
  algorithms: [{ id: "auto", name: "The library's choice" }],
  article,
  load: async () => {
    const found = await import("./fetched");
    await found.load();
    fetched = found;
  },
  own: { has: (pair) => heapOf(pair) !== null, last: () => last },
  follow: (pair, place) => {
    last = part().follow(pair, place);
    return last;
  },
  heap: (pair) => part().heapOfPair(pair),
  model: (scene, engine, _algorithm, _first, held) => part().model(scene, engine, held),
};
