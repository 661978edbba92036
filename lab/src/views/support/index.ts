/** View 2: the support function. A line is moved against the shapes; h is its distance from O. */
import { drawArrow, drawDirection } from "../../draw/arrow";
import { drawBody, drawCorners } from "../../draw/body";
import { drawDifference, drawOrigin, drawPairs } from "../../draw/difference";
import { drawBeyond, drawSupportLine } from "../../draw/support-line";
import type { Curve, Engine } from "../../engine/types";
import { shown } from "../../state/numbers";
import type { Point } from "../../state/pair";
import { cornerAt } from "../../engine/corners";
import { drawSurface } from "./surface";
import { nameOf, pairName } from "../names";
import type { Look, Model, Scene, View } from "../view";
import article from "./article.html?raw";

/** The number of places of the slider in a full turn. */
const PLACES = 360;
/** The distance from O to the handle that rotates the direction, in pixels. */
const AIM = 76;

/** The same function of all directions of the plane, of any length. */
const SURFACE = { id: "surface", name: "Surface" };

export const supportView: View = {
  id: "support",
  dims: [2],
  number: 2,
  name: "Support",
  title: "Two support points suffice",
  idea: "The support point of A − B is one of A minus one of B: no need to build it.",
  algorithms: [{ id: "h", name: "Support function" }, SURFACE],
  article,
  model,
};

function model(scene: Scene, engine: Engine, algorithm: string): Model {
  const curve = engine.curve(scene.line, 720);
  const isSurface = algorithm === SURFACE.id && curve !== null;
  return {
    count: PLACES,
    look: (place) => {
      const found = look(scene, engine, place);
      if (!isSurface) return found;
      const shapes = `${found.sentence.split(". ")[0] ?? ""}. `;
      return { ...found, sentence: `${shapes}${surfaceSentence(curve)}`, difference: (pen, frame) => { drawSurface(pen, frame, curve, place); } };
    },
    ...(isSurface ? { span: 3.4 } : {}),
    slider: "Angle of the direction",
    first: 30,
    ...(curve && { curve: { ...curve, marks: [] } }),
    handles: (panel, place, frame, { go }) => {
      if (panel === "shapes" || isSurface) return [];
      const d = direction(place);
      const reach = AIM / frame.scale;
      return [
        {
          id: "aim",
          label: `Direction, ${place} degrees. Arrow keys turn it.`,
          at: [d[0] * reach, d[1] * reach],
          look: "direction",
          shape: "aim",
          drag: (to) => { go(((Math.round((Math.atan2(to[1], to[0]) * 180) / Math.PI) % PLACES) + PLACES) % PLACES); },
          turn: (by) => { go((place + Math.round(by * 10) + PLACES) % PLACES); },
        },
      ];
    },
    captions: { shapes: "Along the direction for A, against it for B", difference: isSurface ? "h of A − B over the plane of directions" : "The support point of A − B" },
  };
}

function surfaceSentence({ h, kinks }: Curve): string {
  const facets = kinks.length > 0 ? `${kinks.length} flat facets meet in creases, one for each corner of A − B` : "it is smooth, as A − B has no corners";
  const least = Math.min(...h);
  return least < 0
    ? `h over the plane is a cone from O: ${facets}. It dips below the plane, so O is outside of A − B.`
    : `h over the plane is a cone from O: ${facets}. It is nowhere below the plane, so O is in A − B; on the circle of unit directions it is ${shown(least)} at least, the depth.`;
}

export function direction(place: number): Point {
  const angle = (place / PLACES) * 2 * Math.PI;
  return [Math.cos(angle), Math.sin(angle)];
}

/** A half-plane is unbounded along most directions. */
function endless(scene: Scene): Look {
  return {
    sentence: "A half-plane is unbounded, so it has a support point along its normal only. Choose another kind for this view.",
    shapes: (pen, frame) => {
      drawBody(pen, frame, "a", scene.a);
      drawBody(pen, frame, "b", scene.b);
    },
    difference: (pen, frame) => { drawOrigin(pen, frame, scene.answer.intersects); },
  };
}

function look(scene: Scene, engine: Engine, place: number): Look {
  const d = direction(place);
  const found = engine.support(scene.line, d);
  if (!found) return endless(scene);
  const [a, b] = [nameOf("a", scene.a, found.a), nameOf("b", scene.b, found.b)];
  const name = pairName(scene, found.point);
  const lit = scene.difference ? cornerAt(scene.difference.corners, found.point) : -1;
  const where = found.h < 0 ? "O lies beyond the line: this direction separates A from B." : "O is on the inner side of the line.";
  return {
    sentence: `Towards ${place}°, the support point of A is ${a}; the other way, that of B is ${b}. Their difference${name && ` ${name}`} is the support point of A − B: h = ${shown(found.h)}. ${where}`,
    angle: (place / PLACES) * 2 * Math.PI,
    shapes: (pen, frame) => {
      drawBody(pen, frame, "a", scene.a);
      drawBody(pen, frame, "b", scene.b);
      drawSupportLine(pen, frame, found.a, d, "a", [5, 5]);
      drawSupportLine(pen, frame, found.b, d, "b", [5, 5]);
      drawDirection(pen, frame, found.a, d, 54);
      drawDirection(pen, frame, found.b, [-d[0], -d[1]], 54);
      drawCorners(pen, frame, "a", scene.a, [cornerAt(scene.a.corners, found.a)]);
      drawCorners(pen, frame, "b", scene.b, [cornerAt(scene.b.corners, found.b)]);
    },
    difference: (pen, frame) => {
      if (!scene.difference) return;
      drawBeyond(pen, frame, found.point, d);
      drawDifference(pen, frame, scene.difference);
      drawSupportLine(pen, frame, found.point, d);
      const foot: Point = [d[0] * found.h, d[1] * found.h];
      drawArrow(pen, frame.at([0, 0]), frame.at(foot), "direction");
      const [x, y] = frame.at(foot);
      const [ux, uy] = frame.towards(d);
      pen.label([x + 34 * uy - 8 * ux, y - 24 * ux - 8 * uy], `h ${shown(found.h, 2)}`, "direction");
      drawPairs(pen, frame, scene.difference, lit < 0 ? null : lit);
      drawOrigin(pen, frame, scene.answer.intersects);
    },
  };
}
