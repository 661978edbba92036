/**
 * View 1: the Minkowski difference. -B, which is B reflected through O, is moved along A, and the area
 * that it covers is the difference.
 */
import { cornerOf, drawBody, drawCorners } from "../../draw/body";
import { drawDifference, drawOrigin, drawPairs, ring } from "../../draw/difference";
import type { Difference, Engine } from "../../engine/types";
import type { Point } from "../../state/pair";
import { shownVector } from "../../state/numbers";
import { carriedModel } from "./carried";
import type { Look, Model, Scene, View } from "../view";
import article from "./article.html?raw";

/** The number of places of the slider between two corners of the difference. */
const BETWEEN = 8;

/** A point of the difference, and the corners that carry it. */
const CARRIED = { id: "carried", name: "Carathéodory" };

export const differenceView: View = {
  id: "difference",
  dims: [2],
  number: 1,
  name: "Difference",
  title: "All differences",
  idea: "A − B is every point of A minus every point of B. It contains O when they share one.",
  algorithms: [{ id: "sweep", name: "Sweep" }, CARRIED],
  article,
  model,
};

function model(scene: Scene, _: Engine, algorithm: string): Model {
  const d = scene.difference;
  const carried = algorithm === CARRIED.id ? carriedModel(scene, d) : null;
  if (carried) return carried;
  const corners = d?.corners.length ?? 0;
  const sweeps = d !== null && corners > 0 && d.from.every(([i, j]) => i >= 0 && j >= 0) && scene.a.corners.length > 0 && scene.b.corners.length > 0;
  const count = sweeps ? (corners < 2 ? 1 : corners * BETWEEN + 1) : 1;
  return {
    count,
    look: (place) => (sweeps ? look(scene, d, place / BETWEEN) : whole(scene)),
    slider: sweeps ? "Sweep of −B along A" : null,
    first: 0,
    captions: { shapes: "A and B", difference: "A − B, with the origin O" },
  };
}

function whole(scene: Scene): Look {
  return {
    sentence: "A − B contains every difference of a point of A and a point of B. Where a boundary is curved there are no corners to count; drag the shapes and watch O.",
    shapes: (pen, frame) => {
      drawBody(pen, frame, "a", scene.a);
      drawBody(pen, frame, "b", scene.b);
    },
    difference: (pen, frame) => {
      if (scene.difference) drawDifference(pen, frame, scene.difference);
      drawOrigin(pen, frame, scene.answer.intersects);
    },
  };
}

function look(scene: Scene, d: Difference, at: number): Look {
  const n = d.corners.length;
  const k = Math.floor(at) % n;
  const part = at - Math.floor(at);
  const [i, j] = d.from[k] ?? [0, 0];
  const [i2, j2] = d.from[(k + 1) % n] ?? [0, 0];
  const a = mix(cornerOf(scene.a, i), cornerOf(scene.a, i2), part);
  const b = mix(cornerOf(scene.b, j), cornerOf(scene.b, j2), part);
  const done = at >= n;
  const at2 = (part === 0 || done) ? [k] : [];
  return {
    sentence: sentence(scene, d, k, done, part > 0 && !done),
    shapes: (pen, frame) => {
      drawBody(pen, frame, "a", scene.a);
      drawBody(pen, frame, "b", scene.b);
      const lit = part === 0;
      drawCorners(pen, frame, "a", scene.a, lit || i === i2 ? [scene.a.ids.indexOf(i)] : []);
      drawCorners(pen, frame, "b", scene.b, lit || j === j2 ? [scene.b.ids.indexOf(j)] : []);
      pen.path([frame.at(b), frame.at(a)], false, { stroke: "simplex", width: 2, dash: [5, 5] });
      pen.disc(frame.at(a), 5, { stroke: "simplex", width: 2 });
      pen.disc(frame.at(b), 5, { stroke: "simplex", width: 2 });
    },
    difference: (pen, frame) => {
      drawDifference(pen, frame, d, !done);
      const ghost = scene.b.outline.map((p): Point => [a[0] - p[0], a[1] - p[1]]);
      if (!done) {
        pen.path(frame.all(ghost), true, { fill: "b", opacity: 0.15, stroke: "b", width: 1.5, dash: [5, 4] });
        const path = [...d.corners.slice(0, Math.floor(at) + 1), [a[0] - b[0], a[1] - b[1]] as Point];
        pen.path(frame.all(path), false, { stroke: "difference", width: 3.5 });
      }
      drawPairs(pen, frame, d, at2[0] ?? null);
      drawOrigin(pen, frame, scene.answer.intersects);
      const tip = frame.at([a[0] - b[0], a[1] - b[1]]);
      if (!done) {
        pen.path([frame.at([0, 0]), tip], false, { stroke: "simplex", width: 2, dash: [5, 5] });
        ring(pen, tip, 6);
      }
    },
  };
}

function mix(p: Point, q: Point, t: number): Point {
  return [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
}

function sentence(scene: Scene, d: Difference, k: number, done: boolean, moving: boolean): string {
  const [i, j] = d.from[k] ?? [0, 0];
  const [i2] = d.from[(k + 1) % d.corners.length] ?? [0, 0];
  if (done) {
    const where = scene.answer.intersects === true ? "O is in it: A and B share a point." : scene.answer.intersects === false ? "O is outside: A and B share no point." : "O is on its border within rounding.";
    const { a, b } = scene;
    return `The sweep is done: ${d.corners.length} corners, of ${a.corners.length * b.corners.length} differences of corners. ${where}`;
  }
  if (moving) return i === i2 ? `A's corner a${i} stays; B's corner changes, so −B slides along its own edge.` : `−B slides along the edge of A from a${i} to a${i2}.`;
  return `Corner ${k} is a${i} − b${j} = ${shownVector(d.corners[k])}: the arrow from b${j} to a${i}, drawn from O.`;
}
