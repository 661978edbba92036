/**
 * The trace of a search with a simplex (GJK, with or without distance) as a list of places: find a
 * support point, then reduce the simplex. What is known at a place is collected from the steps up to
 * it. Used in 2D and 3D.
 */
import type { Step, Vec } from "../engine/types";
import type { Look, Model } from "./view";

export type Asked<P extends Vec> = Extract<Step<P>, { step: "support" }>;

/** A corner of the difference and its name, "" on curves. */
export interface Corner<P extends Vec> {
  at: P;
  name: string;
}

/** What is known at a place. */
export interface Place<P extends Vec> {
  kind: "begin" | "ask" | "reduce" | "end";
  asked: Asked<P> | null;
  /** The corners after this step. */
  simplex: Corner<P>[];
  /** The corners that this step removed. */
  dropped: Corner<P>[];
  nearest: P | null;
  weights: number[] | null;
  lower: number | null;
  upper: number | null;
  /** All support points so far. */
  seen: P[];
  end: string | null;
}

/** The places of the first run of `algorithm` in a trace. */
export function places<P extends Vec>(steps: readonly Step<P>[], algorithm: string): Place<P>[] {
  const from = steps.findIndex((s) => s.step === "start" && s.algorithm === algorithm);
  const out: Place<P>[] = [];
  let now: Place<P> = { kind: "begin", asked: null, simplex: [], dropped: [], nearest: null, weights: null, lower: null, upper: null, seen: [], end: null };
  for (const s of from < 0 ? [] : steps.slice(from + 1)) {
    if (s.step === "start") break;
    const before = now;
    now = after(before, s);
    if (now === before) continue;
    // Bounds are shown with the support point that gave them.
    if (out.length > 0 && s.step === "bounds") out[out.length - 1] = now;
    else out.push(now);
    if (s.step === "finish") break;
  }
  return out;
}

function after<P extends Vec>(now: Place<P>, s: Step<P>): Place<P> {
  switch (s.step) {
    case "bounds":
      return { ...now, lower: Math.max(now.lower ?? -Infinity, s.lower), upper: Math.min(now.upper ?? Infinity, s.upper) };
    case "support":
      return { ...now, kind: "ask", asked: s, dropped: [], seen: [...now.seen, s.point] };
    case "simplex": {
      const begin = now.simplex.length === 0;
      const simplex = s.corners.map((at, i) => ({ at, name: nameOfPair(s.ids[i]) }));
      const newest = now.asked && now.kind === "ask" ? [{ at: now.asked.point, name: nameOfPair([now.asked.ia, now.asked.ib]) }] : [];
      const dropped = [...now.simplex, ...newest].filter((p) => !simplex.some((c) => same(c.at, p.at)));
      return { ...now, kind: begin ? "begin" : "reduce", simplex, dropped, nearest: s.closest, weights: s.weights };
    }
    case "finish":
      return { ...now, kind: "end", end: s.end, dropped: [] };
    default:
      return now;
  }
}

export function same(p: Vec, q: Vec): boolean {
  return p.every((x, i) => x === q[i]);
}

/** "a2−b0", or "" on a curve. */
export function nameOfPair(ids: readonly [number, number] | undefined): string {
  return ids && ids[0] >= 0 && ids[1] >= 0 ? `a${ids[0]}−b${ids[1]}` : "";
}

/**
 * Is the support point on O's side of the line or plane through O perpendicular to the direction, or
 * on it?
 */
export function passes<P extends Vec>(asked: Asked<P>): boolean {
  return asked.direction.reduce((sum, x, i) => sum + x * (asked.point[i] ?? 0), 0) >= 0;
}

export function weightsOf<P extends Vec>({ weights, simplex }: Place<P>): Pick<Look, "weights"> {
  if (weights?.length !== simplex.length) return {};
  return { weights: simplex.map(({ name }, i) => ({ name: name || `corner ${i}`, weight: weights[i] ?? 0 })) };
}

/** The support point of each place. */
export function litOf<P extends Vec>(all: readonly { asked: Asked<P> | null }[]): NonNullable<Model["lit"]> {
  return all.map(({ asked }) => (asked && asked.ia >= 0 && asked.ib >= 0 ? { a: [asked.ia], b: [asked.ib] } : null));
}
