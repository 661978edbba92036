/**
 * Carathéodory's theorem in the plane: a point of A - B is carried by three of its corners at most, in space by
 * four. The point here is O.
 *
 * O = w0 c0 + w1 c1 + w2 c2, with weights that are not negative and sum to 1. Each corner c is a corner a of A minus a
 * corner b of B. So the same weights on these corners of A and of B give one point, and A and B share it. That is
 * why a simplex is all that GJK has to keep.
 */
import { cornerOf, drawBody, drawCorners } from "../../draw/body";
import { drawDifference, drawOrigin } from "../../draw/difference";
import { drawSimplex } from "../../draw/simplex";
import type { Difference } from "../../engine/types";
import type { Point } from "../../state/pair";
import { shown, shownVector } from "../../state/numbers";
import { listed } from "../view";
import type { Look, Model, Scene } from "../view";

/** So many corners have at most some hundred triangles. */
const MOST = 14;

/** The numbers of corners of the difference, and their weights: up to three. */
interface Carriers {
  corners: number[];
  weights: number[];
}

/** The model; null where there are no corners, or too many. */
export function carriedModel(scene: Scene, d: Difference | null): Model | null {
  if (!d || d.corners.length < 3 || d.corners.length > MOST || !d.from.every(([i, j]) => i >= 0 && j >= 0)) return null;
  const all = carriers(d.corners);
  const looks = all.length > 0 ? all.map((found, i) => carried(scene, d, found, i, all.length)) : [outside(scene, d)];
  return {
    ...listed(looks),
    slider: all.length > 1 ? "Corners that carry O" : null,
    first: 0,
    captions: { shapes: "The same weights on A and on B", difference: "O, and the corners that carry it" },
  };
}

/** All sets of corners of which O is a mean with positive weights, without those that need a smaller set only. */
function carriers(corners: readonly Point[]): Carriers[] {
  const found: Carriers[] = [];
  const n = corners.length;
  for (let i = 0; i < n; i += 1) {
    for (let j = i + 1; j < n; j += 1) {
      for (let k = j + 1; k < n; k += 1) {
        const weights = weightsOf([corners[i], corners[j], corners[k]] as [Point, Point, Point]);
        if (weights) found.push({ corners: [i, j, k], weights });
      }
    }
  }
  // The triangle with O farthest from its border, first.
  return found.sort((p, q) => Math.min(...q.weights) - Math.min(...p.weights));
}

/** The weights of O in a triangle; null if O is outside, or the triangle is flat. */
function weightsOf([p, q, r]: [Point, Point, Point]): number[] | null {
  const area = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const whole = area(p, q, r);
  if (whole === 0) return null;
  const o: Point = [0, 0];
  const weights = [area(o, q, r) / whole, area(p, o, r) / whole, area(p, q, o) / whole];
  return weights.every((w) => w >= 0) ? weights : null;
}

function carried(scene: Scene, d: Difference, { corners, weights }: Carriers, number: number, count: number): Look {
  const at = corners.map((c): Point => d.corners[c] ?? [0, 0]);
  const from = corners.map((c): [number, number] => d.from[c] ?? [0, 0]);
  const names = from.map(([i, j]) => `a${i}−b${j}`);
  const ofA = from.map(([i]) => cornerOf(scene.a, i));
  const ofB = from.map(([, j]) => cornerOf(scene.b, j));
  const shared = mean(ofA, weights);
  const sum = names.map((name, i) => `${shown(weights[i])} (${name})`).join(" + ");
  const others = count > 1 ? ` It is one of ${count} triangles of corners that contain O.` : "";
  return {
    sentence: `O = ${sum}. The same weights on the corners of A and of B give one point, ${shownVector(shared)}, which both have.${others}`,
    weights: names.map((name, i) => ({ name, weight: weights[i] ?? 0 })),
    shapes: (pen, frame) => {
      drawBody(pen, frame, "a", scene.a);
      drawBody(pen, frame, "b", scene.b);
      for (const [side, points] of [["a", ofA], ["b", ofB]] as const) {
        for (const p of points) pen.path([frame.at(p), frame.at(shared)], false, { stroke: side, width: 1.75, dash: [5, 4] });
      }
      drawCorners(pen, frame, "a", scene.a, from.map(([i]) => scene.a.ids.indexOf(i)));
      drawCorners(pen, frame, "b", scene.b, from.map(([, j]) => scene.b.ids.indexOf(j)));
      pen.disc(frame.at(shared), 7, { fill: "good", stroke: "paper", width: 2 });
      const [x, y] = frame.at(shared);
      pen.label([x, y - 18], "shared", "good");
    },
    difference: (pen, frame) => {
      drawDifference(pen, frame, d, number > 0);
      for (const p of at) pen.path([frame.at(p), frame.at([0, 0])], false, { stroke: "simplex", width: 1.75, dash: [5, 4] });
      drawSimplex(pen, frame, at, names);
      drawOrigin(pen, frame, scene.answer.intersects);
    },
  };
}

function mean(points: readonly Point[], weights: readonly number[]): Point {
  return [0, 1].map((k) => points.reduce((sum, p, i) => sum + (weights[i] ?? 0) * (p[k] ?? 0), 0)) as unknown as Point;
}

function outside(scene: Scene, d: Difference): Look {
  return {
    sentence: "O is outside of A − B: it is no mean of its corners, and A and B share no point. Push the shapes into each other.",
    shapes: (pen, frame) => {
      drawBody(pen, frame, "a", scene.a);
      drawBody(pen, frame, "b", scene.b);
    },
    difference: (pen, frame) => {
      drawDifference(pen, frame, d);
      drawOrigin(pen, frame, scene.answer.intersects);
    },
  };
}
