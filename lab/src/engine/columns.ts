/**
 * Converts the columns of a trace to steps with names. The declarations of `Steps` describe the
 * columns. Each getter copies, so each is called once, and no view of the memory is kept.
 */
import type { Steps } from "../../pkg/plane/clearance.js";
import type { Point3 } from "../state/space";

export type Field = number | number[] | number[][] | string | null;
/** The columns of `Steps`, from the library for 2D or 3D. */
type Columns = Pick<Steps, "names" | "steps" | "fields" | "numbers" | "indices" | "free">;

export type RawStep = { step: string } & Record<string, Field>;

/** The kinds of contents of a field, by number. */
const HOLDS = ["nothing", "number", "vector", "vectors", "index", "indices", "name", "numbers"] as const;

/** Reads the columns and frees them. `dim` is the number of coordinates of a vector. */
export function readSteps(columns: Columns, dim: number): RawStep[] {
  const { names, steps, fields, numbers, indices } = columns;
  columns.free();
  const name = (i: number | undefined): string => names[i ?? -1] ?? "";
  const value = (at: number): Field => {
    const [start, count] = [fields[at + 2] ?? 0, fields[at + 3] ?? 0];
    switch (HOLDS[fields[at + 1] ?? 0]) {
      case "number":
        return numbers[start] ?? null;
      case "vector":
      case "numbers":
        return [...numbers.subarray(start, start + count)];
      case "vectors":
        return chunks(numbers.subarray(start, start + count), dim);
      case "index":
        return indices[start] ?? null;
      case "indices":
        return [...indices.subarray(start, start + count)];
      case "name":
        return name(indices[start]);
      default:
        return null;
    }
  };
  const out: RawStep[] = [];
  for (let i = 0; i < steps.length; i += 2) {
    const step: RawStep = { step: name(steps[i]) };
    const end = steps[i + 3] ?? fields.length / 4;
    for (let f = steps[i + 1] ?? 0; f < end; f += 1) step[name(fields[4 * f])] = value(4 * f);
    out.push(step);
  }
  return out;
}

function chunks(list: Float64Array, dim: number): number[][] {
  const out: number[][] = [];
  for (let i = 0; i + dim <= list.length; i += dim) out.push([...list.subarray(i, i + dim)]);
  return out;
}

/** Three coordinates for each point. */
export function pointsOf(list: Float64Array): Point3[] {
  const points: Point3[] = [];
  for (let i = 0; i + 2 < list.length; i += 3) points.push([list[i] ?? 0, list[i + 1] ?? 0, list[i + 2] ?? 0]);
  return points;
}
