/** What the library says of a pair, asked once for each change of it. */
import type { Answer, Engine } from "./engine/types";
import { lineOf, type Pair } from "./state/pair";
import type { Scene } from "./views/view";

export interface Asked {
  /** Null where the pair is none: then `answer.error` says why. */
  scene: Scene | null;
  answer: Answer;
  /** The answer as the library wrote it. */
  text: string;
}

export function ask(engine: Engine, pair: Pair): Asked {
  const line = lineOf(pair);
  const text = engine.queryText(line).trim();
  const answer = JSON.parse(text) as Answer;
  if (answer.status === "error") return { scene: null, answer, text };
  const { a, b } = engine.outlines(line);
  return { scene: { pair, line, a, b, difference: engine.difference(line), answer }, answer, text };
}
