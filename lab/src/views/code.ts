/**
 * Pseudo-code of the algorithms, and the line of each place. The code is the same in 2D and in 3D,
 * except for the words of a dimension.
 */
import type { Answer, Vec } from "../engine/types";
import { passes, type Place } from "./search";

/** Two spaces are a level. */
const BOOLEAN = [
  "simplex ← nothing",
  "d ← from the middle of A − B to O",
  "repeat",
  "  a ← support point of A along d",
  "  b ← support point of B along −d",
  "  p ← a − b",
  "  if p · d < 0: return apart",
  "  if p is known: return undecided",
  "  add p to the simplex",
  "  if it contains O: return overlap",
  "  drop corners that O lies beyond",
  "  d ← across what is left, towards O",
];

export function booleanLine<P extends Vec>({ kind, asked, simplex, dropped }: Place<P>, { status, intersects }: Answer, whole: number): number {
  const short = asked !== null && !passes(asked);
  switch (kind) {
    case "begin":
      return 8;
    case "ask":
      return short ? 6 : 5;
    case "reduce":
      return simplex.length === whole ? 9 : dropped.length > 0 ? 10 : 11;
    case "end":
      return short ? 6 : status === "undecided" || intersects === null ? 7 : 9;
  }
}

const DISTANCE = [
  "d ← from the middle of A − B to O",
  "v ← support point of A − B along d",
  "simplex ← v",
  "repeat",
  "  d ← −v",
  "  p ← support point of A − B along d",
  "  lower ← O to the line through p",
  "  if lower ≈ |v|: return |v|",
  "  add p to the simplex",
  "  v ← its point nearest to O",
  "  drop the corners of weight 0",
  "  if v = O: return overlap",
];

export function distanceLine<P extends Vec>({ kind, seen, lower, nearest, dropped }: Place<P>, { intersects }: Answer): number {
  switch (kind) {
    case "begin":
      return 2;
    case "ask":
      return seen.length === 1 ? 1 : lower !== null && lower > 0 ? 6 : 5;
    case "reduce":
      return nearest?.every((x) => x === 0) ? 11 : dropped.length > 0 ? 10 : 9;
    case "end":
      return intersects === true ? 11 : 7;
  }
}

const EPA = [
  "polygon ← GJK's simplex around O",
  "if it is flat: grow it first",
  "repeat",
  "  f ← the face nearest to O",
  "  lower ← the distance from O to f",
  "  d ← the normal of f",
  "  p ← support point of A − B along d",
  "  upper ← O to the line through p",
  "  if lower ≈ upper:",
  "    return depth lower, direction d",
  "  remove faces that p lies beyond",
  "  join p to both ends of the gap",
];

export const EPA_LINES = { start: 0, face: 3, ask: 6, expand: 10, end: 9 } as const;

/** The words of 2D and those of 3D. */
const SPACE: readonly [string, string][] = [
  ["the line", "the plane"],
  ["polygon", "polytope"],
  ["both ends of the gap", "the edges of the horizon"],
];

function inSpace(code: readonly string[]): readonly string[] {
  return code.map((line) => SPACE.reduce((text, [plane, space]) => text.replace(plane, space), line));
}

export const CODE = {
  2: { boolean: BOOLEAN, distance: DISTANCE, epa: EPA },
  3: { boolean: BOOLEAN, distance: inSpace(DISTANCE), epa: inSpace(EPA) },
} as const;
