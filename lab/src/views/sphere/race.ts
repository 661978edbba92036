/**
 * The four tests beside each other: what each of them does on the pair, and how long it takes here.
 *
 * A **measurement** projects both bodies onto an axis. A **support call** searches the farthest vertex of a whole hull.
 * An **arc test** asks whether an arc of A and one of -B cross, or where an arc leaves a region: a few products. The
 * walk saves the last two. It tests only the borders of the regions that it passes, and searches one vertex or two,
 * where the pruned test has an arc test for each two edges and a support call for each face.
 */
import type { Engine, GaussMaps, Solids, Step } from "../../engine/types";
import { shown } from "../../state/numbers";
import { dot, type Point3 } from "../../state/space";
import type { Model, Scene } from "../view";
import type { Axes } from "./axes";

/** The tests, by the library's names. */
export const TESTS = [
  { id: "sat-bounded", name: "Bounded" },
  { id: "sat-gauss", name: "Walk" },
  { id: "sat-pruned", name: "Pruned" },
  { id: "sat", name: "All axes" },
] as const;

type Race = ReturnType<NonNullable<Model["table"]>>;

/** What a test did, besides its measurements; a text where only a bound is known. */
interface Work {
  arcs: string;
  supports: string;
}

export function race(scene: Scene, engine: Engine, maps: GaussMaps, axes: Axes): Race {
  const { solids } = scene;
  const rows = [...TESTS, { id: "epa", name: "EPA" }].map(({ id, name }) => {
    const { iterations, signed_distance, lower, error } = engine.query(scene.line, id);
    const found = signed_distance !== null ? shown(signed_distance, 4) : lower !== null ? `at least ${shown(lower, 4)}` : (error ?? "");
    const count = iterations ?? 0;
    const { arcs, supports } = solids ? workOf(id, count, engine, scene.line, maps, solids) : { arcs: "", supports: "" };
    return [name, String(iterations ?? ""), arcs, supports, time(engine.time(scene.line, id)), found];
  });
  const caption = `This pair has ${axes.text}. Times are those of this browser, with some microseconds for reading the question.`;
  return { caption, head: ["Test", "Measurements, or support points", "Arc tests", "Support calls", "Time", "Signed distance"], rows };
}

function workOf(id: string, count: number, engine: Engine, line: string, maps: GaussMaps, solids: Solids): Work {
  const all = maps.a.arcs.length * maps.b.arcs.length;
  const faces = maps.a.points.length + maps.b.points.length;
  switch (id) {
    case "epa":
      return { arcs: "", supports: (2 * count).toLocaleString("en") };
    case "sat":
      // Each axis with both bodies.
      return { arcs: "0", supports: (2 * count).toLocaleString("en") };
    case "sat-pruned": {
      // A separating face ends it before the arcs, a separating crossing among them.
      const ends = isApart(engine, line, id);
      const among = ends && crossed(engine.steps3(line, id)) ? "at most " : "";
      return { arcs: ends && among === "" ? "0" : `${among}${all.toLocaleString("en")}`, supports: (faces + 2).toLocaleString("en") };
    }
    case "sat-gauss":
      return walked(engine.steps3(line, id), maps, solids, isApart(engine, line, id));
    default:
      return left(engine.steps3(line, id), maps);
  }
}

function isApart(engine: Engine, line: string, id: string): boolean {
  return (engine.query(line, id).lower ?? -1) > 0;
}

function crossed(steps: readonly Step<Point3>[]): boolean {
  return steps.some((s) => s.step === "axis" && s.feature !== null && "edges" in s.feature);
}

/** The walk tests all borders of each region in which it is. An arc that stays in one region has no step. */
function walked(steps: readonly Step<Point3>[], maps: GaussMaps, solids: Solids, ends: boolean): Work {
  const borders = solids.a.vertices.map((_, v) => solids.a.edges.filter(([p, q]) => p === v || q === v).length);
  const crossings = new Map<number, number[]>();
  const coloured = new Set<number>();
  for (const s of steps) {
    if (s.step !== "cross") continue;
    crossings.set(s.arc, [...(crossings.get(s.arc) ?? [s.cell]), s.next]);
    for (const face of maps.a.arcs[s.border] ?? []) coloured.add(face);
  }
  let tests = 0;
  maps.b.arcs.forEach(([from], arc) => {
    const regions = crossings.get(arc) ?? [farthest(solids.a.vertices, maps.b.points[from] ?? [0, 0, 1])];
    for (const region of regions) tests += borders[region] ?? 0;
  });
  // A separating axis ends it in the middle of the arcs.
  return { arcs: `${ends ? "at most " : ""}${tests.toLocaleString("en")}`, supports: coloured.has(0) ? "1" : "2" };
}

function farthest(vertices: readonly Point3[], d: Point3): number {
  let best = 0;
  vertices.forEach((v, i) => { if (dot(v, d) > dot(vertices[best] ?? [0, 0, 0], d)) best = i; });
  return best;
}

/** Bounded SAT tests at most the arcs that no bound has ruled out. */
function left(steps: readonly Step<Point3>[], maps: GaussMaps): Work {
  const ruled = { a: new Set<number>(), b: new Set<number>() };
  for (const s of steps) if (s.step === "skip") for (const edge of s.edges) ruled[s.of === "a" ? "a" : "b"].add(edge);
  const most = (maps.a.arcs.length - ruled.a.size) * (maps.b.arcs.length - ruled.b.size);
  return { arcs: most === 0 ? "0" : `at most ${most.toLocaleString("en")}`, supports: "a few" };
}

/** A time in microseconds or milliseconds. */
function time(milliseconds: number): string {
  if (milliseconds >= 10) return `${milliseconds.toFixed(0)} ms`;
  if (milliseconds >= 1) return `${milliseconds.toFixed(1)} ms`;
  return `${(1000 * milliseconds).toFixed(0)} µs`;
}
