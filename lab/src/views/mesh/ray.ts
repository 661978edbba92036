/** The ray of a pair: from the middle of one shape, along its velocity or towards the mesh. */
import { middleOf } from "../../draw/solid";
import type { Ray, Solids } from "../../engine/types";
import type { Frame } from "../../plane/frame";
import { snapped, type Handle } from "../../plane/handles";
import { isMesh } from "../../state/meshes";
import { shownVector } from "../../state/numbers";
import { asking, other, type Pair, type Point, type Side } from "../../state/pair";
import { add, point3, type Point3 } from "../../state/space";
import type { Acts } from "../view";

export interface PairRay extends Ray {
  /** The mesh that it may meet. */
  target: Side;
  /** The question to the library. */
  line: string;
}

/** How far a ray without an end in the line goes, in lengths of its direction. */
const FAR = 3;

export function rayOf(pair: Pair, solids: Solids): PairRay {
  const target: Side = isMesh(pair.b) && !(isMesh(pair.a) && pair.b.kind === "mesh" && pair.a.kind === "solid") ? "b" : "a";
  const from = other(target);
  const given = (pair["cast"] ?? {}) as { va?: number[]; vb?: number[]; tmax?: number };
  const origin = short(middleOf(solids[from].vertices));
  const velocity = from === "a" ? given.va : given.vb;
  const direction = velocity ? point3(velocity) : short(add(middleOf(solids[target].vertices), origin, -1));
  const tmax = given.tmax ?? FAR;
  const point = { kind: "point", position: [0, 0, 0], pose: { t: origin } };
  return { target, origin, direction, tmax, line: asking({ dim: 3, a: point, b: pair[target], cast: { va: direction, tmax } }, "raycast") };
}

/** With few digits, because these numbers are displayed and dragged. */
function short(p: Point3): Point3 {
  return point3(p.map((x) => Number(x.toFixed(6)) + 0));
}

/** A handle at the end of the ray's direction. */
export function rayHandle(pair: Pair, { target, origin, direction, tmax }: PairRay, frame: Frame, page: Acts): Handle {
  const { right, up } = frame.orbit;
  const at = frame.orbit.flat(add(origin, direction));
  const from = other(target);
  return {
    id: "ray",
    label: `Direction of the ray, ${shownVector(direction)}. Arrow keys change it.`,
    at,
    look: "direction",
    shape: "aim",
    drag: (to: Point, q: number): void => {
      const moved = add(add(direction, right, to[0] - at[0]), up, to[1] - at[1]).map((x) => snapped(x, q));
      page.change({ ...pair, cast: { [from === "a" ? "va" : "vb"]: moved, tmax } });
    },
  };
}
