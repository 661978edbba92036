/**
 * The axes of two polyhedra: the normal of each face, and a direction perpendicular to each pair of
 * edges, one of each body. A direction and its opposite are one axis, and so are those of parallel
 * faces or edges: two boxes have 3 + 3 + 3 · 3 = 15. A test may measure an axis more than once, because
 * a hull does not know which of its faces and edges are parallel.
 */
import type { GaussMaps, Solid, Solids } from "../../engine/types";
import { add, dot, type Point3 } from "../../state/space";

export interface Axes {
  count: number;
  /** "15 axes: 3 + 3 of faces, 3 · 3 of pairs of edges". */
  text: string;
}

export function axesOf(maps: GaussMaps, solids: Solids): Axes {
  const faces = [lines(maps.a.points), lines(maps.b.points)] as const;
  const edges = [lines(edgesOf(solids.a)), lines(edgesOf(solids.b))] as const;
  const count = faces[0] + faces[1] + edges[0] * edges[1];
  return { count, text: `${count.toLocaleString("en")} axes: ${faces.join(" + ")} of faces, ${edges.join(" · ")} of pairs of edges` };
}

function edgesOf({ vertices, edges }: Solid): Point3[] {
  return edges.map(([u, v]) => add(vertices[v] ?? [0, 0, 0], vertices[u] ?? [0, 0, 0], -1));
}

/** The number of directions, parallel ones counted once; those within a millionth are parallel. */
export function lines(directions: readonly Point3[]): number {
  const found: Point3[] = [];
  for (const d of directions) {
    const length = Math.hypot(...d);
    const u: Point3 = [d[0] / length, d[1] / length, d[2] / length];
    if (!found.some((v) => 1 - Math.abs(dot(u, v)) < 1e-12)) found.push(u);
  }
  return found.length;
}
