/** What a click in the heap is on: a contact, which is a pair, or a body. */
import type { HeapStep } from "../../engine/heap";
import type { Frame } from "../../plane/frame";
import { toWorld, type Point, type Shape } from "../../state/pair";

/** The reach of a click on a contact, in pixels. */
const REACH = 9;

/** Two bodies, the number of one, or null. `outlines` are in the frames of the bodies. */
export function picked(step: HeapStep, outlines: readonly (readonly Point[])[], at: Point, frame: Frame): readonly [number, number] | number | null {
  const off = (p: Point): number => Math.hypot(frame.at(p)[0] - at[0], frame.at(p)[1] - at[1]);
  const nearest = step.points.reduce<{ bodies: readonly [number, number] | null; off: number }>((best, p) => (off(p.at) < best.off ? { bodies: p.bodies, off: off(p.at) } : best), { bodies: null, off: REACH });
  if (nearest.bodies) return nearest.bodies;
  const there = frame.world(at);
  const body = outlines.findIndex((outline, i) => contains(outline.map((p) => toWorld(posed(step, i), p)), there));
  return body < 0 ? null : body;
}

function posed(step: HeapStep, body: number): Shape {
  return { kind: "point", pose: step.poses[body] ?? {} };
}

/** Is the point on the left of all edges of a convex outline? */
export function contains(outline: readonly Point[], [x, y]: Point): boolean {
  return outline.length > 2 && outline.every(([px, py], i) => {
    const [qx, qy] = outline[(i + 1) % outline.length] ?? [px, py];
    return (qx - px) * (y - py) - (qy - py) * (x - px) >= 0;
  });
}
