/**
 * Undo and redo: of the pair and the camera, and of the view and its place if the change opened another one, or if bodies
 * move through the places.
 */
import type { Dimensions } from "./dimensions";
import { History } from "./state/history";
import type { State, Store } from "./store";
import { viewOf } from "./views/list";

/** With the view only if it is restored, too. */
type Entry = Pick<State, "pair" | "camera" | "first"> & Partial<Pick<State, "view" | "algorithm" | "place">>;

export class Undo {
  private readonly history = new History<Entry>();

  constructor(
    private readonly store: Store,
    private readonly dimensions: Dimensions,
  ) {}

  /** A gesture begins; `opens` is the view that it opens. */
  begin(opens = this.store.now.view): void {
    const { view } = this.store.now;
    this.history.begin(this.entry(opens !== view || viewOf(view).follow !== undefined));
  }

  undo(): void {
    this.restore(this.history.undo((back) => this.entry(back.view !== undefined)));
  }

  redo(): void {
    this.restore(this.history.redo((next) => this.entry(next.view !== undefined)));
  }

  get can(): { undo: boolean; redo: boolean } {
    return { undo: this.history.canUndo, redo: this.history.canRedo };
  }

  private entry(withView: boolean): Entry {
    const { pair, camera, first, view, algorithm, place } = this.store.now;
    return { pair, camera, first, ...(withView && { view, algorithm, place }) };
  }

  private restore(entry: Entry | null): void {
    if (entry) this.store.set({ ...this.dimensions.viewFor(entry.pair), ...entry });
  }
}
