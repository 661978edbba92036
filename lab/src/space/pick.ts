/** Which body is in front at a pixel. */
import type { Solids } from "../engine/types";
import type { Frame } from "../plane/frame";
import type { Point, Side } from "../state/pair";

export function bodyAt(solids: Solids, frame: Frame, pixel: Point): Side | null {
  let [found, nearest]: [Side | null, number] = [null, -Infinity];
  for (const side of ["a", "b"] as const) {
    const { vertices, faces } = solids[side];
    const at = frame.all3(vertices);
    for (const face of faces) {
      if (!contains(face.map((v) => at[v] ?? [0, 0]), pixel)) continue;
      const near = face.reduce((sum, v) => sum + frame.orbit.near(vertices[v] ?? [0, 0, 0]), 0) / face.length;
      if (near > nearest) [found, nearest] = [side, near];
    }
  }
  return found;
}

/** A line to the right crosses the ring an odd number of times. */
function contains(ring: readonly Point[], [x, y]: Point): boolean {
  let odd = false;
  ring.forEach(([px, py], i) => {
    const [qx, qy] = ring[(i + 1) % ring.length] ?? [px, py];
    if (py > y !== qy > y && x < px + ((y - py) / (qy - py)) * (qx - px)) odd = !odd;
  });
  return odd;
}
