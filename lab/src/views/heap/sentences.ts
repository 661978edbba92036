/** A step of the heap in words. */
import type { Heap } from "../../engine/heap";
import type { Answer } from "../../engine/types";
import type { HeapPlace } from "../../state/heap";
import { shown } from "../../state/numbers";
import { called } from "./bodies";

/** Slower bodies are at rest. */
const SLOW = 0.01;

export function sentence(heap: Heap, { step, bodies: [a, b] }: HeapPlace, answer: Answer): string {
  const { touching, began, ended, speed } = heap.at(step);
  const when = `Step ${step}, ${shown(step / 60, 2)} s`;
  const changes = speed < SLOW && step > 0 ? ": all bodies are at rest" : began + ended > 0 ? `: ${began} began, ${ended} ended` : "";
  const pairs = touching === 1 ? "1 pair is in contact" : `${touching} pairs are in contact`;
  return `${when}: ${pairs}${changes}. A is ${called(a, heap.shapes[a])}; B is ${called(b, heap.shapes[b])}: ${between(answer)}.`;
}

function between({ status, signed_distance }: Answer): string {
  if (status === "undecided" || signed_distance === null) return "they touch within rounding";
  return signed_distance < 0 ? `${shown(-signed_distance, 4)} deep` : `${shown(signed_distance, 4)} apart`;
}
