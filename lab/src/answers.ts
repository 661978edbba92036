/** The answers about the present pair: asked again only if the pair or the question of the view has changed. */
import type { Engine } from "./engine/types";
import { ask, type Asked } from "./scene";
import type { Pair } from "./state/pair";
import type { AnswerCard } from "./ui/answer";
import type { Message } from "./ui/message";

export class Answers {
  /** The last ones with a scene: the last drawing stays while a pair is refused. */
  last: Asked | null = null;
  private pair: Pair | null = null;
  private question: string | undefined;
  /** The message is about the pair, and disappears with it. */
  private refused = false;

  constructor(
    private readonly engine: Engine,
    private readonly card: AnswerCard,
    private readonly message: Message,
  ) {}

  /** True if there is another scene. */
  about(pair: Pair, question: string | undefined): boolean {
    if (this.pair === pair && this.question === question) return false;
    const asked = ask(this.engine, pair, question);
    [this.pair, this.question] = [pair, question];
    this.card.show(asked.answer, asked.text);
    if (!asked.scene) {
      this.message.tell(asked.answer.error ?? "The library refuses this pair.");
      this.refused = true;
      return false;
    }
    if (this.refused) this.message.tell(null);
    this.refused = false;
    this.last = asked;
    return true;
  }
}
