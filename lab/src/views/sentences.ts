/** The sentences of both forms of GJK: the direction, the support point, and what it proves. */
import { shown } from "../state/numbers";
import type { Answer, Vec } from "../engine/types";
import { nameOfPair, passes, type Asked, type Corner, type Place } from "./search";

/** What sentences need in addition to the place. */
export interface Talk<P extends Vec> {
  answer: Answer;
  /** The sum of both radii. */
  radii: number;
  /** The number of corners of A - B; 0 if it is not counted. */
  corners: number;
  direction: (d: P) => string;
  /** What separates the shapes. */
  border: "line" | "plane";
}

/** "support points a2 of A and b0 of B"; without names on curves. */
export function supportPoints<P extends Vec>({ ia, ib }: Asked<P>): string {
  const name = (side: string, id: number): string => `${id < 0 ? "one" : `${side}${id}`} of ${side.toUpperCase()}`;
  return ia < 0 && ib < 0 ? "the support points of A and B" : `support points ${name("a", ia)} and ${name("b", ib)}`;
}

/** "edge a0−b1, a2−b1". */
export function feature<P extends Vec>(corners: readonly Corner<P>[]): string {
  const kind = ["nothing", "corner", "edge", "triangle", "tetrahedron"][corners.length] ?? "simplex";
  return corners.every((c) => c.name !== "") ? `${kind} ${corners.map((c) => c.name).join(", ")}` : kind;
}

function names<P extends Vec>(corners: readonly Corner<P>[]): string {
  return corners.map((c) => c.name || "a corner").join(" and ");
}

export function booleanSentence<P extends Vec>(place: Place<P>, talk: Talk<P>): string {
  const { asked, simplex, dropped } = place;
  const inside = simplex.length === (talk.border === "line" ? 3 : 4);
  if (place.kind === "end") return booleanEnding(place, talk);
  if (place.kind === "ask" && asked) {
    const name = nameOfPair([asked.ia, asked.ib]);
    const found = passes(asked)
      ? `Their difference${name && ` ${name}`} passes O, so the search goes on.`
      : `Their difference${name && ` ${name}`} stops short of O: all of A − B lies on the far side of this ${talk.border}.`;
    return `${place.seen.length === 1 ? "First, towards" : "Towards"} ${talk.direction(asked.direction)}: ${supportPoints(asked)}. ${found}`;
  }
  if (inside) return `The ${feature(simplex)} contains O.`;
  if (dropped.length > 0) return `O lies beyond the ${feature(simplex)}: drop ${names(dropped)}, and search from there towards O.`;
  if (simplex.length === 1) return `One corner is known${simplex[0]?.name ? `, ${simplex[0].name}` : ""}. The next direction is from it towards O.`;
  return `O lies beside the ${feature(simplex)}. Keep these corners; the next direction is across, on the side of O.`;
}

function booleanEnding<P extends Vec>(place: Place<P>, { answer, radii, corners, border }: Talk<P>): string {
  const core = radii > 0 ? ` This is about the cores; the radii, ${shown(radii)} together, are compared with the cores' distance.` : "";
  const n = place.seen.length;
  const took = corners > 0 ? `It took ${n} of the ${corners} corners of A − B.` : `It took ${n} support ${n === 1 ? "point" : "points"}.`;
  if (place.asked && !passes(place.asked)) return `This ${border} separates A − B from O: the cores are apart. ${took}${core}`;
  if (answer.status === "undecided" || answer.intersects === null) return "A corner came back that was known already, and O is on the border within rounding: undecided.";
  if (!answer.intersects) return `The search ended: ${place.end ?? "no reason"}.${core}`;
  return `The simplex contains O, so some point of A is a point of B: they overlap. ${took}${core}`;
}

export function distanceSentence<P extends Vec>(place: Place<P>, talk: Talk<P>): string {
  const { asked, simplex, nearest, lower, upper } = place;
  if (place.kind === "end") return distanceEnding(place, talk);
  if (place.kind === "ask" && asked && place.seen.length === 1) {
    return `First, towards ${talk.direction(asked.direction)}, from the middle of A − B to O: ${supportPoints(asked)}.`;
  }
  if (place.kind === "ask" && asked) {
    const proof = lower === null || lower <= 0 ? `The ${talk.border} through their difference is not beyond O, so it proves no gap yet.` : `The ${talk.border} through their difference proves a gap of at least ${shown(lower)}.`;
    return `Towards ${talk.direction(asked.direction)}, from the nearest point to O: ${supportPoints(asked)}. ${proof}`;
  }
  const length = nearest ? Math.hypot(...nearest) : NaN;
  if (place.kind === "begin") return `Begin with one corner${simplex[0]?.name ? `, ${simplex[0].name}` : ""}: it is ${shown(length)} away from O.`;
  if (length === 0) return `The ${feature(simplex)} contains O: the nearest point is O itself.`;
  const gone = place.dropped.length > 0 ? ` Drop ${names(place.dropped)}.` : "";
  return `The nearest point is on the ${feature(simplex)}, ${shown(length)} from O: the gap is at most ${shown(Math.min(upper ?? length, length))}.${gone}`;
}

function distanceEnding<P extends Vec>(place: Place<P>, { answer, radii }: Talk<P>): string {
  if (answer.intersects) return "O is in the simplex: A and B overlap. GJK ends here; how deep they are is the work of EPA or of a separating axis test.";
  if (answer.signed_distance === null) return `The search ended with no distance: ${place.end ?? "no reason"}.`;
  const minus = radii > 0 ? `, the radii ${shown(radii)} already subtracted` : "";
  return `Nothing of A − B is nearer. The shapes are ${shown(answer.signed_distance, 4)} apart${minus}; the same weights on the corners of A and of B give the two nearest points.`;
}
