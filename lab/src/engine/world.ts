/**
 * Traces are in A's frame (and B's points in B's). The figure is in the world: here vectors are
 * transformed, only for drawing.
 */
import { angleOf, other, toWorld, turned, type Pair, type Point, type Side } from "../state/pair";
import type { Point3 } from "../state/space";
import type { Field, RawStep } from "./columns";
import type { Numbering } from "./corners";
import type { Placement } from "./solids";
import type { AxisFeature, Step, Vec } from "./types";

/** Converts the numbers of a frame to a point or a direction in the world. */
interface Turn<P extends Vec> {
  /** From A's frame: a direction, or a point of A - B. */
  vector: (v: number[]) => P;
  a: (v: number[]) => P;
  /** From B's frame. */
  b: (v: number[]) => P;
  /** What corners and edges are called. */
  numbers: Record<Side, Numbering>;
}

export function inPlane(raw: readonly RawStep[], pair: Pair, numbers: Record<Side, Numbering>): Step[] {
  const angle = angleOf(pair.a);
  return inWorld<Point>(raw, { vector: (v) => turned(v, angle), a: (v) => toWorld(pair.a, v), b: (v) => toWorld(pair.b, v), numbers });
}

/** In 3D no corner can be dragged: the library's numbers stay. */
const SAME: Record<Side, Numbering> = { a: (id) => id, b: (id) => id };

export function inSpace(raw: readonly RawStep[], a: Placement, b: Placement): Step<Point3>[] {
  return inWorld<Point3>(raw, { vector: (v) => a.direction(v), a: (v) => a.point(v), b: (v) => b.point(v), numbers: SAME });
}

/** The steps that the page can show; others are left out. */
function inWorld<P extends Vec>(raw: readonly RawStep[], turn: Turn<P>): Step<P>[] {
  return raw.map((s) => known(s, turn)).filter((s) => s !== null);
}

function known<P extends Vec>(s: RawStep, turn: Turn<P>): Step<P> | null {
  const vector = (name: string): P => turn.vector(list(s[name]));
  const vectors = (name: string): P[] => lists(s[name]).map((v) => turn.vector(v));
  const { numbers } = turn;
  switch (s.step) {
    case "start":
      return { step: "start", algorithm: text(s["algorithm"]), bits: number(s["bits"]) };
    case "support":
      return { step: "support", direction: vector("direction"), a: turn.a(list(s["a"])), b: turn.b(list(s["b"])), point: vector("point"), ia: numbers.a(index(s["ia"])), ib: numbers.b(index(s["ib"])) };
    case "simplex": {
      const ids = groups(list(s["ids"]), 2).map(([i, j]): [number, number] => [numbers.a(i ?? -1), numbers.b(j ?? -1)]);
      return { step: "simplex", corners: vectors("corners"), ids, closest: vector("closest"), weights: weights(s["weights"]) };
    }
    case "polytope":
      return { step: "polytope", corners: vectors("corners"), faces: groups(list(s["faces"]), 3) };
    case "face":
      return { step: "face", number: index(s["face"]), corners: vectors("corners"), normal: vector("normal"), distance: number(s["distance"]) };
    case "expand":
      return { step: "expand", point: vector("point"), removed: number(s["removed"]), added: number(s["added"]), seen: list(s["seen"]), horizon: groups(list(s["horizon"]), 2) };
    case "axis":
      return { step: "axis", axis: vector("axis"), overlap: number(s["overlap"]), feature: feature(s, numbers) };
    case "skip":
      return { step: "skip", of: text(s["of"]), faces: list(s["faces"]), edges: list(s["edges"]), by: index(s["by"]), best: number(s["best"]) };
    case "cross":
      return { step: "cross", arc: index(s["arc"]), cell: index(s["cell"]), border: index(s["border"]), next: index(s["next"]), axis: vector("axis") };
    case "bounds":
      return { step: "bounds", lower: number(s["lower"]), upper: number(s["upper"]) };
    case "stretch":
      return { step: "stretch", from: number(s["from"]), to: number(s["to"]), axis: vector("axis") };
    case "facing":
      return { step: "facing", normal: vector("normal"), a: lists(s["a"]).map((p) => turn.a(p)), b: lists(s["b"]).map((p) => turn.a(p)) };
    case "cut": {
      const of = s["of"] === "b" ? "b" : "a";
      const by = numbers[other(of)];
      return { step: "cut", of, edge: numbers[of](index(s["edge"])), ends: lists(s["ends"]).map((p) => turn.a(p)), left: lists(s["left"]).map((p) => turn.a(p)), by: [by(index(s["from_by"])), by(index(s["to_by"]))] };
    }
    case "touch":
      return { step: "touch", a: turn.a(list(s["a"])), b: turn.a(list(s["b_in_a"])), separation: number(s["separation"]), feature: `${text(s["at_a"])} ${numbers.a(index(s["ia"]))} / ${text(s["at_b"])} ${numbers.b(index(s["ib"]))}` };
    case "keep":
      return { step: "keep", kept: list(s["kept"]) };
    case "finish":
      return { step: "finish", end: text(s["end"]) };
    default:
      return null;
  }
}

function list(f: Field | undefined): number[] {
  return Array.isArray(f) ? f.filter((x): x is number => typeof x === "number") : [];
}

function lists(f: Field | undefined): number[][] {
  return Array.isArray(f) ? f.filter((v): v is number[] => Array.isArray(v)) : [];
}

function groups(flat: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.floor(flat.length / size) }, (_, i) => flat.slice(i * size, (i + 1) * size));
}

function number(f: Field | undefined): number {
  return typeof f === "number" ? f : NaN;
}

function index(f: Field | undefined): number {
  return typeof f === "number" ? f : -1;
}

function text(f: Field | undefined): string {
  return typeof f === "string" ? f : "";
}

function weights(f: Field | undefined): number[] | null {
  return Array.isArray(f) && f.length > 0 ? list(f) : null;
}

function feature(s: RawStep, numbers: Record<Side, Numbering>): AxisFeature {
  if (typeof s["face_a"] === "number") return { face_a: numbers.a(s["face_a"]) };
  if (typeof s["face_b"] === "number") return { face_b: numbers.b(s["face_b"]) };
  const edges = list(s["edges"]);
  return edges.length === 2 ? { edges: [edges[0] ?? 0, edges[1] ?? 0] } : null;
}
