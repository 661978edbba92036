/**
 * Bodies of which one is a mesh: the faces of both from the back to the front, each over what is behind it (the
 * painter's algorithm). An edge is drawn where the surface bends or ends, and where it turns away from the eye.
 */
import type { Solid } from "../engine/types";
import type { Frame } from "../plane/frame";
import type { Point } from "../state/pair";
import { cross, dot, type Point3 } from "../state/space";
import type { Pen, Role } from "./pen";
import { facing } from "./solid";

/** An edge of a face: its ends, the face on its other side (-1 if there is none), and whether the surface bends there. */
interface Side {
  ends: readonly [number, number];
  other: number;
  bends: boolean;
}

/** What is known of a list of faces, which moves do not change. */
interface Joined {
  sides: Side[][];
  /** It is closed, with all fronts outward: no back is in sight. */
  closed: boolean;
}

const joined = new WeakMap<object, Joined>();

export function drawDented(pen: Pen, frame: Frame, bodies: readonly { solid: Solid; role: Role }[]): void {
  const faces = bodies.flatMap(({ solid, role }) => {
    const at = frame.all3(solid.vertices);
    const far = solid.vertices.map((p) => frame.orbit.near(p));
    const turned = solid.faces.map((face) => facing(solid.vertices, face, frame));
    const { sides, closed } = joinedOf(solid);
    return solid.faces.flatMap((face, i) => {
      const t = turned[i] ?? 0;
      if (t <= 0 && closed) return [];
      const lines = (sides[i] ?? []).filter(({ other, bends }) => bends || other < 0 || t > 0 !== (turned[other] ?? 0) > 0);
      return [{ near: face.reduce((sum, v) => sum + (far[v] ?? 0), 0) / face.length, ring: face.map((v) => at[v] ?? ([0, 0] as Point)), lines: lines.map(({ ends: [u, v] }) => [at[u] ?? [0, 0], at[v] ?? [0, 0]] as Point[]), t: Math.abs(t), role }];
    });
  });
  faces.sort((p, q) => p.near - q.near);
  for (const { ring, lines, t, role } of faces) {
    const opacity = Number((0.42 * (1 - 0.62 * t)).toFixed(2));
    // The strokes close the seam to the next face.
    pen.path(ring, true, { fill: "paper", stroke: "paper", width: 0.75 });
    pen.path(ring, true, { fill: role, opacity, stroke: role, strokeOpacity: opacity, width: 0.75 });
    pen.paths(lines, false, { stroke: role, width: 2 });
  }
}

function joinedOf({ faces, edges, vertices }: Solid): Joined {
  const made = joined.get(faces);
  if (made) return made;
  const key = (u: number, v: number): number => Math.min(u, v) * vertices.length + Math.max(u, v);
  const bends = new Set(edges.map(([u, v]) => key(u, v)));
  const beside = new Map<number, number[]>();
  const each = (face: readonly number[]): (readonly [number, number])[] => face.map((u, k) => [u, face[(k + 1) % face.length] ?? u] as const);
  faces.forEach((face, i) => {
    for (const [u, v] of each(face)) {
      const there = beside.get(key(u, v));
      if (there) there.push(i);
      else beside.set(key(u, v), [i]);
    }
  });
  const sides = faces.map((face, i) => each(face).map((ends): Side => ({ ends, other: beside.get(key(...ends))?.find((j) => j !== i) ?? -1, bends: bends.has(key(...ends)) })));
  const agree = ({ ends: [u, v], other }: Side): boolean => (sides[other] ?? []).some(({ ends }) => ends[0] === v && ends[1] === u);
  const found = { sides, closed: sides.every((list) => list.every(agree)) && volume(vertices, faces) > 0 };
  joined.set(faces, found);
  return found;
}

/** Six times the volume behind the faces, which may have more than three corners. */
function volume(vertices: readonly Point3[], faces: readonly number[][]): number {
  const at = (v: number | undefined): Point3 => vertices[v ?? 0] ?? [0, 0, 0];
  const behind = (face: readonly number[]): number => face.slice(2).reduce((sum, v, k) => sum + dot(at(face[0]), cross(at(face[k + 1]), at(v))), 0);
  return faces.reduce((sum, face) => sum + behind(face), 0);
}
