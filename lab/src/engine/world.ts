/**
 * Traces speak in A's frame (and of B's points in B's). The figure is in the world: here vectors
 * are turned, for drawing alone.
 */
import { angleOf, toWorld, turned, type Pair, type Point } from "../state/pair";
import type { Field, RawStep } from "./columns";
import type { AxisFeature, Step } from "./types";

/** The steps that the page knows, in the axes of the world; those it does not know are left out. */
export function inWorld(raw: readonly RawStep[], pair: Pair): Step[] {
  const angle = angleOf(pair.a);
  const vector = (f: Field | undefined): Point => turned(list(f), angle);
  const vectors = (f: Field | undefined): Point[] => (Array.isArray(f) ? f.map((v) => turned(list(v), angle)) : []);
  const out: Step[] = [];
  for (const s of raw) {
    const step = known(s, pair, vector, vectors);
    if (step) out.push(step);
  }
  return out;
}

type Read<T> = (f: Field | undefined) => T;

function known(s: RawStep, pair: Pair, vector: Read<Point>, vectors: Read<Point[]>): Step | null {
  switch (s.step) {
    case "start":
      return { step: "start", algorithm: text(s["algorithm"]), bits: number(s["bits"]) };
    case "support":
      return {
        step: "support",
        direction: vector(s["direction"]),
        a: toWorld(pair.a, list(s["a"])),
        b: toWorld(pair.b, list(s["b"])),
        point: vector(s["point"]),
      };
    case "simplex":
      return { step: "simplex", corners: vectors(s["corners"]), closest: vector(s["closest"]), weights: weights(s["weights"]) };
    case "face":
      return { step: "face", corners: vectors(s["corners"]), normal: vector(s["normal"]), distance: number(s["distance"]) };
    case "expand":
      return { step: "expand", point: vector(s["point"]), removed: number(s["removed"]), added: number(s["added"]), seen: list(s["seen"]) };
    case "polytope":
      return { step: "polytope", corners: vectors(s["corners"]) };
    case "axis":
      return { step: "axis", axis: vector(s["axis"]), overlap: number(s["overlap"]), feature: feature(s) };
    case "bounds":
      return { step: "bounds", lower: number(s["lower"]), upper: number(s["upper"]) };
    case "finish":
      return { step: "finish", end: text(s["end"]) };
    default:
      return null;
  }
}

function list(f: Field | number[] | undefined): number[] {
  return Array.isArray(f) ? f.filter((x): x is number => typeof x === "number") : [];
}

function number(f: Field | undefined): number {
  return typeof f === "number" ? f : NaN;
}

function text(f: Field | undefined): string {
  return typeof f === "string" ? f : "";
}

function weights(f: Field | undefined): number[] | null {
  return Array.isArray(f) && f.length > 0 ? list(f) : null;
}

function feature(s: RawStep): AxisFeature {
  if (typeof s["face_a"] === "number") return { face_a: s["face_a"] };
  if (typeof s["face_b"] === "number") return { face_b: s["face_b"] };
  const edges = list(s["edges"]);
  return edges.length === 2 ? { edges: [edges[0] ?? 0, edges[1] ?? 0] } : null;
}
