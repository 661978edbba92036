/**
 * Shapes of many triangles. In the lines that the page asks they have a name, so that the library reads each of them
 * and builds its tree once, and not for each frame of a drag.
 */
import type { Pair, Shape } from "./pair";

/** Kinds of shapes whose surface is drawn as it is; none of them is convex for the library. */
const KINDS = ["mesh", "solid", "height_field"];

/** The names by the lists of vertices, which moves do not change. */
const names = new WeakMap<object, string>();
const known = new Map<string, Shape>();

export function isMesh({ kind }: Shape): boolean {
  return KINDS.includes(kind);
}

/** Does it need the library for meshes? A compound has no picture, but an answer. */
export function needsPieces({ a, b }: Pair): boolean {
  return [a, b].some((shape) => isMesh(shape) || shape.kind === "compound");
}

export function hasMesh({ a, b }: Pair): boolean {
  return isMesh(a) || isMesh(b);
}

/** The pair with names for its meshes. */
export function named(pair: Pair): object {
  return hasMesh(pair) ? { ...pair, a: short(pair.a), b: short(pair.b) } : pair;
}

/** The mesh with this name, without a pose. */
export function meshOf(name: string): Shape | undefined {
  return known.get(name);
}

function short(shape: Shape): object {
  const list = shape.vertices ?? shape["heights"];
  if (!isMesh(shape) || list === null || typeof list !== "object") return shape;
  const { pose, ...rest } = shape;
  const name = names.get(list) ?? `mesh ${known.size + 1}`;
  if (!names.has(list)) {
    names.set(list, name);
    known.set(name, rest);
  }
  return { shape: name, ...(pose && { pose }) };
}
