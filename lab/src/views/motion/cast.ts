/**
 * A cast as places of a slider: times from the start to the end, including those at which a proof
 * begins or ends. The library computes how long an axis separates the shapes; a place has the proof
 * for its time.
 */
import type { Answer, Engine, Step, Vec } from "../../engine/types";
import { asking, dimension, lineOf, type Pair, type Side } from "../../state/pair";

/** The motion in a line; the keys are those of `clearance query`. */
export interface Motion {
  va?: readonly number[];
  vb?: readonly number[];
  tmax?: number;
}

export interface Proof<P extends Vec = Vec> {
  from: number;
  to: number;
  axis: P;
  /** The gaps along the axis at both ends. */
  gaps: [number, number];
}

export interface Cast {
  motion: Motion;
  answer: Answer;
  proofs: Proof[];
  /** One for each place. */
  times: number[];
  /** The clearance of the shapes at their poses at a time. */
  clearanceAt: (time: number) => number | null;
  /** At all places. Each takes a query, so they are computed when a gesture ends. */
  clearances: () => (number | null)[];
  /** The last time that is shown. */
  end: number;
}

/** The number of places between start and end, besides those of the proofs. */
const PIECES = 96;

export function motionOf(pair: Pair): Motion {
  const cast: unknown = pair["cast"];
  return cast !== null && typeof cast === "object" ? cast : {};
}

/** A is one point: the library answers with a ray cast. */
export function isRay({ a }: Pair): boolean {
  return (a.kind === "point" || a.vertices?.length === 1) && (a.margin ?? 0) === 0;
}

export function castOf(pair: Pair, engine: Engine): Cast {
  const motion = motionOf(pair);
  const answer = engine.query(asking(pair, isRay(pair) ? "raycast" : "shapecast"));
  // A ray is answered in closed form without steps, so the cast of the point is shown.
  const proofs = proofsOf(pair, engine);
  const toi = answer.toi ?? null;
  const end = endOf(motion, toi, proofs);
  const wanted = [...proofs.flatMap((p) => [p.from, p.to]), ...(toi === null ? [] : [toi]), end];
  const times = Array.from({ length: PIECES + 1 }, (_, i) => (end * i) / PIECES).concat(wanted).filter((t) => t >= 0 && t <= end);
  const sorted = [...new Set(times)].sort((p, q) => p - q);
  const clearanceAt = (time: number): number | null => engine.query(asking(at(pair, motion, time), "penetration")).signed_distance;
  return { motion, answer, proofs, times: sorted, clearanceAt, clearances: () => sorted.map(clearanceAt), end };
}

function proofsOf(pair: Pair, engine: Engine): Proof[] {
  const line = asking(pair, "shapecast");
  const motion = motionOf(pair);
  const told = dimension(pair) === 3 ? stretches(engine.steps3(line, "auto")) : stretches(engine.steps(line, "auto"));
  return told.map(({ from, to, axis }) => ({ from, to, axis, gaps: [gap(pair, motion, engine, axis, from), Number.isFinite(to) ? gap(pair, motion, engine, axis, to) : NaN] }));
}

function stretches<P extends Vec>(steps: readonly Step<P>[]): { from: number; to: number; axis: Vec }[] {
  return steps.flatMap((s) => (s.step === "stretch" ? [{ from: s.from, to: s.to, axis: s.axis }] : []));
}

/** The gap along an axis at a time; NaN for a half-plane, which is unbounded. */
function gap(pair: Pair, motion: Motion, engine: Engine, axis: Vec, time: number): number {
  const line = lineOf(at(pair, motion, time));
  const [x = 0, y = 0, z = 0] = axis;
  if (dimension(pair) === 3) return -(engine.heights(line, [[x, y, z]])[0] ?? NaN);
  const found = engine.support(line, [x, y]);
  return found ? -found.h : NaN;
}

/**
 * The end of the motion in the line; without one, a little after the impact, or after the begin of the
 * last proof.
 */
function endOf(motion: Motion, toi: number | null, proofs: readonly Proof[]): number {
  if (motion.tmax !== undefined && Number.isFinite(motion.tmax) && motion.tmax > 0) return motion.tmax;
  if (toi !== null && toi > 0) return 1.5 * toi;
  return 2 * Math.max(1, ...proofs.map((p) => p.from));
}

/** The pair at a time. */
function at(pair: Pair, motion: Motion, time: number): Pair {
  return { ...pair, a: { ...pair.a, pose: moved(pair, motion, "a", time) }, b: { ...pair.b, pose: moved(pair, motion, "b", time) } };
}

function moved(pair: Pair, motion: Motion, side: Side, time: number): NonNullable<Pair["a"]["pose"]> {
  const pose = pair[side].pose ?? {};
  const way = step(motion, side, time);
  return { ...pose, t: way.map((d, k) => (pose.t?.[k] ?? 0) + d).slice(0, dimension(pair)) };
}

/** The displacement of a shape since the start. */
export function step(motion: Motion, side: Side, time: number): [number, number, number] {
  const v = (side === "a" ? motion.va : motion.vb) ?? [];
  return [(v[0] ?? 0) * time, (v[1] ?? 0) * time, (v[2] ?? 0) * time];
}

/** The index of the proof that contains a time; -1 after the last. */
export function proofAt(proofs: readonly Proof[], time: number): number {
  return proofs.findLastIndex((p) => p.from <= time && time <= p.to);
}
