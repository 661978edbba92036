/** The sentences of a walk, and its pseudo-code. */
import type { Walk } from "../../engine/types";
import { shown } from "../../state/numbers";
import type { Place } from "./places";
import type { Question } from "./walked";

/** Two spaces are a level. */
const WALK = (ask: string, bound: string): string[] => [
  "best ← ∞",
  "stack ← the box around everything",
  "while the stack is not empty",
  "  take the top one off",
  "  if its bound > best: leave it out",
  "  if it is a leaf",
  "    for each triangle in it",
  `      best ← min(best, ${ask})`,
  "  else for each of its boxes",
  `    bound ← ${bound}`,
  "    put it on, nearest on top",
  "return best",
];

export const CODE = {
  distance: WALK("its distance", "its distance"),
  ray: WALK("its time", "time of the ray's entry"),
  pairs: [
    "best ← ∞",
    "heap ← the boxes around A and B",
    "while the heap is not empty",
    "  take the nearest pair off",
    "  if its bound > best: end",
    "  if both are leaves",
    "    for each two triangles in them",
    "      best ← min(best, their distance)",
    "  else open the larger box",
    "    bounds ← gaps along their axes",
    "    put pairs on whose bound ≤ best",
    "return best",
  ],
} as const;

export function lineOf({ step }: Place, pairs: boolean): number {
  if (!step) return 11;
  return step.step === "open" ? (pairs ? 9 : 10) : 7;
}

export function sentence(place: Place, walk: Walk, question: Question, index: number): string {
  const { step } = place;
  const ray = question.origin !== undefined;
  if (!step) return ended(place, walk, question, ray);
  if (step.step === "open") {
    const bounds = step.children.map((c) => c.bound).filter((b) => b !== null);
    const missed = step.children.length - bounds.length;
    const out = step.children.filter((c) => c.bound !== null && step.best !== null && c.bound > step.best).length;
    const [least, most] = [Math.min(...bounds), Math.max(...bounds)];
    const range = bounds.length === 0 ? "" : ray ? `: the ray enters ${bounds.length} of them, at ${shown(least)} or later` : `: their triangles are at least ${shown(least)}${bounds.length > 1 ? ` to ${shown(most)}` : ""} away`;
    const reasons = [...(missed > 0 ? [missed === step.children.length ? "The ray misses all of them" : `The ray misses ${missed}`] : []), ...(out > 0 && step.best !== null ? [`${out} ${out === 1 ? "is" : "are"} left out, because ${out === 1 ? "its bound is" : "their bounds are"} above the best so far, ${shown(step.best)}`] : [])];
    return `${index === 0 ? "The root has" : "In this box are"} ${step.children.length} boxes${range}.${reasons.length > 0 ? ` ${reasons.join("; ")}.` : ""}`;
  }
  const value = shown(step.best, 4);
  if (step.step === "pair") {
    const found = step.asked.filter((a) => a.better).at(-1);
    return `${step.count} pairs of triangles in two leaves are tested: ${found ? `triangle ${found.facet[0]} of A and ${found.facet[1]} of B are ${value} apart, the nearest so far` : `none is nearer than ${value}`}.`;
  }
  const found = step.asked.filter((a) => a.better).at(-1);
  const asked = `The ${step.asked.length} triangles of a leaf are tested`;
  if (ray) return `${asked}: ${found ? `the ray hits triangle ${found.facet} at ${value}, the first so far` : step.best === null ? "the ray hits none of them" : `none is hit before ${value}`}.`;
  return `${asked}: ${found ? `triangle ${found.facet} is ${value} away, the nearest so far` : `none is nearer than ${value}`}.`;
}

function ended({ nodes, best }: Place, { steps, leaves }: Walk, { answer }: Question, ray: boolean): string {
  if (leaves) {
    const all = leaves[0].length * leaves[1].length;
    return `No pair of boxes that is left is nearer: ${steps.length} of ${all.toLocaleString("en")} pairs of leaves were tested. ${distanceOf(best, answer.inside === true)}`;
  }
  const left = nodes.filter((n) => n.state === "out").length;
  const asked = nodes.filter((n) => n.state === "asked").length;
  const how = `${asked} ${asked === 1 ? "leaf was" : "leaves were"} tested, and ${left} boxes left out with all that is in them.`;
  if (!ray) return `Nothing that is left is nearer: ${how} ${distanceOf(best, answer.inside === true)}`;
  if (answer.toi === 0 && best !== 0) return `${how} But the ray begins inside of the solid, so it hits at once.`;
  return `${how} ${best === null ? "The ray misses." : `The ray hits at ${shown(best, 4)}.`}`;
}

function distanceOf(best: number | null, inside: boolean): string {
  if (best === 0) return "The surfaces meet.";
  return inside ? `The surfaces are ${shown(best, 4)} apart; but one shape is inside the other, which is tested afterwards.` : `The distance is ${shown(best, 4)}.`;
}
