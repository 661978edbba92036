/**
 * The state of the page as the fragment of its address.
 *
 *   #1.boolean.gjk-boolean.3.PAYLOAD
 *    |    |         |      |    query line, then a line for the page alone (the camera);
 *    |    |         |      |    deflate-raw, base64url
 *    |    view  algorithm  step
 *    version of this format
 *
 * Numbers keep their bits. Browsers do not send fragments to servers.
 */
import { written } from "./numbers";
import type { Pair, Point } from "./pair";

/** The camera of both panels: the width in units of length, and the centres of both panels. */
export interface Camera {
  span: number;
  shapes: readonly [number, number];
  difference: readonly [number, number];
  /** In 3D: yaw and pitch of the eye. */
  orbit?: readonly [number, number];
}

export interface Place {
  view: string;
  algorithm: string;
  step: number;
  pair: Pair;
  camera: Camera | null;
  /** The first direction of boolean GJK. */
  first: Point | null;
}

/** A longer payload is refused before it is unpacked; in characters. */
const MOST_PACKED = 400_000;
/** The most text that is unpacked from a payload. */
const MOST_TEXT = 8_000_000;

export async function toFragment(place: Place): Promise<string> {
  const lines = [written(place.pair)];
  const { camera, first } = place;
  if (camera ?? first) lines.push(written({ lab: { ...(camera && { camera }), ...(first && { first }) } }));
  const payload = await packed(lines.join("\n"));
  // A large mesh fits in no link: what is left names the view.
  if (payload.length > MOST_PACKED) return `#${place.view}`;
  return `#1.${place.view}.${place.algorithm}.${place.step}.${payload}`;
}

/** The place in a fragment. Throws an `Error` with a sentence for users. */
export async function fromFragment(fragment: string): Promise<Place> {
  const parts = fragment.replace(/^#/, "").split(".");
  const [version, view, algorithm, step, payload] = parts;
  if (version !== "1" || parts.length !== 5 || !view || !algorithm || payload === undefined) {
    throw new Error("The link is not one of this page: it must begin with #1 and have five parts.");
  }
  if (payload.length > MOST_PACKED) throw new Error("The link is too long.");
  let text: string;
  try {
    text = await unpacked(payload);
  } catch {
    throw new Error("The link is damaged: its last part cannot be unpacked.");
  }
  const [first, second] = text.split("\n");
  return {
    view,
    algorithm,
    step: Math.max(0, Math.floor(Number(step)) || 0),
    pair: parsedPair(first ?? ""),
    camera: second === undefined ? null : cameraOf(second),
    first: second === undefined ? null : firstOf(second),
  };
}

function parsedPair(text: string): Pair {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("The link is damaged: it has no query line.");
  }
  if (!isPair(value)) throw new Error("The link has no pair: a query line has the shapes a and b.");
  return value;
}

export function isPair(value: unknown): value is Pair {
  return isRecord(value) && isShape(value["a"]) && isShape(value["b"]);
}

function isShape(value: unknown): boolean {
  return isRecord(value) && typeof value["kind"] === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function cameraOf(text: string): Camera | null {
  try {
    const value = JSON.parse(text) as { lab?: { camera?: Camera } };
    const camera = value.lab?.camera;
    if (!camera) return null;
    const numbers = [camera.span, ...camera.shapes, ...camera.difference, ...(camera.orbit ?? [0, 0])];
    return numbers.length === 7 && numbers.every((x) => Number.isFinite(x)) && camera.span > 0 ? camera : null;
  } catch {
    return null;
  }
}

function firstOf(text: string): Point | null {
  try {
    const { first } = (JSON.parse(text) as { lab?: { first?: unknown } }).lab ?? {};
    if (!Array.isArray(first) || first.length !== 2) return null;
    const [x, y] = first as unknown[];
    return typeof x === "number" && typeof y === "number" && Number.isFinite(x) && Number.isFinite(y) && (x !== 0 || y !== 0) ? [x, y] : null;
  } catch {
    return null;
  }
}

async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function unpacked(payload: string): Promise<string> {
  const binary = atob(payload.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST_TEXT) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
}
