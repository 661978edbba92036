/** The drawing of a place of a search in 2D. */
import { drawDirection } from "../draw/arrow";
import { drawBody, drawCorners } from "../draw/body";
import { drawDifference, drawOrigin, ring } from "../draw/difference";
import { drawAcross, drawCameFrom, drawRegions } from "../draw/regions";
import { drawNearest, drawNewest, drawSimplex } from "../draw/simplex";
import { drawBeyond, drawSupportLine } from "../draw/support-line";
import type { Answer } from "../engine/types";
import type { Point } from "../state/pair";
import { degrees } from "./names";
import { nameOfPair, passes, same, type Asked, type Place } from "./search";
import type { Talk } from "./sentences";
import type { Draw, Scene } from "./view";

export function talkOf(scene: Scene, answer: Answer): Talk<Point> {
  return { answer, radii: scene.a.radius + scene.b.radius, corners: cornerCount(scene), direction: degrees, border: "line" };
}

/** The number of corners of A - B; 0 on curves. */
function cornerCount({ difference }: Scene): number {
  return difference?.from.every(([i, j]) => i >= 0 && j >= 0) ? difference.corners.length : 0;
}

/** The angle of the search direction, for the curve. */
export function angleOfPlace(place: Place<Point>): { angle?: number } {
  return place.asked ? { angle: Math.atan2(place.asked.direction[1], place.asked.direction[0]) } : {};
}

/** Both shapes, with their support points highlighted and the search directions. */
export function drawAsked(scene: Scene, asked: Asked<Point> | null): Draw {
  return (pen, frame) => {
    drawBody(pen, frame, "a", scene.a);
    drawBody(pen, frame, "b", scene.b);
    if (asked) {
      const { direction: d, a, b } = asked;
      drawSupportLine(pen, frame, a, d, "a", [5, 5]);
      drawSupportLine(pen, frame, b, d, "b", [5, 5]);
      drawDirection(pen, frame, a, d, 54);
      drawDirection(pen, frame, b, [-d[0], -d[1]], 54);
    }
    drawCorners(pen, frame, "a", scene.a, asked ? [scene.a.ids.indexOf(asked.ia)] : []);
    drawCorners(pen, frame, "b", scene.b, asked ? [scene.b.ids.indexOf(asked.ib)] : []);
  };
}

/**
 * The difference drawn faintly, the simplex in it, and the last support point; `next` is the next
 * search direction.
 */
export function drawSearch(scene: Scene, place: Place<Point>, inside: boolean | null, next?: Point | null): Draw {
  return (pen, frame) => {
    const { asked, simplex, dropped, nearest, kind } = place;
    const corners = simplex.map((c) => c.at);
    if (scene.difference) drawDifference(pen, frame, scene.difference, true);
    const asks = kind === "ask" && asked;
    const stops = asked && !passes(asked) && (kind === "ask" || kind === "end");
    if (stops) drawBeyond(pen, frame, asked.point, asked.direction);
    const before = [...dropped.map((c) => c.at), ...corners].slice(0, 3);
    if (kind === "reduce") {
      if (asked && next !== undefined) drawCameFrom(pen, frame, before, asked.point);
      drawRegions(pen, frame, before, asked?.point);
    }
    for (const p of place.seen) ring(pen, frame.at(p), 4);
    if (asks || stops) drawSupportLine(pen, frame, asked.point, asked.direction);
    drawSimplex(pen, frame, corners, simplex.map((c) => c.name), dropped.map((c) => c.at));
    if (asks) {
      drawDirection(pen, frame, [0, 0], asked.direction, 70);
      ring(pen, frame.at(asked.point), 6);
      drawNewest(pen, frame, asked.point);
      const [x, y] = frame.at(asked.point);
      if (!corners.some((c) => same(c, asked.point))) pen.label([x, y - 19], nameOfPair([asked.ia, asked.ib]), "simplex");
    }
    if (nearest && kind !== "ask") drawNearest(pen, frame, nearest);
    if (kind === "reduce" && next && corners.length === 2) drawAcross(pen, frame, corners, next);
    drawOrigin(pen, frame, inside);
  };
}
