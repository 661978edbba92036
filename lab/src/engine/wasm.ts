/**
 * The library as WebAssembly. Text goes in and out; columns of a trace are copied out at once,
 * because the memory moves when it grows.
 */
import init, * as wasm from "../../pkg/clearance.js";
import url from "../../pkg/clearance_bg.wasm?url";
import type { Pair, Point } from "../state/pair";
import { readSteps } from "./columns";
import type { Answer, Curve, Difference, Engine, Outline, Support } from "./types";
import { placement, solidsOf } from "./solids";
import { inPlane, inSpace } from "./world";

export async function loadEngine(): Promise<Engine> {
  await init({ module_or_path: url });
  return {
    query: (line, algorithm) => JSON.parse(wasm.query(line, algorithm)) as Answer,
    queryText: (lines, algorithm, verify) => wasm.query(lines, algorithm, verify),
    steps: (line, algorithm) => inPlane(readSteps(wasm.trace(line, algorithm), 2), JSON.parse(line) as Pair),
    steps3: (line, algorithm) => inSpace(readSteps(wasm.trace(line, algorithm), 3), placement(line, "a"), placement(line, "b")),
    solids: solidsOf,
    outlines: (line) => {
      const { a, b } = JSON.parse(wasm.outlines(line)) as { a: Packed<Outline>; b: Packed<Outline> };
      return { a: unpacked(a), b: unpacked(b) };
    },
    difference: (line) => {
      try {
        return unpacked(JSON.parse(wasm.difference(line, "difference")) as Packed<Difference>);
      } catch {
        // A half-plane has no end, and so no difference that can be drawn.
        return null;
      }
    },
    support: (line, [x, y]) => {
      try {
        return JSON.parse(wasm.support(line, x, y)) as Support;
      } catch {
        return null;
      }
    },
    curve: (line, samples) => {
      try {
        return curveOf(wasm.supportCurve(line, samples));
      } catch {
        return null;
      }
    },
  };
}

/** As the library writes it: the outline's x and y by turns. */
type Packed<T> = Omit<T, "outline"> & { outline: number[] };

function unpacked<T>(packed: Packed<T>): T {
  const outline: Point[] = [];
  for (let i = 0; i + 1 < packed.outline.length; i += 2) outline.push([packed.outline[i] ?? 0, packed.outline[i + 1] ?? 0]);
  return { ...packed, outline } as T;
}

/** Triples of an angle, h, and whether there is a kink. */
function curveOf(triples: Float64Array): Curve {
  const curve: Curve = { angles: [], h: [], kinks: [] };
  for (let i = 0; i + 2 < triples.length; i += 3) {
    const [angle = 0, h = 0, kink] = triples.subarray(i, i + 3);
    curve.angles.push(angle);
    curve.h.push(h);
    if (kink === 1) curve.kinks.push(curve.h.length - 1);
  }
  return curve;
}
