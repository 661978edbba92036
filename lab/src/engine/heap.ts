/** The library for heaps, which is loaded when the first one is shown, and its steps, each of which is computed once. */
import init, { Heap as Falling } from "../../pkg/heap/clearance.js";
import url from "../../pkg/heap/clearance_bg.wasm?url";
import type { Point, Pose, Shape } from "../state/pair";

export async function loadHeaps(): Promise<void> {
  await init({ module_or_path: url });
}

export interface HeapPoint {
  /** The numbers of A and B; the normal is from A to B. */
  bodies: readonly [number, number];
  /** The two began to touch in this step. */
  began: boolean;
  at: Point;
  normal: Point;
  separation: number;
}

export interface HeapStep {
  poses: readonly Pose[];
  points: readonly HeapPoint[];
  /** Pairs whose boxes meet, and those of them that were searched. */
  met: number;
  searched: number;
  touching: number;
  began: number;
  ended: number;
  /** The largest speed of a body. */
  speed: number;
}

export class Heap {
  /** Without poses. */
  readonly shapes: readonly Shape[];
  private readonly falling: Falling;
  private readonly steps: HeapStep[] = [];

  constructor(readonly seed: number) {
    this.falling = new Falling(seed);
    this.shapes = JSON.parse(this.falling.shapes()) as Shape[];
  }

  at(step: number): HeapStep {
    while (this.steps.length <= step) {
      if (this.steps.length > 0) this.falling.step();
      this.steps.push(read(this.falling));
    }
    const found = this.steps[step];
    if (!found) throw new Error("Steps are counted from 0.");
    return found;
  }
}

function read(falling: Falling): HeapStep {
  const [met = 0, searched = 0, touching = 0, began = 0, ended = 0] = falling.counts();
  const poses = rows(falling.poses(), 3).map(([x = 0, y = 0, angle = 0]): Pose => ({ t: [x, y], angle }));
  const points = rows(falling.points(), 8).map(([a = 0, b = 0, isNew, x = 0, y = 0, nx = 0, ny = 0, separation = 0]): HeapPoint => ({ bodies: [a, b], began: isNew === 1, at: [x, y], normal: [nx, ny], separation }));
  return { poses, points, met, searched, touching, began, ended, speed: falling.speed() };
}

function rows(list: Float64Array, width: number): number[][] {
  return Array.from({ length: list.length / width }, (_, i) => [...list.subarray(i * width, (i + 1) * width)]);
}
