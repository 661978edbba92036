/**
 * View 9: motion. A cast proves one interval of time after another to be free of contact, until the
 * time of impact.
 */
import { middleOf } from "../../draw/solid";
import type { Engine, Outline, Solid } from "../../engine/types";
import type { Frame } from "../../plane/frame";
import { snapped, snappedPoint, type Handle } from "../../plane/handles";
import { shownVector } from "../../state/numbers";
import type { Pair, Point, Side } from "../../state/pair";
import { add } from "../../state/space";
import type { Acts, Model, Scene, View } from "../view";
import article from "./article.html?raw";
import { castOf, isRay, motionOf, step, type Cast } from "./cast";
import { bodyAt, headAt, middleAtStart, moves, rayAt, shapesAt } from "./plane";
import { along, sentence } from "./sentences";
import { bodiesAt, headAt3, rayAt3, solidsAt } from "./space";
import { withMotion } from "./start";

export const motionView: View = {
  id: "motion",
  dims: [2, 3],
  number: 9,
  name: "Motion",
  title: "When do they meet?",
  idea: "A cast: each axis proves a stretch of time to be free, and the next begins where it ends.",
  algorithms: [{ id: "auto", name: "Cast" }],
  article,
  model,
  question: (pair) => (isRay(pair) ? "raycast" : "shapecast"),
  prepare: withMotion,
};

function model(scene: Scene, engine: Engine): Model {
  const { pair, solids } = scene;
  const cast = castOf(pair, engine);
  const { times, proofs, answer } = cast;
  const ray = isRay(pair);
  const opening = 0.6 * (answer.toi ?? cast.end);
  return {
    count: times.length,
    look: (place) => {
      const time = times[place] ?? 0;
      return {
        sentence: sentence(cast, place, ray),
        shapes: solids ? bodiesAt(solids, cast, time) : shapesAt(scene, cast, time),
        difference: solids ? rayAt3(solids, cast, time) : rayAt(scene, engine, cast, time),
      };
    },
    slider: "Time",
    first: Math.max(0, times.findIndex((t) => t >= opening)),
    times: {
      times,
      clearance: cast.clearances,
      stretches: proofs.map((p) => ({ from: p.from, to: Math.min(p.to, cast.end), gaps: p.to <= cast.end ? p.gaps : [p.gaps[0], NaN], name: along(p.axis) })),
      impact: answer.toi ?? null,
    },
    extent: extentOf(scene, cast),
    handles: (panel, _place, frame, page) => (panel === "shapes" ? arrows(scene, cast, frame, page) : []),
    captions: { shapes: ray ? "A ray from A" : "Now; dotted: the start, dashed: the impact", difference: "The same as a ray from O against A − B" },
  };
}

/** Everything on the way is visible. */
function extentOf(scene: Scene, cast: Cast): NonNullable<Model["extent"]> {
  const { solids, difference } = scene;
  const late = Math.max(1, Math.min(cast.end, cast.answer.toi ?? cast.end));
  if (solids) {
    const there = solidsAt(solids, cast, late);
    const both = (side: Side): Solid => ({ ...solids[side], vertices: [...solids[side].vertices, ...there[side].vertices] });
    const ghost = solids.difference;
    return { ...scene, solids: { a: both("a"), b: both("b"), difference: ghost && { ...ghost, vertices: [...ghost.vertices, headAt3(cast, late)] } } };
  }
  const both = (side: Side): Outline => ({ ...scene[side], outline: [...scene[side].outline, ...bodyAt(scene, cast, side, late).outline] });
  return { ...scene, a: both("a"), b: both("b"), difference: difference && { ...difference, outline: [...difference.outline, headAt(cast, late)] } };
}

/** A handle at the tip of each velocity, where the centre of the shape is after one unit of time. */
function arrows(scene: Scene, cast: Cast, frame: Frame, page: Acts): Handle[] {
  return (["a", "b"] as const).filter((side) => moves(cast, side) || side === "b").map((side) => {
    const v = step(cast.motion, side, 1);
    const change = (velocity: readonly number[]): void => { page.change(withVelocity(scene.pair, side, velocity)); };
    const common = { id: `${side}-velocity`, label: `Velocity of ${side.toUpperCase()}, ${shownVector(scene.solids ? v : v.slice(0, 2))}. Arrow keys change it.`, look: side, shape: "aim" as const };
    if (scene.solids) {
      const middle = middleOf(scene.solids[side].vertices);
      const at = frame.orbit.flat(add(middle, v));
      const { right, up } = frame.orbit;
      const drag = (to: Point, q: number): void => {
        const moved = add(add(v, right, to[0] - at[0]), up, to[1] - at[1]);
        change(moved.map((x) => snapped(x, q)));
      };
      return { ...common, at, drag };
    }
    const from = middleAtStart(scene, side);
    return { ...common, at: [from[0] + v[0], from[1] + v[1]] as Point, drag: (to: Point, q: number): void => { change(snappedPoint([to[0] - from[0], to[1] - from[1]], q)); } };
  });
}

function withVelocity(pair: Pair, side: Side, velocity: readonly number[]): Pair {
  const motion = motionOf(pair);
  return { ...pair, cast: { ...motion, [side === "a" ? "va" : "vb"]: velocity } };
}
