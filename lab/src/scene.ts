/** What the library says of a pair, asked once for each change of it. */
import type { Answer, Engine, Outline } from "./engine/types";
import { asking, dimension, isCast, lineOf, type Pair } from "./state/pair";
import type { Scene } from "./views/view";

export interface Asked {
  /** Null where the pair is none: then `answer.error` says why. */
  scene: Scene | null;
  answer: Answer;
  /** The answer as the library wrote it. */
  text: string;
}

/** What a body of space looks like in the plane. */
const NOTHING: Outline = { corners: [], ids: [], outline: [], radius: 0, unbounded: false };

/** `question` is the view's; without one that of the line is asked, where it is about shapes at rest. */
export function ask(engine: Engine, pair: Pair, question?: string): Asked {
  const line = question !== undefined ? asking(pair, question) : isCast(pair) ? asking(pair, "penetration") : lineOf(pair);
  const text = engine.queryText(line).trim();
  const answer = JSON.parse(text) as Answer;
  if (answer.status === "error") return { scene: null, answer, text };
  if (dimension(pair) === 3) {
    return { scene: { pair, line, a: NOTHING, b: NOTHING, difference: null, solids: engine.solids(line), answer }, answer, text };
  }
  const { a, b } = engine.outlines(line);
  return { scene: { pair, line, a, b, difference: engine.difference(line), solids: null, answer }, answer, text };
}

/** Why the library refuses a pair, or null. */
export function refusal(engine: Engine, pair: Pair): string | null {
  const { scene, answer } = ask(engine, pair);
  return scene ? null : (answer.error ?? "no reason is given");
}
