/**
 * EPA in 3D: the polytope of the trace, the face that is expanded, and the horizon around the faces
 * that a new corner sees.
 */
import { drawArrow3, drawOrigin3 } from "../../draw/marks3";
import { drawSolid } from "../../draw/solid";
import type { Answer, Solid, Solids, Step } from "../../engine/types";
import { shown } from "../../state/numbers";
import type { Point3 } from "../../state/space";
import { supportPoints } from "../sentences";
import type { Draw } from "../view";

type Face = Extract<Step<Point3>, { step: "face" }>;
type Asked = Extract<Step<Point3>, { step: "support" }>;

export interface Growth {
  kind: "start" | "face" | "ask" | "expand" | "end";
  corners: Point3[];
  /** By their indices in the trace. */
  faces: Map<number, number[]>;
  face: Face | null;
  asked: Asked | null;
  /** The faces that the newest corner sees, and the border around them. */
  removed: number[][];
  horizon: number[][];
  /** The number of faces so far, removed ones included. */
  next: number;
  lower: number | null;
  upper: number | null;
}

export function growth(steps: readonly Step<Point3>[]): Growth[] {
  const from = steps.findIndex((s) => s.step === "start" && s.algorithm === "epa");
  let now: Growth | null = null;
  const out: Growth[] = [];
  for (const s of from < 0 ? [] : steps.slice(from + 1)) {
    const next: Growth | null = now ? after(now, s) : begun(s);
    if (next === now || !next) continue;
    now = next;
    if (s.step === "bounds" && out.length > 0) out[out.length - 1] = now;
    else out.push(now);
    if (s.step === "finish") break;
  }
  return out;
}

function begun(s: Step<Point3>): Growth | null {
  if (s.step !== "polytope") return null;
  return { kind: "start", corners: s.corners, faces: new Map(s.faces.map((f, i) => [i, f])), face: null, asked: null, removed: [], horizon: [], next: s.faces.length, lower: null, upper: null };
}

function after(now: Growth, s: Step<Point3>): Growth {
  switch (s.step) {
    case "face":
      return { ...now, kind: "face", face: s, asked: null, removed: [], horizon: [] };
    case "support":
      return { ...now, kind: "ask", asked: s };
    case "bounds":
      return { ...now, lower: Math.max(now.lower ?? -Infinity, s.lower), upper: Math.min(now.upper ?? Infinity, s.upper) };
    case "expand": {
      const faces = new Map(now.faces);
      const removed = s.seen.map((n) => faces.get(n) ?? []);
      for (const n of s.seen) faces.delete(n);
      const corner = now.corners.length;
      s.horizon.forEach((edge, k) => faces.set(now.next + k, [...edge, corner]));
      return { ...now, kind: "expand", corners: [...now.corners, s.point], faces, removed, horizon: s.horizon, next: now.next + s.horizon.length };
    }
    case "finish":
      return { ...now, kind: "end", removed: [], horizon: [] };
    default:
      return now;
  }
}

export function growthSentence(place: Growth, answer: Answer): string {
  const { face, asked, lower, upper, faces, removed, horizon } = place;
  switch (place.kind) {
    case "start":
      return `GJK has caught O in a tetrahedron. EPA lets it grow from there: ${faces.size} faces.`;
    case "face":
      return `The nearest face is ${shown(face?.distance)} away from O: the depth is at least that, for the polytope lies inside A − B.`;
    case "ask":
      return asked ? `Across the face: ${supportPoints(asked)}. The depth is between ${shown(upper === null ? null : -upper)} and ${shown(lower === null ? null : -lower)}.` : "";
    case "expand":
      return `Their difference lies beyond ${removed.length === 1 ? "the face" : `${removed.length} faces`}: remove ${removed.length}, and join the ${horizon.length} edges of the horizon to the new corner.`;
    case "end":
      return answer.signed_distance === null ? "EPA ended with no depth." : `Nothing lies beyond the nearest face: the depth is ${shown(-answer.signed_distance, 4)}.`;
  }
}

export function drawGrowth3(solids: Solids, place: Growth): Draw {
  return (pen, frame) => {
    const { corners, faces, face, asked, removed, horizon, kind } = place;
    if (solids.difference) drawSolid(pen, frame, solids.difference, "difference", { ghost: true });
    drawSolid(pen, frame, solidOf(corners, [...faces.values()]), "simplex");
    for (const f of removed) pen.path(f.map((i) => frame.at3(corners[i] ?? [0, 0, 0])), true, { stroke: "simplex", width: 1.25, dash: [2, 5] });
    for (const [u = 0, v = 0] of horizon) pen.path([frame.at3(corners[u] ?? [0, 0, 0]), frame.at3(corners[v] ?? [0, 0, 0])], false, { stroke: "direction", width: 4 });
    if (face && horizon.length === 0) {
      const foot: Point3 = [face.normal[0] * face.distance, face.normal[1] * face.distance, face.normal[2] * face.distance];
      pen.path(frame.all3(face.corners), true, { fill: "direction", opacity: 0.35, stroke: "direction", width: 2.5 });
      pen.path([frame.at3([0, 0, 0]), frame.at3(foot)], false, { stroke: "direction", width: 2, dash: [6, 5] });
    }
    if (asked && kind === "ask") {
      drawArrow3(pen, frame, asked.point, asked.direction, 40);
      pen.disc(frame.at3(asked.point), 9, { stroke: "simplex", width: 2 });
    }
    const newest = corners.at(-1);
    if (kind === "expand" && newest) pen.disc(frame.at3(newest), 7, { fill: "simplex", stroke: "paper", width: 1.5 });
    drawOrigin3(pen, frame, true);
  };
}

function solidOf(vertices: Point3[], faces: number[][]): Solid {
  const edges = new Map<string, [number, number]>();
  for (const f of faces) {
    f.forEach((u, k) => {
      const v = f[(k + 1) % f.length] ?? u;
      edges.set(`${Math.min(u, v)},${Math.max(u, v)}`, [u, v]);
    });
  }
  return { vertices, faces, edges: [...edges.values()], curved: false };
}
