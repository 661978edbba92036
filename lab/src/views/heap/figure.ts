/** The heap with its contacts, and the difference of the chosen pair. */
import { drawArrow } from "../../draw/arrow";
import { drawBody, mean } from "../../draw/body";
import { drawDifference, drawOrigin } from "../../draw/difference";
import type { Pen } from "../../draw/pen";
import type { Heap, HeapPoint, HeapStep } from "../../engine/heap";
import { Memo } from "../../engine/memo";
import type { Engine, Outline } from "../../engine/types";
import { box, type Frame } from "../../plane/frame";
import type { HeapPlace } from "../../state/heap";
import { lineOf, toWorld, type Point } from "../../state/pair";
import type { Draw, Scene } from "../view";
import { BOX, numberOf } from "./bodies";

/** The length of a normal in pixels. */
const NORMAL = 12;
/** How far the bodies and the box reach beyond what the camera is asked to show: it leaves more room than that. */
const BEYOND = 0.5;

const known = new Memo<Point[][]>(2);

/** The outlines of all bodies, in their own frames. */
export function outlinesOf(heap: Heap, engine: Engine): readonly (readonly Point[])[] {
  return known.get(String(heap.seed), () => heap.shapes.map((shape) => {
    const here = { ...shape, pose: { t: [0, 0], angle: 0 } };
    return engine.outlines(lineOf({ a: here, b: here })).a.outline;
  }));
}

function placed({ poses }: HeapStep, body: number, outline: readonly Point[]): Point[] {
  return outline.map((p) => toWorld({ kind: "point", pose: poses[body] ?? {} }, p));
}

/** The floor and the sides, which the camera shows with all that is between them. */
export function boxOf(heap: Heap, outlines: readonly (readonly Point[])[]): Outline {
  const start = heap.at(0);
  const [x0, y0, x1, y1] = box(BOX.flatMap((_, body) => placed(start, body, outlines[body] ?? [])));
  const outline: Point[] = [[x0 + BEYOND, y0 + BEYOND], [x1 - BEYOND, y1 - BEYOND]];
  return { corners: [], ids: [], inside: [], outline, radius: 0, unbounded: false };
}

/** `isNumbered` if nothing moves: numbers that make room for each other would dance. */
export function drawAll(heap: Heap, { step, bodies }: HeapPlace, scene: Scene, outlines: readonly (readonly Point[])[], isNumbered: boolean): Draw {
  return (pen, frame) => {
    const now = heap.at(step);
    const others = outlines.map((outline, body) => ({ body, points: placed(now, body, outline) })).filter(({ body }) => !bodies.includes(body));
    const drawn = (isBox: boolean): Point[][] => others.filter(({ body }) => body < BOX.length === isBox).map(({ points }) => frame.all(points));
    pen.paths(drawn(true), true, { fill: "muted", hatch: true, stroke: "muted", width: 1.5 });
    pen.paths(drawn(false), true, { fill: "difference", opacity: 0.13, stroke: "difference", width: 1.5 });
    drawBody(pen, frame, "a", scene.a);
    drawBody(pen, frame, "b", scene.b);
    for (const point of now.points) drawPoint(pen, frame, point, bodies);
    name(pen, frame, "a", scene.a, bodies[0]);
    name(pen, frame, "b", scene.b, bodies[1]);
    if (!isNumbered) return;
    for (const { body, points } of others) if (body >= BOX.length) pen.label(frame.at(mean(points)), String(numberOf(body)), "muted", "middle", true);
  };
}

function name(pen: Pen, frame: Frame, side: "a" | "b", body: Outline, number: number): void {
  const text = side.toUpperCase();
  pen.label(frame.at(mean(body.outline)), number < BOX.length ? text : `${text}: ${numberOf(number)}`, side);
}

/** A disc, and a larger one with a ring in the step in which the pair began to touch. The normal is towards B. */
function drawPoint(pen: Pen, frame: Frame, { at, normal, began, bodies }: HeapPoint, chosen: readonly [number, number]): void {
  const [x, y] = frame.at(at);
  const [dx, dy] = frame.towards(normal);
  const isChosen = bodies.every((body) => chosen.includes(body));
  const role = began ? "direction" : "simplex";
  const length = isChosen ? 2 * NORMAL : NORMAL;
  if (isChosen) drawArrow(pen, [x, y], [x + dx * length, y + dy * length], role, 2.5);
  else pen.path([[x, y], [x + dx * length, y + dy * length]], false, { stroke: role, width: 1.5 });
  if (began) pen.disc([x, y], 7, { stroke: role, width: 2 });
  pen.disc([x, y], isChosen || began ? 4.5 : 2.5, { fill: role, stroke: "paper", width: 1 });
}

export function drawDifferenceOf(scene: Scene): Draw {
  return (pen, frame) => {
    if (scene.difference) drawDifference(pen, frame, scene.difference);
    drawOrigin(pen, frame, scene.answer.intersects);
  };
}
