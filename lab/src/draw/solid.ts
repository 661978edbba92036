/**
 * A convex solid. Faces that point to the eye are shaded by their angle, and edges behind are dashed
 * and faint. A round solid is its silhouette, with some of its facets as shading.
 */
import type { Solid } from "../engine/types";
import type { Frame } from "../plane/frame";
import type { Point } from "../state/pair";
import { add, cross, dot, type Point3 } from "../state/space";
import type { Pen, Role } from "./pen";

export interface Look3 {
  /** Faintly. */
  ghost?: boolean;
  /** No fill: edges alone. */
  wire?: boolean;
}

/** The number of shades of faces. Faces with the same shade are one mark. */
const SHADES = 24;

export function drawSolid(pen: Pen, frame: Frame, solid: Solid, role: Role, { ghost = false, wire = false }: Look3 = {}): void {
  const { vertices, faces } = solid;
  const turned = faces.map((f) => facing(vertices, f, frame));
  const at = frame.all3(vertices);
  if (!wire) {
    const strength = ghost ? 0.09 : 0.3;
    const shades: Point[][][] = Array.from({ length: SHADES + 1 }, () => []);
    faces.forEach((face, i) => {
      const t = turned[i] ?? 0;
      // Facets of a round solid have one opacity, so that no seams are visible between them.
      if (t > 0) shades[Math.round(t * SHADES)]?.push(face.map((v) => at[v] ?? [0, 0]));
    });
    shades.forEach((rings, k) => { pen.paths(rings, true, { fill: role, opacity: Number((strength * (1 - (0.65 * k) / SHADES)).toFixed(3)) }); });
  }
  const lines: [Point[][], Point[][]] = [[], []];
  for (const [u, v, front] of visible(solid, turned)) {
    const [p, q] = [at[u], at[v]];
    if (p && q) lines[front ? 0 : 1].push([p, q]);
  }
  pen.paths(lines[0], false, { stroke: role, width: ghost ? 1.25 : 2, ...(ghost ? { strokeOpacity: 0.8 } : {}) });
  if (!solid.curved) pen.paths(lines[1], false, { stroke: role, width: 1, dash: [3, 4], strokeOpacity: ghost ? 0.25 : 0.45 });
}

/** The cosine between a face's normal and the direction to the eye. */
export function facing(vertices: readonly Point3[], face: readonly number[], frame: Frame): number {
  const [p, q, r] = [vertices[face[0] ?? -1], vertices[face[1] ?? -1], vertices[face[2] ?? -1]];
  if (!p || !q || !r) return 0;
  const n = cross(add(q, p, -1), add(r, p, -1));
  return frame.orbit.near(n) / (Math.sqrt(dot(n, n)) || 1);
}

/** The edges to draw, and whether they are in front; for a round solid, only the silhouette. */
function visible(solid: Solid, turned: readonly number[]): [number, number, boolean][] {
  const { faces, vertices } = solid;
  // For each edge, by its vertices: bit 1 if a face beside it is visible, bit 2 if one is not.
  const seen = new Map<number, number>();
  const key = (u: number, v: number): number => Math.min(u, v) * vertices.length + Math.max(u, v);
  faces.forEach((face, i) => {
    const bit = (turned[i] ?? 0) > 0 ? 1 : 2;
    for (let k = 0; k < face.length; k += 1) {
      const edge = key(face[k] ?? 0, face[k + 1 < face.length ? k + 1 : 0] ?? 0);
      seen.set(edge, (seen.get(edge) ?? 0) | bit);
    }
  });
  if (!solid.curved) return solid.edges.map(([u, v]) => [u, v, ((seen.get(key(u, v)) ?? 1) & 1) !== 0]);
  return [...seen].filter(([, bits]) => bits === 3).map(([edge]) => [Math.floor(edge / vertices.length), edge % vertices.length, true]);
}

export function middleOf(points: readonly Point3[]): Point3 {
  const n = Math.max(1, points.length);
  return points.reduce<Point3>((sum, p) => add(sum, p, 1 / n), [0, 0, 0]);
}
