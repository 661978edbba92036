/** The library's answers about a pair, requested once for each change of the pair. */
import type { Answer, Engine, Outline, Solids } from "./engine/types";
import { asking, dimension, isCast, lineOf, type Pair } from "./state/pair";
import type { Scene } from "./views/view";

export interface Asked {
  /** Null if the pair is invalid: then `answer.error` is the reason. */
  scene: Scene | null;
  answer: Answer;
  /** The answer as the library wrote it. */
  text: string;
}

/** The 2D outline of a 3D body, which is not drawn. */
const NOTHING: Outline = { corners: [], ids: [], inside: [], outline: [], radius: 0, unbounded: false };

/**
 * `question` is that of the view. Without it, the question of the line is used if it is about shapes
 * without motion.
 */
export function ask(engine: Engine, pair: Pair, question?: string): Asked {
  const line = question !== undefined ? asking(pair, question) : isCast(pair) ? asking(pair, "penetration") : lineOf(pair);
  const text = engine.queryText(line).trim();
  const answer = JSON.parse(text) as Answer;
  if (answer.status === "error") return { scene: null, answer, text };
  if (dimension(pair) === 3) {
    const solids = solidsOf(engine, line);
    if (typeof solids === "string") return { scene: null, answer: { ...answer, status: "error", error: solids }, text };
    return { scene: { pair, line, a: NOTHING, b: NOTHING, difference: null, solids, answer }, answer, text };
  }
  const { a, b } = engine.outlines(line);
  return { scene: { pair, line, a, b, difference: engine.difference(line), solids: null, answer }, answer, text };
}

/** The bodies, or the reason why a shape has no picture: a compound or a half-space. */
function solidsOf(engine: Engine, line: string): Solids | string {
  try {
    return engine.solids(line);
  } catch (error) {
    return String(error);
  }
}

/** The reason why the library refuses a pair, or null. */
export function refusal(engine: Engine, pair: Pair): string | null {
  const { scene, answer } = ask(engine, pair);
  return scene ? null : (answer.error ?? "no reason is given");
}
