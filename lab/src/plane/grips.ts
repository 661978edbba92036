/**
 * The handles of a shape: for its body, its rotation, and the numbers of its kind: corners, radii,
 * half extents. A handle changes numbers of the query line and computes nothing else.
 */
import { shownVector } from "../state/numbers";
import { angleOf, movedTo, toLocal, toWorld, translation, turned, turnedTo, withShape, type Pair, type Point, type Shape, type Side } from "../state/pair";
import { snapped, snappedPoint, type Handle } from "./handles";

/** With more corners, handles would hide the shape and each other. */
const MOST_CORNERS = 24;

export interface Grips {
  pair: Pair;
  side: Side;
  /** The distance from the body to the handle that rotates it, in the world. */
  lever: number;
  /** The centre of the drawn shape, in the world. */
  middle: Point;
  /** The numbers of the corners. The line may have other points, inside the hull. */
  ids: readonly number[];
  change: (pair: Pair) => void;
}

export function gripsOf(g: Grips): Handle[] {
  const shape = g.pair[g.side];
  const round = shape.kind === "circle";
  return [bodyGrip(g), ...(round ? [] : [turnGrip(g)]), ...sizeGrips(g, shape)];
}

function name(side: Side): string {
  return side.toUpperCase();
}

function bodyGrip(g: Grips): Handle {
  const { pair, side } = g;
  const t = translation(pair[side]);
  const offset: Point = [g.middle[0] - t[0], g.middle[1] - t[1]];
  return {
    id: `${side}-body`,
    label: `Shape ${name(side)}, at ${shownVector(t)}. Arrow keys move it, R turns it.`,
    at: g.middle,
    look: side,
    shape: "body",
    drag: (to, q) => { g.change(movedTo(pair, side, snappedPoint([to[0] - offset[0], to[1] - offset[1]], q))); },
    turn: (by) => { g.change(aboutMiddle(g, snapped(angleOf(pair[side]) + by, 0.01))); },
  };
}

function turnGrip(g: Grips): Handle {
  const { pair, side } = g;
  const angle = angleOf(pair[side]);
  const [dx, dy] = turned([0, g.lever], angle);
  return {
    id: `${side}-turn`,
    label: `Turn of ${name(side)}, ${((angle * 180) / Math.PI).toFixed(0)} degrees. R turns it.`,
    at: [g.middle[0] + dx, g.middle[1] + dy],
    look: side,
    shape: "turn",
    drag: (to) => {
      const a = Math.atan2(to[1] - g.middle[1], to[0] - g.middle[0]) - Math.PI / 2;
      g.change(aboutMiddle(g, snapped(a, 0.01)));
    },
    turn: (by) => { g.change(aboutMiddle(g, snapped(angle + by, 0.01))); },
  };
}

/** Rotated so that the centre of the drawn shape stays in place. */
function aboutMiddle(g: Grips, angle: number): Pair {
  const shape = g.pair[g.side];
  const local = toLocal(shape, g.middle);
  const [x, y] = turned(local, angle);
  const next = turnedTo(g.pair, g.side, angle);
  const length = Math.hypot(local[0], local[1]);
  return length < 1e-9 ? next : movedTo(next, g.side, snappedPoint([g.middle[0] - x, g.middle[1] - y], 1e-4));
}

function sizeGrips(g: Grips, shape: Shape): Handle[] {
  const set = (change: Partial<Shape>): void => { g.change(withShape(g.pair, g.side, change)); };
  if (shape.vertices) return shape.vertices.length > MOST_CORNERS ? [] : shape.vertices.map((v, i) => cornerGrip(g, v, i));
  const grip = (id: string, what: string, local: Point, drag: (p: Point, q: number) => void): Handle => ({
    id: `${g.side}-${id}`,
    label: `${what} of ${name(g.side)}, at ${shownVector(toWorld(shape, local))}`,
    at: toWorld(shape, local),
    look: g.side,
    shape: "size",
    drag: (to, q) => { drag(toLocal(shape, to), q); },
  });
  const size = (x: number, q: number): number => Math.max(q, snapped(Math.abs(x), q));
  switch (shape.kind) {
    case "circle":
      return [grip("radius", "Radius", [shape.radius ?? 1, 0], (p, q) => { set({ radius: size(Math.hypot(p[0], p[1]), q) }); })];
    case "box": {
      const [x = 1, y = 1] = shape.half_extents ?? [];
      return [grip("extents", "Corner", [x, y], (p, q) => { set({ half_extents: [size(p[0], q), size(p[1], q)] }); })];
    }
    case "ellipse": {
      const [x = 1, y = 1] = shape.radii ?? [];
      return [
        grip("radius-x", "First radius", [x, 0], (p, q) => { set({ radii: [size(p[0], q), y] }); }),
        grip("radius-y", "Second radius", [0, y], (p, q) => { set({ radii: [x, size(p[1], q)] }); }),
      ];
    }
    case "capsule":
      if (!shape.p1 || !shape.p2) return [];
      return [
        grip("p1", "First end", [shape.p1[0] ?? 0, shape.p1[1] ?? 0], (p, q) => { set({ p1: snappedPoint(p, q) }); }),
        grip("p2", "Second end", [shape.p2[0] ?? 0, shape.p2[1] ?? 0], (p, q) => { set({ p2: snappedPoint(p, q) }); }),
      ];
    default:
      return [];
  }
}

function cornerGrip(g: Grips, v: readonly number[], i: number): Handle {
  const { pair, side } = g;
  const shape = pair[side];
  const vertices = shape.vertices ?? [];
  const at = toWorld(shape, v);
  const most = { segment: 2, triangle: 3 }[shape.kind];
  return {
    id: `${side}-corner-${i}`,
    label: `${g.ids.includes(i) ? `Corner ${i}` : `Point ${i}, inside the hull`} of ${name(side)}, at ${shownVector(at)}${most ? "" : ". Delete removes it."}`,
    at,
    look: side,
    shape: "corner",
    drag: (to, q) => {
      const moved = vertices.map((old, j) => (j === i ? snappedPoint(toLocal(shape, to), q) : old));
      // A concave polygon is refused; a hull drops the corner that is inside, as the figure then
      // shows.
      g.change(withShape(pair, side, { vertices: moved, ...(shape.kind === "polygon" ? { kind: "hull" } : {}) }));
    },
    ...(most === undefined && vertices.length > 1
      ? { remove: (): void => { g.change(withShape(pair, side, { vertices: vertices.filter((_, j) => j !== i) })); } }
      : {}),
  };
}
