/** A pair is of the plane or of space, and so is a view: what goes with what. */
import { dimension, type Pair } from "./state/pair";
import type { State, Store } from "./store";
import { FIRST, FIRST3 } from "./ui/presets";
import { VIEWS, viewOf } from "./views/list";
import type { View } from "./views/view";

export class Dimensions {
  /** The last pair that was seen in each. */
  private readonly kept: Record<2 | 3, Pair> = { 2: FIRST, 3: FIRST3 };

  constructor(private readonly store: Store) {}

  /** Remembers the pair of the moment for the next visit. */
  keep(): void {
    const { pair } = this.store.now;
    this.kept[dimension(pair) === 3 ? 3 : 2] = pair;
  }

  /** A view of the other dimension gets the last pair that was seen there. */
  pairFor(view: View): Partial<State> {
    this.keep();
    return dimension(this.store.now.pair) === view.dim ? {} : { pair: this.kept[view.dim], camera: null };
  }

  /** A pair of the other dimension opens a view for it. */
  viewFor(pair: Pair): Partial<State> {
    if (viewOf(this.store.now.view).dim === dimension(pair)) return {};
    this.keep();
    const view = VIEWS.find((v) => v.dim === dimension(pair));
    return view ? { view: view.id, algorithm: view.algorithms[0]?.id ?? "auto", place: -1 } : {};
  }
}
