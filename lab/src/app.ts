/**
 * The page: a state, the library's answers about it, and the drawing of these.
 *
 *   gesture, key, link -> state -> scene (the pair) -> model (the view) -> look (the place) -> figure
 *
 * Each arrow runs only if the part before it has changed, at most once a frame.
 */
import { Address } from "./address";
import { Answers } from "./answers";
import { placeAt } from "./chart/place";
import type { Palette } from "./draw/palette";
import type { Answer, Engine } from "./engine/types";
import type { Lit } from "./plane/lit";
import { Stage } from "./plane/stage";
import { Dimensions, firstNeed } from "./dimensions";
import { ready } from "./loading";
import { refusal, type Asked } from "./scene";
import { edited } from "./state/heap";
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
import type { Model, PanelActs, View } from "./views/view";

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
  private readonly answers: Answers;
  private colours: Palette;
  private model: Model | null = null;
  private modelFor = "";
  private lit: Lit | null = null;
  private waiting = false;
  private dragging = false;
  /** Milliseconds of script that each of the last frames took, by parts, for `npm run frames`. */
  readonly spent: { scene: number; model: number; picture: number; page: number }[] = [];

  readonly views = VIEWS;
  private readonly acts: PanelActs = {
    views: VIEWS,
    choose: (pair) => void this.change(pair, false),
    drop: (pair) => void this.show(pair, this.store.now.view, 0).then(() => { this.deck.transport.toggle(); }),
    show: (pair, view) => void this.show(pair, view),
  };

  constructor(private readonly engine: Engine) {
    this.answers = new Answers(engine, this.answerCard, this.message);
    this.stage = new Stage(byId("figure"), {
      begin: () => { this.begin(); },
      end: () => { this.end(); },
      change: (pair) => { this.live(pair); },
      pick: (pair) => void this.change(pair, false),
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
      ready: (need, view) => this.ready(need, view),
    });
    this.colours = this.stage.recolour();
    this.deck = new Deck({
      go: (place) => { this.go(place); },
      toAngle: (angle) => { if (this.model) this.deck.transport.go(placeAt(this.model, angle)); },
      hover: (place) => { this.light(place === null ? null : (this.model?.lit?.[place] ?? null)); },
      rest: () => { this.schedule(); },
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
      change: (pair, refit) => void this.change(edited(pair), refit),
      choose: (pair) => void this.choose(edited(pair), this.dimensions.viewFor(edited(pair))),
      begin: () => { this.begin(); },
      live: (pair) => { this.live(pair); },
      end: () => { this.end(); },
      file: (side, file) => void files.take([{ side, file }]),
      other: (shape) => files.otherOf(shape),
    });
    this.shareCard = new ShareCard(byId("share"), {
      pair: () => this.store.now.pair,
      engine: () => this.engine,
      change: (pair) => void this.choose(edited(pair), this.dimensions.viewOfLine(edited(pair))),
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

  get asked(): Asked | null {
    return this.answers.last;
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

  private ready(need: Need, view?: View): Promise<boolean> {
    this.deck.transport.pause();
    return ready(this.engine, this.message, need, view);
  }

  /** A change of the pair in a gesture. */
  private live(pair: Pair): void {
    const changed = edited(pair);
    this.store.set({ ...this.dimensions.viewFor(changed), pair: changed, camera: this.store.now.camera ?? this.stage.hold() });
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
    this.deck.transport.pause();
    this.history.undo();
    this.end();
  }

  private redo(): void {
    this.deck.transport.pause();
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
    if (!(await this.ready(firstNeed(view, this.store.now.pair), view))) return;
    this.address.flush();
    this.store.set({ ...this.dimensions.pairFor(view), view: view.id, algorithm: algorithm ?? view.algorithms[0]?.id ?? "auto", place: -1 });
    this.render();
    this.address.write(true);
  }

  /** Shows a pair and a place that an article or the gallery names. */
  async show(pair: Pair, view: string, place = -1, algorithm?: string, first: Point | null = null): Promise<void> {
    const found = viewOf(view);
    if (!(await this.ready(needOf(pair), found))) return;
    this.address.flush();
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
    const held = this.dragging || (view.follow !== undefined && this.deck.transport.isPlaying);
    const pair = this.prepared(view);
    const question = view.question?.(pair);
    if (this.answers.about(pair, question)) this.model = null;
    const asked = performance.now();
    const scene = this.asked?.scene;
    if (!scene) return;
    const key = `${view.id}.${algorithm}.${first?.join() ?? ""}.${view.follow ? held : ""}`;
    if (this.modelFor !== key || !this.model || (this.model.waits && !held)) {
      this.model = view.model(scene, this.engine, algorithm, first, held);
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
    this.deck.show(model, place, look, this.colours, !held);
    this.deck.showPanel(model.panel?.(this.acts) ?? null);
    this.deck.light(this.lit);
    // Not while something moves, because the cards are beside the figure.
    if (!held) for (const card of [this.shapesCard, this.shareCard]) card.show(pair);
    (byId("undo") as HTMLButtonElement).disabled = !this.history.can.undo;
    (byId("redo") as HTMLButtonElement).disabled = !this.history.can.redo;
    this.spent.push({ scene: asked - begun, model: modelled - asked, picture: drawn - modelled, page: performance.now() - drawn });
    if (this.spent.length > 600) this.spent.shift();
  }

  /** The pair at its place, with the parts that the view needs. Undo returns to the pair before these. */
  private prepared(view: View): Pair {
    const { pair: before, place } = this.store.now;
    const pair = view.follow?.(before, place) ?? before;
    if (pair !== before) this.store.set({ pair });
    const prepared = view.prepare?.(pair, this.engine) ?? pair;
    if (prepared === pair) return pair;
    if (!this.dragging) this.history.begin();
    this.store.set({ pair: prepared });
    return prepared;
  }
}
