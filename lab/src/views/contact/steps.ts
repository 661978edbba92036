/**
 * A contact as places of a slider: the faces, one clipping step after another, the candidates, and the
 * kept points.
 */
import type { Answer, Engine, Step, Vec } from "../../engine/types";
import { shown } from "../../state/numbers";
import { asking, dimension, type Pair } from "../../state/pair";
import { along } from "../motion/sentences";

export type Facing<P extends Vec> = Extract<Step<P>, { step: "facing" }>;
export type Cut<P extends Vec> = Extract<Step<P>, { step: "cut" }>;
export type Touch<P extends Vec> = Extract<Step<P>, { step: "touch" }>;

/** What is known at a place of the slider. */
export interface Place<P extends Vec = Vec> {
  kind: "facing" | "cut" | "touch" | "keep";
  facing: Facing<P>;
  /** Is the face a disc, of which the trace has four points of the rim? */
  round: { a: boolean; b: boolean };
  /** The newest is last. */
  cuts: Cut<P>[];
  touches: Touch<P>[];
  kept: number[] | null;
}

/** Kinds with a rim. */
const RIMMED = ["cylinder", "cone"];

export interface Contact {
  answer: Answer;
  places: Place[];
}

export function contactOf(pair: Pair, engine: Engine): Contact {
  const line = asking(pair, "contact");
  const answer = engine.query(line);
  if (answer.status === "error") return { answer, places: [] };
  const round = { a: RIMMED.includes(pair.a.kind), b: RIMMED.includes(pair.b.kind) };
  const places = dimension(pair) === 3 ? placesOf(engine.steps3(line, "auto"), round) : placesOf(engine.steps(line, "auto"), round);
  return { answer, places };
}

function placesOf<P extends Vec>(steps: readonly Step<P>[], round: Place["round"]): Place<P>[] {
  const out: Place<P>[] = [];
  let now: Place<P> | null = null;
  for (const s of steps) {
    const next: Place<P> | null = s.step === "facing" ? begun(s, round) : now && after(now, s);
    if (next && next !== now) out.push(next);
    now = next;
  }
  return out;
}

function begun<P extends Vec>(facing: Facing<P>, rimmed: Place["round"]): Place<P> {
  const round = { a: rimmed.a && facing.a.length === 4, b: rimmed.b && facing.b.length === 4 };
  return { kind: "facing", facing, round, cuts: [], touches: [], kept: null };
}

function after<P extends Vec>(now: Place<P>, s: Step<P>): Place<P> {
  switch (s.step) {
    case "cut":
      return { ...now, kind: "cut", cuts: [...now.cuts, s] };
    case "touch":
      return { ...now, kind: "touch", touches: [...now.touches, s] };
    case "keep":
      return { ...now, kind: "keep", kept: s.kept };
    default:
      return now;
  }
}

export function sentence({ kind, facing, round, cuts, touches, kept }: Place, answer: Answer): string {
  switch (kind) {
    case "facing":
      return `The normal is ${along(facing.normal)}. Across it A turns ${face(facing.a, round.a)} to B, and B turns ${face(facing.b, round.b)} to A.`;
    case "cut":
      return cutSentence(cuts.at(-1));
    case "touch": {
      const touch = touches.at(-1);
      if (!touch) return "";
      const [onA, onB] = parts(touch.feature);
      return `Place ${touches.length}: ${onA} of A meets ${onB} of B, ${deep(touch.separation)}.`;
    }
    case "keep":
      return keepSentence(touches, kept ?? [], answer);
  }
}

function cutSentence(cut: Cut<Vec> | undefined): string {
  if (!cut) return "";
  const [own, other] = cut.of === "a" ? ["A", "B"] : ["B", "A"];
  const edge = `Edge ${cut.edge} of ${own}, seen along the normal`;
  if (cut.left.length === 0) return `${edge}: nothing of it is over the face of ${other}.`;
  const by = cut.by.filter((n) => n >= 0);
  if (by.length === 0 && sameEnds(cut)) return `${edge}: all of it is over the face of ${other}.`;
  if (by.length === 0) return `${edge}: it is cut by the rim of ${other}, and what is left is drawn thick.`;
  return `${edge}: it is cut by ${by.length === 2 && by[0] !== by[1] ? `edges ${by[0]} and ${by[1]}` : `edge ${by[0]}`} of ${other}, and what is left is drawn thick.`;
}

function sameEnds({ ends, left }: Cut<Vec>): boolean {
  return ends.every((end, i) => end.every((x, k) => Math.abs(x - (left[i]?.[k] ?? NaN)) <= 1e-12 * Math.max(1, Math.abs(x))));
}

function keepSentence(touches: readonly Touch<Vec>[], kept: readonly number[], answer: Answer): string {
  const all = touches.length;
  if (all === 0) return "No place is within the margin.";
  const least = Math.min(...touches.map((t) => t.separation));
  if (kept.length < all) {
    const order = ["the deepest", "the farthest from it", "the farthest from their line", "the farthest outside of the three"].slice(0, kept.length);
    return `${all} places, ${kept.length} points are kept: ${order.join(", ")}. The depth is ${shown(-least, 4)}.`;
  }
  const depth = answer.status === "apart" ? `The gap is ${shown(least, 4)}` : `The depth is ${shown(-least, 4)}`;
  return `${all === 1 ? "One place, one point" : `${all} places, all are kept`}: the contact is complete. ${depth}.`;
}

/** The outline of a face for drawing; for a disc a fine circle through its four points. */
export function outlineOf({ facing, round }: Place, side: "a" | "b"): Vec[] {
  const corners = facing[side];
  const [p, q, r] = corners;
  if (!round[side] || !p || !q || !r) return corners;
  const middle = p.map((x, k) => (x + (r[k] ?? 0)) / 2);
  return Array.from({ length: 64 }, (_, i) => {
    const [c, s] = [Math.cos((i * Math.PI) / 32), Math.sin((i * Math.PI) / 32)];
    return middle.map((m, k) => m + c * ((p[k] ?? 0) - m) + s * ((q[k] ?? 0) - m));
  });
}

/** Splits "face 5 / vertex 0". */
export function parts(feature: string): [string, string] {
  const [a = "", b = ""] = feature.split(" / ");
  return [a, b];
}

export function deep(separation: number): string {
  return separation > 0 ? `${shown(separation)} apart` : separation < 0 ? `${shown(-separation)} deep` : "touching";
}

function face(corners: readonly Vec[], round: boolean): string {
  if (round) return "a disc";
  if (corners.length === 0) return "its plane";
  if (corners.length === 1) return "a corner";
  if (corners.length === 2) return "an edge";
  return `a face with ${corners.length} corners`;
}
