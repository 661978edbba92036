/**
 * The unit sphere of directions: its rim, and arcs of great circles, which are dashed if they are
 * behind.
 */
import type { Frame } from "../plane/frame";
import { dot, type Point3 } from "../state/space";
import type { Point } from "../state/pair";
import type { Ink, Pen, Role } from "./pen";

/** The length of a piece of an arc in radians, so short that no corner is visible between two. */
const PIECE = 0.1;

export function drawGlobe(pen: Pen, frame: Frame): void {
  pen.disc(frame.at([0, 0]), frame.scale, { fill: "difference", opacity: 0.06, stroke: "muted", width: 1.25 });
}

/** An arc of more than this width stands out, also behind the sphere. */
const STRONG = 2.5;

/** Arcs of great circles: all parts in front are one mark, and all parts behind are another. */
export function drawArcs(pen: Pen, frame: Frame, arcs: readonly (readonly [Point3, Point3])[], role: Role, width = 2): void {
  const [front, behind]: [Point[][], Point[][]] = [[], []];
  for (const [from, to] of arcs) {
    let run: Point[] = [];
    let side: boolean | null = null;
    for (const p of between(from, to)) {
      const now = frame.orbit.near(p) >= 0;
      const at = frame.at3(p);
      if (side !== null && now !== side) run.push(at);
      if (now !== side) {
        run = [];
        (now ? front : behind).push(run);
      }
      side = now;
      run.push(at);
    }
  }
  pen.paths(behind, false, { stroke: role, width: width > STRONG ? width / 2 : 1, dash: [3, 4], strokeOpacity: width > STRONG ? 0.9 : 0.45 });
  pen.paths(front, false, { stroke: role, width });
}

/** Points on the shorter arc of the great circle. */
function between(p: Point3, q: Point3): Point3[] {
  const angle = Math.acos(Math.max(-1, Math.min(1, dot(p, q))));
  const s = Math.sin(angle);
  if (s < 1e-9) return [p, q];
  const pieces = Math.max(1, Math.ceil(angle / PIECE));
  return Array.from({ length: pieces + 1 }, (_, i): Point3 => {
    const [u, v] = [Math.sin(angle * (1 - i / pieces)) / s, Math.sin((angle * i) / pieces) / s];
    return [u * p[0] + v * q[0], u * p[1] + v * q[1], u * p[2] + v * q[2]];
  });
}

/** A direction on the sphere: a disc for A, a square for -B, a diamond for a crossing; faint behind. */
export function drawDirectionMark(pen: Pen, frame: Frame, d: Point3, kind: "a" | "b" | "crossing" | null, role: Role, size: number): void {
  const [x, y] = frame.at3(d);
  const ink: Ink = frame.orbit.near(d) >= 0 ? { fill: role, stroke: "paper", width: 1.25 } : { fill: role, opacity: 0.35 };
  if (kind === "b") pen.path([[x - size, y - size], [x + size, y - size], [x + size, y + size], [x - size, y + size]], true, ink);
  else if (kind === "crossing") pen.path([[x - size * 1.3, y], [x, y - size * 1.3], [x + size * 1.3, y], [x, y + size * 1.3]], true, ink);
  else pen.disc([x, y], size, ink);
}
