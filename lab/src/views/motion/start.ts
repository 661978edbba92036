/**
 * A motion for a pair without one: B is moved back along the normal, so that there is a gap at the
 * start, and then moves in, a little to the side.
 */
import type { Engine } from "../../engine/types";
import { box } from "../../plane/frame";
import { ask } from "../../scene";
import { dimension, type Pair, type Point } from "../../state/pair";
import type { Scene } from "../view";
import { motionOf } from "./cast";

/** The end of the motion: half of it is after the impact. */
const UNTIL = 4;

export function withMotion(pair: Pair, engine: Engine): Pair {
  const { va, vb } = motionOf(pair);
  if (va ?? vb) return pair;
  const { scene } = ask(engine, pair, "penetration");
  if (!scene) return pair;
  const dim = dimension(pair);
  const size = sizeOf(scene);
  const clearance = scene.answer.signed_distance ?? 0;
  const normal = (scene.answer.normal ?? [1, 0, 0]).slice(0, dim);
  const back = Math.max(0, 0.75 * size - clearance);
  const [nx = 1, ny = 0, nz = 0] = normal;
  const aside = [-ny, nx, 0];
  const velocity = [nx, ny, nz].slice(0, dim).map((n, k) => short(-0.42 * size * n + 0.1 * size * (aside[k] ?? 0)));
  const t = normal.map((n, k) => short((pair.b.pose?.t?.[k] ?? 0) + back * n));
  return { ...pair, query: "shapecast", dim, b: { ...pair.b, pose: { ...pair.b.pose, t } }, cast: { vb: velocity, tmax: UNTIL } };
}

/** With three digits, because these numbers are displayed. */
function short(x: number): number {
  return Number(x.toPrecision(3)) + 0;
}

/** The size of the larger bounded body. */
function sizeOf({ a, b, solids }: Scene): number {
  const flat = (points: readonly Point[]): number => {
    const [x0, y0, x1, y1] = box(points);
    return Math.max(x1 - x0, y1 - y0);
  };
  const sizes = solids
    ? [solids.a, solids.b].flatMap(({ vertices }) => [0, 1, 2].map((k) => Math.max(...vertices.map((v) => v[k] ?? 0)) - Math.min(...vertices.map((v) => v[k] ?? 0))))
    : [a, b].filter((body) => !body.unbounded && body.outline.length > 1).map((body) => flat(body.outline));
  return Math.max(0, ...sizes) || 1;
}
