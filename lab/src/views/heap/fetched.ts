/** The parts of the heap that are fetched when it first opens: its steps as pairs, and its model. */
import { Heap, loadHeaps } from "../../engine/heap";
import { Memo } from "../../engine/memo";
import type { Engine } from "../../engine/types";
import { ask } from "../../scene";
import { LAST_STEP, clicked, heapOf, type HeapPlace } from "../../state/heap";
import type { Pair } from "../../state/pair";
import type { Look, Model, Scene } from "../view";
import { drawAll, drawDifferenceOf, boxOf, outlinesOf } from "./figure";
import { HeapPanel } from "./panel";
import { picked } from "./pick";
import { sentence } from "./sentences";

export const load = loadHeaps;

const heaps = new Memo<Heap>(2);
const pairs = new Memo<Pair>(8);

/** Milliseconds of a step while it plays. */
const PACE = 1000 / 60;

function heapAt(seed: number): Heap {
  return heaps.get(String(seed), () => new Heap(seed));
}

/** Two bodies of a heap at a step, as a query line has them. */
export function pairOf(place: HeapPlace): Pair {
  return pairs.get(JSON.stringify(place), () => {
    const { seed, step, bodies } = place;
    const heap = heapAt(seed);
    const { poses } = heap.at(step);
    const shape = (body: number): Pair["a"] => ({ kind: "point", ...heap.shapes[body], pose: poses[body] ?? {} });
    return { id: { heap: { seed, step, bodies: [...bodies] } }, a: shape(bodies[0]), b: shape(bodies[1]) };
  });
}

/** The same bodies at another place; at -1 they stay where they are. */
export function follow(pair: Pair, place: number): Pair {
  const found = heapOf(pair);
  return found ? pairOf({ ...found, step: place < 0 ? found.step : Math.min(place, LAST_STEP) }) : pair;
}

export function heapOfPair(pair: Pair): Heap {
  return heapAt(heapOf(pair)?.seed ?? 0);
}

let panel: HeapPanel | null = null;

export function model(scene: Scene, engine: Engine, held: boolean): Model {
  const now = heapOf(scene.pair);
  if (!now) throw new Error("The pair is from no heap.");
  const heap = heapAt(now.seed);
  const outlines = outlinesOf(heap, engine);
  const sceneAt = (step: number): Scene => (step === now.step ? scene : (ask(engine, pairOf({ ...now, step })).scene ?? scene));
  const look = (step: number): Look => {
    const there = sceneAt(step);
    return {
      sentence: sentence(heap, { ...now, step }, there.answer),
      shapes: drawAll(heap, { ...now, step }, there, outlines, !held),
      difference: drawDifferenceOf(there),
    };
  };
  return {
    count: LAST_STEP + 1,
    look,
    slider: "Step of the heap",
    first: now.step,
    pace: PACE,
    span: 2.3 * Math.max(1, ...(scene.difference?.outline ?? []).map((p) => Math.hypot(p[0], p[1]))),
    extent: { ...scene, a: boxOf(heap, outlines), b: boxOf(heap, outlines), difference: null },
    pick: (at, frame) => {
      const found = picked(heap.at(now.step), outlines, at, frame);
      if (found === null) return null;
      return pairOf({ ...now, bodies: typeof found === "number" ? clicked(now.bodies, found) : found });
    },
    panel: (page) => {
      panel ??= new HeapPanel(pairOf);
      panel.show(heap, now, page, held);
      return panel.element;
    },
    captions: { shapes: "The heap: click two bodies, or a contact", difference: "A − B, with the origin O" },
  };
}
