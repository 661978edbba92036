/** The address of the page: read when it changes, written when a gesture ends. */
import { fromFragment, toFragment, type Camera } from "./state/link";
import { needOf, type Need, type Pair } from "./state/pair";
import type { State, Store } from "./store";
import { firstNeed, shows } from "./dimensions";
import { VIEWS, viewOf } from "./views/list";
import type { View } from "./views/view";

export interface AddressEvents {
  /** The reason why the library refuses a pair, or null. */
  refuses: (pair: Pair) => string | null;
  tell: (message: string | null) => void;
  /** The camera, if the state does not contain it. */
  camera: () => Camera | null;
  /** The pair for a view of the other dimension. */
  settle: (view: View) => Partial<State>;
  /** Loads a library, and what the view needs; false if this failed. */
  ready: (need: Need, view: View) => Promise<boolean>;
}

/** Browsers allow about a hundred changes of the address in half a minute. */
const REST = 350;

export class Address {
  private timer: number | null = null;
  /** Addresses are written one after the other. */
  private written: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly events: AddressEvents,
  ) {
    window.addEventListener("popstate", () => void this.read());
  }

  fragment(): Promise<string> {
    const { view, algorithm, place, pair, camera, first } = this.store.now;
    return toFragment({ view, algorithm, step: Math.max(0, place), pair, camera: camera ?? this.events.camera(), first });
  }

  /**
   * A new view is pushed to the history, so that Back leads to the last view. Drags and steps replace
   * the entry.
   */
  write(push: boolean): void {
    const fragment = this.fragment();
    this.written = this.written.then(async () => {
      if (push) history.pushState(null, "", await fragment);
      else history.replaceState(null, "", await fragment);
    });
  }

  writeSoon(): void {
    if (this.timer !== null) window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => { this.flush(); }, REST);
  }

  /** Writes what waits: Back leads to the place that was left. */
  flush(): void {
    if (this.timer === null) return;
    window.clearTimeout(this.timer);
    this.timer = null;
    this.write(false);
  }

  /** `#epa` opens a view with the present pair; a whole link restores everything. */
  async read(): Promise<void> {
    const fragment = location.hash;
    const bare = /^#([a-z]+)$/.exec(fragment)?.[1];
    if (bare !== undefined && VIEWS.some((v) => v.id === bare)) {
      if (!(await this.events.ready(firstNeed(viewOf(bare), this.store.now.pair), viewOf(bare)))) return;
      this.store.set({ ...this.events.settle(viewOf(bare)), view: bare, algorithm: viewOf(bare).algorithms[0]?.id ?? "auto", place: -1 });
      return;
    }
    if (fragment.length <= 1) return;
    try {
      const { view, algorithm, step, pair, camera, first } = await fromFragment(fragment);
      const named = viewOf(view);
      const found = shows(named, pair) ? named : (VIEWS.find((v) => shows(v, pair)) ?? named);
      if (!(await this.events.ready(needOf(pair), found))) return;
      const refused = this.events.refuses(pair);
      if (refused !== null) throw new Error(`The pair of the link is refused: ${refused}.`);
      const known = found.algorithms.some((a) => a.id === algorithm);
      this.store.set({ view: found.id, algorithm: known ? algorithm : (found.algorithms[0]?.id ?? "auto"), place: step, pair, camera, first });
      this.events.tell(null);
    } catch (error) {
      this.events.tell(error instanceof Error ? error.message : String(error));
    }
  }
}
