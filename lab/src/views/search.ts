/**
 * The trace of a search with a simplex (GJK, with or without distance) as a list of places: ask
 * for a support point, then reduce the simplex. What the figure shows at a place is gathered from
 * the steps up to it.
 */
import { ring } from "../draw/difference";
import { drawDirection } from "../draw/arrow";
import { drawBody, drawCorners } from "../draw/body";
import { drawDifference, drawOrigin } from "../draw/difference";
import { drawRegions } from "../draw/regions";
import { drawNearest, drawNewest, drawSimplex } from "../draw/simplex";
import { drawBeyond, drawSupportLine } from "../draw/support-line";
import type { Step } from "../engine/types";
import type { Point } from "../state/pair";
import { cornerAt, pairName } from "./names";
import type { Draw, Look, Scene } from "./view";

export type Asked = Extract<Step, { step: "support" }>;

/** What is known at a place. */
export interface Place {
  kind: "begin" | "ask" | "reduce" | "end";
  asked: Asked | null;
  /** Corners after this step. */
  simplex: Point[];
  /** Corners that this step dropped. */
  dropped: Point[];
  nearest: Point | null;
  weights: number[] | null;
  lower: number | null;
  upper: number | null;
  /** All support points so far. */
  seen: Point[];
  end: string | null;
}

/** The places of the first run of `algorithm` in a trace. */
export function places(steps: readonly Step[], algorithm: string): Place[] {
  const from = steps.findIndex((s) => s.step === "start" && s.algorithm === algorithm);
  const out: Place[] = [];
  let now: Place = { kind: "begin", asked: null, simplex: [], dropped: [], nearest: null, weights: null, lower: null, upper: null, seen: [], end: null };
  for (const s of from < 0 ? [] : steps.slice(from + 1)) {
    if (s.step === "start") break;
    if (s.step === "bounds") {
      now = { ...now, lower: most(now.lower, s.lower), upper: least(now.upper, s.upper) };
      if (out.length > 0) out[out.length - 1] = now;
    } else if (s.step === "support") {
      now = { ...now, kind: "ask", asked: s, dropped: [], seen: [...now.seen, s.point] };
      out.push(now);
    } else if (s.step === "simplex") {
      const before = now.asked && now.kind === "ask" ? [...now.simplex, now.asked.point] : now.simplex;
      const dropped = before.filter((p) => !s.corners.some((c) => same(c, p)));
      const begin = out.length === 0 || (out.length === 1 && now.kind === "ask" && algorithm === "gjk" && now.simplex.length === 0);
      now = { ...now, kind: begin ? "begin" : "reduce", simplex: s.corners, dropped, nearest: s.closest, weights: s.weights, seen: begin ? s.corners : now.seen };
      if (begin && out.length === 1) out[0] = now;
      else out.push(now);
    } else if (s.step === "finish") {
      now = { ...now, kind: "end", end: s.end };
      out.push(now);
      break;
    }
  }
  return out;
}

function same(p: Point, q: Point): boolean {
  return p[0] === q[0] && p[1] === q[1];
}

function most(x: number | null, y: number): number {
  return x === null ? y : Math.max(x, y);
}

function least(x: number | null, y: number): number {
  return x === null ? y : Math.min(x, y);
}

/** "edge a0−b1, a2−b1" or "corner a0−b1". */
export function featureName(scene: Scene, corners: readonly Point[]): string {
  const kind = ["nothing", "corner", "edge", "triangle"][corners.length] ?? "simplex";
  const names = corners.map((c) => pairName(scene, c)).filter((n) => n !== "");
  return names.length === corners.length ? `${kind} ${names.join(", ")}` : kind;
}

/** Does the support point reach O's side of the line across the direction? */
export function passes(asked: Asked): boolean {
  return asked.direction[0] * asked.point[0] + asked.direction[1] * asked.point[1] >= 0;
}

/** Both shapes, with what they answered lit, and the directions that they were asked. */
export function drawAsked(scene: Scene, asked: Asked | null): Draw {
  return (pen, frame) => {
    drawBody(pen, frame, "a", scene.a);
    drawBody(pen, frame, "b", scene.b);
    const lit = asked ? ([[cornerAt(scene.a.corners, asked.a)], [cornerAt(scene.b.corners, asked.b)]] as const) : ([[], []] as const);
    if (asked) {
      const { direction: d, a, b } = asked;
      drawSupportLine(pen, frame, a, d, "a", [5, 5]);
      drawSupportLine(pen, frame, b, d, "b", [5, 5]);
      drawDirection(pen, frame, a, d, 54);
      drawDirection(pen, frame, b, [-d[0], -d[1]], 54);
    }
    drawCorners(pen, frame, "a", scene.a, lit[0]);
    drawCorners(pen, frame, "b", scene.b, lit[1]);
  };
}

/** The difference as a ghost, the simplex in it, and what the last question found. */
export function drawSearch(scene: Scene, place: Place, inside: boolean | null): Draw {
  return (pen, frame) => {
    const { asked, simplex, dropped, nearest, kind } = place;
    if (scene.difference) drawDifference(pen, frame, scene.difference, true);
    const asks = kind === "ask" && asked;
    const stops = asked && !passes(asked) && (kind === "ask" || kind === "end");
    if (stops) drawBeyond(pen, frame, asked.point, asked.direction);
    if (kind === "reduce") drawRegions(pen, frame, simplex.length < 3 ? [...dropped, ...simplex].slice(0, 3) : simplex);
    for (const p of place.seen) ring(pen, frame.at(p), 4);
    if (asks || stops) drawSupportLine(pen, frame, asked.point, asked.direction);
    drawSimplex(pen, frame, simplex, simplex.map((c) => pairName(scene, c)), dropped);
    if (asks) {
      drawDirection(pen, frame, [0, 0], asked.direction, 70);
      ring(pen, frame.at(asked.point), 6);
      drawNewest(pen, frame, asked.point);
      const name = pairName(scene, asked.point);
      const [x, y] = frame.at(asked.point);
      if (!simplex.some((c) => same(c, asked.point))) pen.label([x, y - 19], name, "simplex");
    }
    if (nearest && kind !== "ask") drawNearest(pen, frame, nearest);
    drawOrigin(pen, frame, inside);
  };
}

export function weightsOf(scene: Scene, place: Place): Look["weights"] {
  const { weights, simplex } = place;
  return weights?.length === simplex.length ? simplex.map((c, i) => ({ name: pairName(scene, c) || `corner ${i}`, weight: weights[i] ?? 0 })) : undefined;
}
