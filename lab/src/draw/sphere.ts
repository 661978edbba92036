/** The unit sphere of directions: its rim, and arcs of great circles, dashed where they are behind. */
import type { Frame } from "../plane/frame";
import { dot, type Point3 } from "../state/space";
import type { Point } from "../state/pair";
import type { Ink, Pen, Role } from "./pen";

/** Pieces of an arc: a picture shows no corner between them. */
const PIECES = 24;

export function drawGlobe(pen: Pen, frame: Frame): void {
  pen.disc(frame.at([0, 0]), frame.scale, { fill: "difference", opacity: 0.06, stroke: "muted", width: 1.25 });
}

export function drawArc(pen: Pen, frame: Frame, from: Point3, to: Point3, role: Role, width = 2): void {
  const points = between(from, to);
  let run: Point[] = [];
  let front: boolean | null = null;
  const stroke = (): void => {
    const ink: Ink = front ? { stroke: role, width } : { stroke: role, width: 1, dash: [3, 4], strokeOpacity: 0.45 };
    if (run.length > 1) pen.path(run, false, ink);
  };
  for (const p of points) {
    const now = frame.orbit.near(p) >= 0;
    const at = frame.at3(p);
    if (front !== null && now !== front) {
      run.push(at);
      stroke();
      run = [];
    }
    front = now;
    run.push(at);
  }
  stroke();
}

/** On the shorter great circle. */
function between(p: Point3, q: Point3): Point3[] {
  const angle = Math.acos(Math.max(-1, Math.min(1, dot(p, q))));
  const s = Math.sin(angle);
  if (s < 1e-9) return [p, q];
  return Array.from({ length: PIECES + 1 }, (_, i): Point3 => {
    const [u, v] = [Math.sin(angle * (1 - i / PIECES)) / s, Math.sin((angle * i) / PIECES) / s];
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
