/**
 * The page: a state, the library's answers about it, and the drawing of these.
 *
 *   gesture, key, link -> state -> scene (the pair) -> model (the view) -> look (the place) -> figure
 *
 * Each arrow runs only if the part before it has changed, at most once a frame.
 */
import { Address } from "./address";
import { placeAt } from "./chart/place";
import type { Palette } from "./draw/palette";
import type { Answer, Engine } from "./engine/types";
import type { Lit } from "./plane/lit";
import { Stage } from "./plane/stage";
import { Dimensions, firstNeed } from "./dimensions";
import { ask, refusal, type Asked } from "./scene";
import { needOf, type Need, type Pair, type Point } from "./state/pair";
import { Store, type State } from "./store";
import { AnswerCard } from "./ui/answer";
import { Deck } from "./ui/deck";
import { Files } from "./ui/files";
import { Heading } from "./ui/heading";
import { startHelp } from "./ui/help";
import { byId } from "./ui/html";
import { listenToKeys } from "./ui/keyboard";
import { Menu } from "./ui/menu";
import { Message } from "./ui/message";
import { FIRST } from "./ui/presets";
import { ShapesCard } from "./ui/shapes";
import { ShareCard } from "./ui/share";
import { measureStage } from "./ui/sticky";
import { startTheme } from "./ui/theme";
import { Undo } from "./undo";
import { VIEWS, viewOf } from "./views/list";
import type { Model, View } from "./views/view";

export class App {
  private readonly store = new Store({ view: "touch", algorithm: "auto", place: 0, pair: FIRST, camera: null, first: null });
  private readonly address: Address;
  private readonly dimensions = new Dimensions(this.store);
  private readonly history = new Undo(this.store, this.dimensions);
  private readonly stage: Stage;
  private readonly deck: Deck;
  private readonly heading: Heading;
  private readonly answerCard = new AnswerCard(byId("answer"));
  private readonly shapesCard: ShapesCard;
  private readonly shareCard: ShareCard;
  private readonly message = new Message(byId("message"));
  private colours: Palette;
  private asked: Asked | null = null;
  private askedFor: Pair | null = null;
  private askedWhat: string | undefined;
  private model: Model | null = null;
  private modelFor = "";
  private lit: Lit | null = null;
  private waiting = false;
  private dragging = false;
  /** The message is about the pair, and disappears with it. */
  private refused = false;
  /** Milliseconds of script that each of the last frames took, by parts, for `npm run frames`. */
  readonly spent: { scene: number; model: number; picture: number; page: number }[] = [];

  readonly views = VIEWS;

  constructor(private readonly engine: Engine) {
    this.stage = new Stage(byId("figure"), {
      begin: () => { this.begin(); },
      end: () => { this.end(); },
      change: (pair) => { this.store.set({ pair, camera: this.store.now.camera ?? this.stage.hold() }); },
      camera: (camera) => {
        this.store.set({ camera });
        this.address.write(false);
      },
      go: (place) => { this.go(place); },
      first: (first) => { this.store.set({ first }); },
      redraw: () => { this.schedule(); },
      light: (lit) => { this.light(lit); },
    });
    this.address = new Address(this.store, {
      refuses: (pair) => refusal(this.engine, pair),
      tell: (message) => { this.message.tell(message); },
      camera: () => this.stage.hold(),
      settle: (view) => this.dimensions.pairFor(view),
      ready: (need) => this.ready(need),
    });
    this.colours = this.stage.recolour();
    this.deck = new Deck({
      go: (place) => { this.go(place); },
      toAngle: (angle) => { if (this.model) this.deck.transport.go(placeAt(this.model, angle)); },
      hover: (place) => { this.light(place === null ? null : (this.model?.lit?.[place] ?? null)); },
    });
    this.heading = new Heading(new Menu(byId("menu"), VIEWS, (id) => void this.open(id)), {
      pair: () => this.store.now.pair,
      open: (view, algorithm) => void this.open(view, algorithm),
      put: (pair) => void this.change(pair, true),
      show: (pair, view, place, algorithm, first) => void this.show(pair, view, place, algorithm, first),
    });
    const files = new Files(this.engine, this.message, {
      ready: () => this.ready("mesh"),
      pair: () => this.dimensions.inSpace(),
      change: (pair) => this.choose(pair, this.dimensions.viewFor(pair)),
    });
    this.shapesCard = new ShapesCard(byId("shapes"), {
      pair: () => this.store.now.pair,
      change: (pair, refit) => void this.change(pair, refit),
      choose: (pair) => void this.choose(pair, this.dimensions.viewFor(pair)),
      begin: () => { this.begin(); },
      live: (pair) => { this.store.set({ pair, camera: this.store.now.camera ?? this.stage.hold() }); },
      end: () => { this.end(); },
      file: (side, file) => void files.take([{ side, file }]),
      other: (shape) => files.otherOf(shape),
    });
    this.shareCard = new ShareCard(byId("share"), {
      pair: () => this.store.now.pair,
      engine: () => this.engine,
      change: (pair) => void this.choose(pair, this.dimensions.viewOfLine(pair)),
      link: async () => {
        const fragment = await this.address.fragment();
        if (!fragment.startsWith("#1.")) this.message.tell("The mesh is too large for a link, which has only the view: copy the line.");
        return new URL(fragment, location.href).href;
      },
      svg: () => this.stage.svg(byId("sentence").textContent),
      png: () => this.stage.png(),
    });
    this.listen();
  }

  /** Opens what the address names and draws. */
  async start(): Promise<void> {
    await this.address.read();
    this.store.subscribe(() => { this.schedule(); });
    this.render();
  }

  private listen(): void {
    startTheme(byId("theme"), () => {
      this.colours = this.stage.recolour();
      this.schedule();
    });
    measureStage(byId("stage"), byId("figure"));
    const help = startHelp(byId("keys") as HTMLDialogElement, byId("help"));
    byId("undo").onclick = (): void => { this.undo(); };
    byId("redo").onclick = (): void => { this.redo(); };
    listenToKeys({
      undo: () => { this.undo(); },
      redo: () => { this.redo(); },
      play: () => { this.deck.transport.toggle(); },
      by: (steps) => { this.deck.transport.go(this.store.now.place + steps); },
      zoom: (by) => { if (by === 0) this.store.set({ camera: null }); else this.stage.zoom(by); },
      help,
    });
  }

  // ----- gestures and keys

  /** `opens` is the view that the change opens, if it is another one. */
  private begin(opens?: string): void {
    this.dragging = true;
    this.deck.transport.pause();
    this.history.begin(opens);
  }

  private end(): void {
    this.dragging = false;
    this.message.passed();
    this.address.write(false);
    this.schedule();
  }

  /** Loads the library for a pair before it is shown. */
  private async ready(need: Need): Promise<boolean> {
    try {
      await this.engine.prepare(need);
      return true;
    } catch {
      this.message.tell(`The library for ${need === "mesh" ? "meshes" : "space"} did not load. Is there a connection?`);
      return false;
    }
  }

  private async change(pair: Pair, refit: boolean, opens = this.dimensions.viewFor(pair)): Promise<void> {
    if (!(await this.ready(needOf(pair)))) return;
    this.begin(opens.view);
    this.store.set({ ...opens, pair, camera: refit ? null : (this.store.now.camera ?? this.stage.hold()) });
    this.end();
  }

  /** Shows a pair that was chosen, pasted or dropped, and scrolls to the figure if it is out of sight. */
  private async choose(pair: Pair, opens: Partial<State>): Promise<void> {
    await this.change(pair, true, opens);
    this.render();
    this.reveal();
  }

  private reveal(): void {
    byId("figure").scrollIntoView({ block: "nearest" });
  }

  private undo(): void {
    this.history.undo();
    this.end();
  }

  private redo(): void {
    this.history.redo();
    this.end();
  }

  private go(place: number): void {
    if (place === this.store.now.place) return;
    this.store.set({ place });
    this.address.writeSoon();
  }

  private async open(id: string, algorithm?: string): Promise<void> {
    const view = viewOf(id);
    if (!(await this.ready(firstNeed(view, this.store.now.pair)))) return;
    this.deck.transport.pause();
    this.store.set({ ...this.dimensions.pairFor(view), view: view.id, algorithm: algorithm ?? view.algorithms[0]?.id ?? "auto", place: -1 });
    this.render();
    this.address.write(true);
  }

  /** Shows a pair and a place that an article or the gallery names. */
  async show(pair: Pair, view: string, place = -1, algorithm?: string, first: Point | null = null): Promise<void> {
    if (!(await this.ready(needOf(pair)))) return;
    const found = viewOf(view);
    this.begin(found.id);
    this.dragging = false;
    this.dimensions.keep();
    this.store.set({ pair, camera: null, first, view: found.id, algorithm: algorithm ?? found.algorithms[0]?.id ?? "auto", place });
    this.render();
    this.address.write(true);
    this.reveal();
  }

  private light(lit: Lit | null): void {
    if (JSON.stringify(lit) === JSON.stringify(this.lit)) return;
    this.lit = lit;
    this.schedule();
  }

  // ----- drawing

  private schedule(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.render();
    });
  }

  private render(): void {
    const begun = performance.now();
    const { view: id, algorithm, first } = this.store.now;
    const view = viewOf(id);
    const pair = this.prepared(view);
    const question = view.question?.(pair);
    if (this.askedFor !== pair || this.askedWhat !== question) this.askAgain(pair, question);
    const asked = performance.now();
    const scene = this.asked?.scene;
    if (!scene) return;
    const key = `${view.id}.${algorithm}.${first?.join() ?? ""}`;
    if (this.modelFor !== key || !this.model || (this.model.waits && !this.dragging)) {
      this.model = view.model(scene, this.engine, algorithm, first, this.dragging);
      this.modelFor = key;
      const later = this.model.answer;
      if (later !== undefined) this.answerCard.show(JSON.parse(later) as Answer, later);
    }
    const { model } = this;
    const wanted = this.store.now.place;
    const place = wanted < 0 ? model.first : Math.min(wanted, model.count - 1);
    if (wanted < 0) this.store.set({ place });
    const look = model.look(place);
    this.heading.show(view, algorithm);
    const modelled = performance.now();
    this.stage.show({ scene, model, look, place, lit: this.lit }, this.store.now.camera);
    const drawn = performance.now();
    this.deck.show(model, place, look, this.colours, !this.dragging);
    this.deck.light(this.lit);
    if (!this.dragging) this.showCards(pair);
    (byId("undo") as HTMLButtonElement).disabled = !this.history.can.undo;
    (byId("redo") as HTMLButtonElement).disabled = !this.history.can.redo;
    this.spent.push({ scene: asked - begun, model: modelled - asked, picture: drawn - modelled, page: performance.now() - drawn });
    if (this.spent.length > 600) this.spent.shift();
  }

  /** Not during a drag, because the cards are beside the figure. */
  private showCards(pair: Pair): void {
    this.shapesCard.show(pair);
    this.shareCard.show(pair);
  }

  /** The pair with the parts that the view needs. Undo returns to the pair before. */
  private prepared(view: View): Pair {
    const { pair } = this.store.now;
    const prepared = view.prepare?.(pair, this.engine) ?? pair;
    if (prepared === pair) return pair;
    if (!this.dragging) this.history.begin();
    this.store.set({ pair: prepared });
    return prepared;
  }

  private askAgain(pair: Pair, question: string | undefined): void {
    const asked = ask(this.engine, pair, question);
    this.askedFor = pair;
    this.askedWhat = question;
    this.answerCard.show(asked.answer, asked.text);
    if (!asked.scene) {
      // The last drawing stays, and the reason stands below it.
      this.message.tell(asked.answer.error ?? "The library refuses this pair.");
      this.refused = true;
      return;
    }
    if (this.refused) this.message.tell(null);
    this.refused = false;
    this.asked = asked;
    this.model = null;
  }
}
