/**
 * A convex solid: faces turned to the eye are filled by how much they are, edges behind are dashed
 * and faint. A round one is its silhouette, with a few of its facets as shading.
 */
import type { Solid } from "../engine/types";
import type { Frame } from "../plane/frame";
import { add, cross, dot, type Point3 } from "../state/space";
import type { Pen, Role } from "./pen";

export interface Look3 {
  /** As a hint only. */
  ghost?: boolean;
  /** No fill: edges alone. */
  wire?: boolean;
}

export function drawSolid(pen: Pen, frame: Frame, solid: Solid, role: Role, { ghost = false, wire = false }: Look3 = {}): void {
  const { vertices, faces } = solid;
  const turned = faces.map((f) => facing(vertices, f, frame));
  const at = frame.all3(vertices);
  const strength = ghost ? 0.09 : 0.3;
  if (!wire) {
    faces.forEach((face, i) => {
      const t = turned[i] ?? 0;
      if (t <= 0) return;
      const ring = face.map((v) => at[v] ?? [0, 0]) as [number, number][];
      // Facets of something round are stroked alike, so that no seams show between them.
      pen.path(ring, true, { fill: role, opacity: strength * (0.35 + 0.65 * (1 - t)) });
    });
  }
  for (const [u, v, front] of visible(solid, turned)) {
    const [p, q] = [at[u], at[v]];
    if (!p || !q) continue;
    if (front) pen.path([p, q], false, { stroke: role, width: ghost ? 1.25 : 2, ...(ghost ? { strokeOpacity: 0.8 } : {}) });
    else if (!solid.curved) pen.path([p, q], false, { stroke: role, width: 1, dash: [3, 4], strokeOpacity: ghost ? 0.25 : 0.45 });
  }
}

/** The cosine between a face's normal and the way to the eye. */
function facing(vertices: readonly Point3[], face: readonly number[], frame: Frame): number {
  const [p, q, r] = face.map((i) => vertices[i]);
  if (!p || !q || !r) return 0;
  const n = cross(add(q, p, -1), add(r, p, -1));
  return frame.orbit.near(n) / (Math.sqrt(dot(n, n)) || 1);
}

/** Edges to draw, and whether they are in front: of something round, the silhouette alone. */
function visible(solid: Solid, turned: readonly number[]): [number, number, boolean][] {
  const sides = new Map<string, number[]>();
  solid.faces.forEach((face, i) => {
    face.forEach((u, k) => {
      const v = face[(k + 1) % face.length] ?? u;
      const key = `${Math.min(u, v)},${Math.max(u, v)}`;
      sides.set(key, [...(sides.get(key) ?? []), turned[i] ?? 0]);
    });
  });
  const edges = solid.curved ? [...sides].filter(([, t]) => t.some((x) => x > 0) && t.some((x) => x <= 0)).map(([key]) => key.split(",").map(Number) as [number, number]) : solid.edges;
  return edges.map(([u, v]) => {
    const around = sides.get(`${Math.min(u, v)},${Math.max(u, v)}`);
    return [u, v, around === undefined || around.some((x) => x > 0)];
  });
}

export function middleOf(points: readonly Point3[]): Point3 {
  const n = Math.max(1, points.length);
  return points.reduce<Point3>((sum, p) => add(sum, p, 1 / n), [0, 0, 0]);
}
