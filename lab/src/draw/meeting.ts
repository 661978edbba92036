/**
 * The line where the surfaces of two convex bodies intersect, which shows that they overlap.
 *
 * The plane of each face of A is intersected with the faces of B, and the part of each segment inside
 * of the face of A is a piece of the line. A piece is visible if both faces point to the eye, because
 * only the two bodies could hide it; else it is dashed. Pieces are computed only for drawing, and
 * nothing is concluded from them.
 */
import type { Solid } from "../engine/types";
import type { Frame } from "../plane/frame";
import type { Point } from "../state/pair";
import { add, cross, dot, type Point3 } from "../state/space";
import type { Pen } from "./pen";
import { facing } from "./solid";

export interface Piece {
  ends: [Point3, Point3];
  /** The faces of A and of B. */
  faces: [number, number];
}

export function drawMeeting(pen: Pen, frame: Frame, a: Solid, b: Solid): void {
  const [seen, hidden]: [Point[][], Point[][]] = [[], []];
  const turned = (solid: Solid, face: number): boolean => facing(solid.vertices, solid.faces[face] ?? [], frame) > 0;
  for (const { ends, faces } of meeting(a, b)) {
    (turned(a, faces[0]) && turned(b, faces[1]) ? seen : hidden).push(frame.all3(ends));
  }
  pen.paths(hidden, false, { stroke: "ink", width: 1.5, dash: [4, 4], strokeOpacity: 0.8 });
  pen.paths(seen, false, { stroke: "ink", width: 2.25 });
}

export function meeting(a: Solid, b: Solid): Piece[] {
  const pieces: Piece[] = [];
  a.faces.forEach((face, i) => {
    const ring = face.map((v) => a.vertices[v] ?? [0, 0, 0] as const);
    const normal = normalOf(ring);
    const first = ring[0];
    if (!normal || !first) return;
    const above = b.vertices.map((p) => dot(normal, add(p, first, -1)));
    if (above.every((d) => d > 0) || above.every((d) => d <= 0)) return;
    b.faces.forEach((other, j) => {
      const cut = crossed(b, other, above);
      const ends = cut && within(cut, ring, normal);
      if (ends) pieces.push({ ends, faces: [i, j] });
    });
  });
  return pieces;
}

function normalOf(ring: readonly Point3[]): Point3 | null {
  const [p, q, r] = ring;
  return p && q && r ? cross(add(q, p, -1), add(r, p, -1)) : null;
}

/**
 * The segment in which a face intersects a plane; `above` are the heights of the vertices over the
 * plane.
 */
function crossed({ vertices }: Solid, face: readonly number[], above: readonly number[]): [Point3, Point3] | null {
  const ends: Point3[] = [];
  face.forEach((u, k) => {
    const v = face[k + 1 < face.length ? k + 1 : 0] ?? u;
    const [h, t] = [above[u] ?? 0, above[v] ?? 0];
    const [p, q] = [vertices[u], vertices[v]];
    if (h > 0 === t > 0 || !p || !q) return;
    ends.push(add(p, add(q, p, -1), h / (h - t)));
  });
  const [from, to] = ends;
  return from && to ? [from, to] : null;
}

/** The part of a segment inside of a face in the same plane, counterclockwise around the normal. */
function within([from, to]: [Point3, Point3], ring: readonly Point3[], normal: Point3): [Point3, Point3] | null {
  const along = add(to, from, -1);
  let [begin, end] = [0, 1];
  for (let k = 0; k < ring.length; k += 1) {
    const p = ring[k] ?? from;
    const inward = cross(normal, add(ring[k + 1 < ring.length ? k + 1 : 0] ?? p, p, -1));
    const [at, by] = [dot(inward, add(from, p, -1)), dot(inward, along)];
    if (by > 0) begin = Math.max(begin, -at / by);
    else if (by < 0) end = Math.min(end, -at / by);
    else if (at < 0) return null;
  }
  return begin < end ? [add(from, along, begin), add(from, along, end)] : null;
}
