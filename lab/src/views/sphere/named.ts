/**
 * The vertices, edges and faces that a step names, with their labels: on the bodies, and on the sphere,
 * where a vertex is a region, an edge an arc, and a face a point. Labels are the words of the sentence.
 */
import { mark } from "../../draw/body";
import type { Pen } from "../../draw/pen";
import { middleOf } from "../../draw/solid";
import { drawArcs } from "../../draw/sphere";
import type { AxisFeature, GaussMaps, Solids, Step } from "../../engine/types";
import type { Frame } from "../../plane/frame";
import { other, type Side } from "../../state/pair";
import { add, type Point3 } from "../../state/space";
import type { Draw } from "../view";

export type Axis = Extract<Step<Point3>, { step: "axis" }>;
export type Told = Extract<Step<Point3>, { step: "axis" | "skip" | "cross" | "finish" }>;

type Kind = "vertex" | "edge" | "face";

interface Named {
  side: Side;
  kind: Kind;
  id: number;
  /** The step proves that this need not be measured. */
  skipped?: boolean;
}

/** More labels of what is skipped would cover the figure. */
const MOST_SKIPPED = 4;

export function nameOf({ side, kind, id }: Named): string {
  return kind === "vertex" ? `${side}${id}` : `${kind} ${id} of ${side.toUpperCase()}`;
}

export function namedBy(step: Told, best: Axis | null): Named[] {
  switch (step.step) {
    case "axis":
      return ofFeature(step.feature);
    case "finish":
      return ofFeature(best?.feature ?? null);
    case "cross":
      return [named("b", "edge", step.arc), named("a", "edge", step.border), named("a", "vertex", step.cell), named("a", "vertex", step.next)];
    case "skip": {
      const of = step.of === "a" ? "a" : "b";
      const all = [...step.faces.map((id) => named(of, "face", id)), ...step.edges.map((id) => named(of, "edge", id))];
      return [...(step.by >= 0 ? [named(other(of), "vertex", step.by)] : []), ...all.map((one) => ({ ...one, skipped: true }))];
    }
  }
}

function ofFeature(f: AxisFeature): Named[] {
  if (!f) return [];
  if ("face_a" in f) return [named("a", "face", f.face_a)];
  if ("face_b" in f) return [named("b", "face", f.face_b)];
  return [named("a", "edge", f.edges[0]), named("b", "edge", f.edges[1])];
}

function named(side: Side, kind: Kind, id: number): Named {
  return { side, kind, id };
}

/** Pixels between a mark and its label. */
const AWAY = 20;

function label(pen: Pen, at: readonly [number, number], one: Named, all: readonly Named[]): void {
  if (one.skipped && all.filter((n) => n.skipped).length > MOST_SKIPPED) return;
  pen.label([at[0], at[1] - AWAY], nameOf(one), one.skipped ? "muted" : one.side);
}

export function drawOnBodies(all: readonly Named[], solids: Solids): Draw {
  return (pen, frame) => {
    for (const one of all) {
      const { vertices, edges, faces } = solids[one.side];
      const ids = one.kind === "vertex" ? [one.id] : one.kind === "edge" ? (edges[one.id] ?? []) : (faces[one.id] ?? []);
      const points = ids.flatMap((id) => (vertices[id] ? [vertices[id]] : []));
      if (points.length === 0) continue;
      const at = frame.all3(points);
      if (one.kind === "vertex") at.forEach((p) => { mark(pen, one.side, p, 7); });
      else if (one.kind === "face" && !one.skipped) pen.path(at, true, { fill: one.side, opacity: 0.35, stroke: one.side, width: 3 });
      else pen.path(at, one.kind === "face", one.skipped ? { stroke: "muted", width: 3, dash: [2, 5] } : { stroke: one.side, width: 5 });
      label(pen, frame.at3(middleOf(points)), one, all);
    }
  };
}

export function drawOnSphere(all: readonly Named[], maps: GaussMaps, solids: Solids): Draw {
  return (pen, frame) => {
    for (const one of all) {
      const where = placeOf(one, maps, solids);
      if (!where) continue;
      const { points, arcs } = maps[one.side];
      const [i = -1, j = -1] = one.kind === "edge" ? (arcs[one.id] ?? []) : [];
      const [from, to] = [points[i], points[j]];
      if (from && to) drawArcs(pen, frame, [[from, to]], one.skipped ? "muted" : one.side, one.skipped ? 3 : 5);
      if (one.kind === "face") drawCross(pen, frame, where, one);
      label(pen, frame.at3(where), one, all);
    }
  };
}

/** The point of a face has a mark already: what is skipped is crossed out. */
function drawCross(pen: Pen, frame: Frame, where: Point3, { skipped }: Named): void {
  const [x, y] = frame.at3(where);
  if (skipped) for (const d of [-1, 1]) pen.path([[x - 7, y - 7 * d], [x + 7, y + 7 * d]], false, { stroke: "muted", width: 2.5 });
}

/** The direction of a face, the middle of an edge's arc, or of a vertex's region. */
function placeOf({ side, kind, id }: Named, maps: GaussMaps, solids: Solids): Point3 | null {
  const { points, arcs } = maps[side];
  const { faces, vertices } = solids[side];
  const around = kind === "face" ? [id] : kind === "edge" ? (arcs[id] ?? []) : faces.flatMap((face, i) => (face.includes(id) ? [i] : []));
  const sum = around.reduce<Point3>((total, i) => add(total, points[i] ?? [0, 0, 0]), [0, 0, 0]);
  const middle = unit(sum);
  if (middle || kind !== "vertex") return middle;
  // The two normals of a flat body cancel: its vertex is farthest along the way from the middle to it.
  const out = add(vertices[id] ?? [0, 0, 0], middleOf(vertices), -1);
  return unit(side === "a" ? out : add([0, 0, 0], out, -1));
}

function unit(v: Point3): Point3 | null {
  const length = Math.hypot(...v);
  return length > 1e-9 ? [v[0] / length, v[1] / length, v[2] / length] : null;
}
