/**
 * The overlap along one great circle of directions, while B leaves A along the way out: the figure of the
 * article, which cuts the support function of a cube and moves the cube away from the origin.
 *
 * If B moves by s along the way out m, the overlap along n is less by s (n.m). In the middle the curve has
 * several valleys. The nearer O comes to the surface of A - B, the more it looks like one bowl around m, so that a search
 * that goes downhill ends at the right place.
 */
import type { Pen } from "../../draw/pen";
import type { Engine, Solid, Solids } from "../../engine/types";
import type { Frame } from "../../plane/frame";
import { shown } from "../../state/numbers";
import type { Point } from "../../state/pair";
import { add, cross, dot, type Point3 } from "../../state/space";
import { drawBodies } from "../space/search";
import type { Draw, Look, Model, Scene } from "../view";

/** The directions on the circle, from -180 to 180 degrees around the way out. */
const PIECES = 180;
/** The places of the slider: from where B stands to where it is free, and a little beyond. */
const PLACES = 12;
/** How far B goes, in parts of the depth. */
const BEYOND = 1.2;

export function crossSection(scene: Scene, solids: Solids, engine: Engine): Model {
  const { answer } = scene;
  const depth = answer.signed_distance === null ? 0 : -answer.signed_distance;
  const out = (answer.normal ?? [0, 0, 1]) as unknown as Point3;
  const aside = sideways(out);
  const angles = Array.from({ length: PIECES + 1 }, (_, i) => -Math.PI + (2 * Math.PI * i) / PIECES);
  const circle = angles.map((t): Point3 => add(add([0, 0, 0], out, Math.cos(t)), aside, Math.sin(t)));
  const heights = engine.heights(scene.line, circle);
  const way = Math.max(depth, 0) * BEYOND;
  const moved = (share: number): number[] => heights.map((h, i) => h - share * way * Math.cos(angles[i] ?? 0));
  const span: [number, number] = [Math.min(0, ...moved(0), ...moved(1)), Math.max(...moved(0), ...moved(1))];
  const count = way > 0 ? PLACES + 1 : 1;
  return {
    count,
    look: (place): Look => {
      const share = count > 1 ? place / PLACES : 0;
      const here = moved(share);
      return {
        sentence: sentence(share * way, depth, here, angles),
        shapes: drawShapes(solids, out, share * way),
        difference: (pen, frame) => { drawChart(pen, frame, { angles, curves: Array.from({ length: count }, (_, i) => moved(count > 1 ? i / PLACES : 0)), place, span }); },
      };
    },
    slider: count > 1 ? "How far B has left A" : null,
    first: 0,
    span: 2.8,
    captions: { shapes: "A, and B on its way out", difference: "Overlap over the angle from the way out" },
  };
}

/** A direction across another one: of those along the axes that is nearest to across. */
function sideways(d: Point3): Point3 {
  const axes: Point3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const axis = axes.reduce((best, next) => (Math.abs(dot(next, d)) < Math.abs(dot(best, d)) ? next : best));
  const across = cross(cross(d, axis), d);
  const length = Math.hypot(...across) || 1;
  return [across[0] / length, across[1] / length, across[2] / length];
}

function sentence(moved: number, depth: number, heights: readonly number[], angles: readonly number[]): string {
  if (depth <= 0) return "The bodies are apart: the overlap along the normal is below 0. Push them into each other to see the valleys of the overlap.";
  const valleys = heights.filter((h, i) => i > 0 && i < heights.length - 1 && h < (heights[i - 1] ?? h) && h <= (heights[i + 1] ?? h)).length;
  const least = Math.min(...heights);
  const at = Math.round(((angles[heights.indexOf(least)] ?? 0) * 180) / Math.PI);
  const state = least < 0 ? `the overlap is below 0 at ${at}°: the bodies are apart` : `the least overlap is ${shown(least)}, at ${at}°`;
  const way = moved === 0 ? "B is where it stands" : `B has gone ${shown(moved)} of the depth ${shown(depth)}`;
  return `${way}: on this circle there ${valleys === 1 ? "is 1 valley" : `are ${valleys} valleys`}, and ${state}. The nearer O is to the surface of A − B, the wider is the bowl around the way out.`;
}

/** B where it has gone to, and where it stood. */
function drawShapes(solids: Solids, out: Point3, moved: number): Draw {
  const b: Solid = { ...solids.b, vertices: solids.b.vertices.map((v) => add(v, out, moved)) };
  return (pen, frame) => { drawBodies(pen, frame, { ...solids, b }); };
}

interface Chart {
  angles: readonly number[];
  curves: readonly number[][];
  place: number;
  span: [number, number];
}

function drawChart(pen: Pen, frame: Frame, { angles, curves, place, span: [low, high] }: Chart): void {
  const { width, height } = frame;
  // In a high panel there are buttons at the bottom; a low one has them below.
  const isLow = height < 240;
  const [left, right, top, bottom] = [44, width - 22, isLow ? 20 : 40, height - (isLow ? 34 : 84)];
  const x = (t: number): number => left + ((t + Math.PI) / (2 * Math.PI)) * (right - left);
  const y = (h: number): number => bottom - ((h - low) / (high - low || 1)) * (bottom - top);
  pen.path([[left, y(0)], [right, y(0)]], false, { stroke: "muted", width: 1.25 });
  pen.path([[x(0), top], [x(0), bottom]], false, { stroke: "line", width: 1.25, dash: [3, 4] });
  for (const degrees of [-180, -90, 0, 90, 180]) pen.label([x((degrees * Math.PI) / 180), bottom + 16], `${degrees}°`.replace("-", "−"), "muted");
  pen.label([left - 6, y(0)], "0", "muted", "end");
  const line = (heights: readonly number[]): Point[] => heights.map((h, i): Point => [x(angles[i] ?? 0), y(h)]);
  pen.paths(curves.filter((_, i) => i !== place).map(line), false, { stroke: "difference", width: 1, strokeOpacity: 0.35 });
  const here = curves[place] ?? [];
  pen.path(line(here), false, { stroke: "difference", width: 3 });
  const least = Math.min(...here);
  const at: Point = [x(angles[here.indexOf(least)] ?? 0), y(least)];
  pen.disc(at, 6, { fill: "good", stroke: "paper", width: 1.5 });
  pen.label([at[0], at[1] - 18], shown(least), "good");
}
