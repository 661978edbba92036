/**
 * The library as WebAssembly. Text goes in and out. Columns of a trace are copied at once, because the
 * memory moves when it grows.
 *
 * There are three libraries of pairs: for 2D, with which the page starts, for convex shapes in 3D, and for 3D with
 * meshes. The last two are loaded when they are needed.
 */
import init, * as plane from "../../pkg/plane/clearance.js";
import url from "../../pkg/plane/clearance_bg.wasm?url";
import { meshOf } from "../state/meshes";
import { written } from "../state/numbers";
import { lineOf, type Need, type Pair, type Point, type Side } from "../state/pair";
import type { Point3 } from "../state/space";
import { readSteps } from "./columns";
import { numbering, renumbered, type Numbering } from "./corners";
import { Memo } from "./memo";
import type { Meshes, readMesh as ReadMesh } from "./mesh";
import { Bodies, placement, type Placement } from "./solids";
import type { Space } from "./space";
import type { Answer, Curve, Difference, Engine, MeshFile, Outline, Ray, Support, Walk } from "./types";
import { readWalk } from "./walk";
import { inPlane, inSpace } from "./world";

export async function loadEngine(): Promise<Engine> {
  await init({ module_or_path: url });
  return new Library();
}

/** Lines that need the library for meshes: with shapes of these kinds, or named ones. */
const MESHES = /"shape"\s*:|"kind"\s*:\s*"(mesh|solid|height_field|compound)"/;
const NAMES = /"shape":"([^"]*)"/g;

/** How long an algorithm is timed at least, in milliseconds: browsers tell the time in steps of up to a tenth. */
const TIMED = 2;
/** And not more often than this. */
const MOST_ROUNDS = 1024;

/** A library for 3D, and the surfaces that it made. */
interface Fetched<L extends Space> {
  wasm: L;
  bodies: Bodies;
}

class Library implements Engine {
  private fetched: Fetched<Space> | null = null;
  private meshes: (Fetched<Meshes> & { read: typeof ReadMesh }) | null = null;
  private readonly loading = new Map<Need, Promise<void>>();
  /** The meshes that their library knows by name. */
  private readonly defined = new Set<string>();
  private readonly dimensions = new Memo<number>(4);
  private readonly drawn = new Memo<Drawn>(2);

  async prepare(need: Need): Promise<void> {
    // That for meshes has all of that for 3D.
    if (need === 2 || (need === 3 && this.meshes)) return;
    const loading = this.loading.get(need) ?? this.load(need);
    this.loading.set(need, loading);
    try {
      await loading;
    } catch (error) {
      this.loading.delete(need); // The next time tries again.
      throw error;
    }
  }

  private async load(need: 3 | "mesh"): Promise<void> {
    if (need === "mesh") {
      const { loadMeshes, readMesh } = await import("./mesh");
      const wasm = await loadMeshes();
      this.meshes = { wasm, bodies: new Bodies(wasm), read: readMesh };
    } else {
      const wasm = await (await import("./space")).loadSpace();
      this.fetched = { wasm, bodies: new Bodies(wasm) };
    }
  }

  needOf(line: string): Need {
    return MESHES.test(line) ? "mesh" : this.dimensionOf(line) === 3 ? 3 : 2;
  }

  private dimensionOf(line: string): number {
    return this.dimensions.get(line, () => plane.dimension(line) ?? 2);
  }

  /** The library for a line. For a line without a dimension, either library reports the error. */
  private of(line: string): Pick<Space, "query" | "trace"> {
    return MESHES.test(line) || this.dimensionOf(line) === 3 ? this.inSpace(line).wasm : plane;
  }

  /** The library for a line in 3D. It gets the meshes that the line names. */
  private inSpace(line: string): Fetched<Space> {
    const found = MESHES.test(line) ? this.meshes : (this.fetched ?? this.meshes);
    if (!found) throw new Error("A library is used before it is loaded.");
    for (const [, name = ""] of line.matchAll(NAMES)) {
      const shape = this.defined.has(name) ? undefined : meshOf(name);
      if (!shape) continue;
      found.wasm.query(written({ shapes: { [name]: shape } }));
      this.defined.add(name);
    }
    return found;
  }

  async readMesh(name: string, bytes: Uint8Array, most: number): Promise<MeshFile> {
    await this.prepare("mesh");
    if (!this.meshes) throw new Error("The library for meshes did not load.");
    return this.meshes.read(name, bytes, most);
  }

  walk(pair: Pair): Walk | null {
    const { line, wasm, places } = this.posed(pair);
    return unlessEndless(() => readWalk(wasm.walk(line), places));
  }

  walkOfRay(pair: Pair, side: Side, { origin, direction, tmax }: Ray): Walk {
    const { line, wasm, places } = this.posed(pair);
    return readWalk(wasm.walkOfRay(line, side, new Float64Array(origin), new Float64Array(direction), tmax), places);
  }

  /** A pair with a mesh. */
  private posed(pair: Pair): { line: string; wasm: Meshes; places: Record<Side, Placement> } {
    const line = lineOf(pair);
    const { wasm } = this.inSpace(line);
    if (!this.meshes) throw new Error("A library is used before it is loaded.");
    return { line, wasm: this.meshes.wasm, places: { a: placement(wasm, line, "a"), b: placement(wasm, line, "b") } };
  }

  queryText(line: string, algorithm?: string): string {
    return this.of(line).query(line, algorithm);
  }

  query(line: string, algorithm?: string): Answer {
    return JSON.parse(this.queryText(line, algorithm)) as Answer;
  }

  time(line: string, algorithm: string): number {
    const pair = JSON.parse(line) as Pair;
    const { wasm } = this.inSpace(line);
    // Shapes that a line names are built once.
    const shape = (side: Side): unknown => ({ ...pair[side], pose: undefined });
    wasm.query(written({ shapes: { "timed a": shape("a"), "timed b": shape("b") } }));
    const named = (side: Side): unknown => ({ shape: `timed ${side}`, pose: pair[side].pose });
    const asked = written({ a: named("a"), b: named("b") });
    const took = (rounds: number): number => {
      const from = performance.now();
      for (let i = 0; i < rounds; i += 1) wasm.query(asked, algorithm);
      return performance.now() - from;
    };
    let [rounds, least] = [1, took(1)];
    while (least < TIMED && rounds < MOST_ROUNDS) {
      rounds *= 2;
      least = took(rounds);
    }
    return Math.min(least, took(rounds)) / rounds;
  }

  steps(line: string, algorithm: string): ReturnType<Engine["steps"]> {
    return this.told(line, plane.trace(line, algorithm));
  }

  stepsFrom(line: string, [x, y]: Point): ReturnType<Engine["stepsFrom"]> {
    return unlessEndless(() => this.told(line, plane.traceFrom(line, x, y)));
  }

  private told(line: string, steps: plane.Steps): ReturnType<Engine["steps"]> {
    const { pair, numbers } = this.drawing(line);
    return inPlane(readSteps(steps, 2), pair, numbers);
  }

  /** The outlines of a line in 2D, and what its corners are called. */
  private drawing(line: string): Drawn {
    return this.drawn.get(line, () => {
      const pair = JSON.parse(line) as Pair;
      const { a, b } = JSON.parse(plane.outlines(line)) as { a: Packed<Outline>; b: Packed<Outline> };
      const bodies = { a: unpacked(a), b: unpacked(b) };
      return { pair, bodies, numbers: { a: numbering(pair.a, bodies.a), b: numbering(pair.b, bodies.b) } };
    });
  }

  steps3(line: string, algorithm: string): ReturnType<Engine["steps3"]> {
    return this.told3(line, algorithm).steps;
  }

  told3(line: string, algorithm: string): ReturnType<Engine["told3"]> {
    const space = this.inSpace(line).wasm;
    const told = space.trace(line, algorithm);
    const answer = JSON.parse(told.answer) as Answer;
    return { answer, steps: inSpace(readSteps(told, 3), placement(space, line, "a"), placement(space, line, "b")) };
  }

  solids(line: string): ReturnType<Engine["solids"]> {
    return this.inSpace(line).bodies.solids(line);
  }

  gauss(line: string): ReturnType<Engine["gauss"]> {
    return this.inSpace(line).bodies.gauss(line);
  }

  heights(line: string, directions: readonly Point3[]): number[] {
    const { wasm } = this.inSpace(line);
    const place = placement(wasm, line, "a");
    const turned = new Float64Array(3 * directions.length);
    directions.forEach((d, i) => { turned.set(place.back(d), 3 * i); });
    return Array.from(wasm.heights(line, turned));
  }

  outlines(line: string): ReturnType<Engine["outlines"]> {
    const { pair, bodies } = this.drawing(line);
    return { a: renumbered(pair.a, bodies.a), b: renumbered(pair.b, bodies.b) };
  }

  // A half-plane is unbounded: the library throws, and nothing is drawn.

  difference(line: string): Difference | null {
    return unlessEndless(() => {
      const found = unpacked(JSON.parse(plane.difference(line, "difference")) as Packed<Difference>);
      const { numbers } = this.drawing(line);
      return { ...found, from: found.from.map(([i, j]): [number, number] => [numbers.a(i), numbers.b(j)]) };
    });
  }

  support(line: string, [x, y]: Point): Support | null {
    return unlessEndless(() => JSON.parse(plane.support(line, x, y)) as Support);
  }

  curve(line: string, samples: number): Curve | null {
    return unlessEndless(() => curveOf(plane.supportCurve(line, samples)));
  }
}

/** A line in 2D as it is drawn; the corners still have the library's numbers. */
interface Drawn {
  pair: Pair;
  bodies: Record<Side, Outline>;
  numbers: Record<Side, Numbering>;
}

function unlessEndless<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

/** As the library writes it: x and y of the outline's points by turns. */
type Packed<T> = Omit<T, "outline"> & { outline: number[] };

function unpacked<T>(packed: Packed<T>): T {
  const outline: Point[] = [];
  for (let i = 0; i + 1 < packed.outline.length; i += 2) outline.push([packed.outline[i] ?? 0, packed.outline[i + 1] ?? 0]);
  return { ...packed, outline } as T;
}

/** Triples of an angle, h, and 1 at a kink. */
function curveOf(triples: Float64Array): Curve {
  const curve: Curve = { angles: [], h: [], kinks: [] };
  for (let i = 0; i + 2 < triples.length; i += 3) {
    const [angle = 0, h = 0, kink] = triples.subarray(i, i + 3);
    curve.angles.push(angle);
    curve.h.push(h);
    if (kink === 1) curve.kinks.push(curve.h.length - 1);
  }
  return curve;
}
