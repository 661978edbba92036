/** A pair is 2D or 3D, or has a mesh, or is one of a view's own, and so is a view. Chooses a view for a pair and a pair for a view. */
import { hasMesh } from "./state/meshes";
import { dimension, isCast, needOf, type Need, type Pair } from "./state/pair";
import type { State, Store } from "./store";
import { BALL_IN_RING, FIRST, FIRST3 } from "./ui/presets";
import { VIEWS, viewOf } from "./views/list";
import type { View } from "./views/view";

/** Does the view show pairs of this one's dimension, and with or without meshes? */
export function shows(view: View, pair: Pair): boolean {
  const dim = dimension(pair);
  if (view.own && !view.own.has(pair)) return false;
  return view.dims.some((d) => d === dim) && hasMesh(pair) === (view.meshes ?? false);
}

/** What the first pair of a view needs that opens while this pair is shown. */
export function firstNeed(view: View, pair: Pair): Need {
  return shows(view, pair) ? needOf(pair) : firstOf(view);
}

function firstOf(view: View): Need {
  return view.meshes ? "mesh" : (view.dims[0] ?? 2);
}

export class Dimensions {
  /** The last pair that was shown in each dimension, and with a mesh. */
  private readonly kept: Record<Need, Pair> = { 2: FIRST, 3: FIRST3, mesh: BALL_IN_RING };

  constructor(private readonly store: Store) {}

  /** Remembers the present pair for the next visit of its dimension. */
  keep(): void {
    const { pair } = this.store.now;
    this.kept[hasMesh(pair) ? "mesh" : dimension(pair) === 3 ? 3 : 2] = pair;
  }

  /** The present pair if it is 3D, or the 3D pair that was shown last. */
  inSpace(): Pair {
    const { pair } = this.store.now;
    return dimension(pair) === 3 ? pair : this.kept[3];
  }

  /** A view of the other dimension gets the last pair that was shown in it, and one with pairs of its own the last of these. */
  pairFor(view: View): Partial<State> {
    this.keep();
    const { pair, view: before } = this.store.now;
    if (!shows(view, pair)) return { pair: view.own?.last() ?? this.kept[firstOf(view)], camera: null };
    // Among other bodies a pair is seen from farther away.
    return view.own === viewOf(before).own ? {} : { camera: null };
  }

  /** The view of the question of a line: a cast or a ray opens Motion, a contact opens Contact. */
  viewOfLine(pair: Pair): Partial<State> {
    const id = hasMesh(pair) ? null : isCast(pair) ? "motion" : pair.query === "contact" ? "contact" : null;
    return id === null ? this.viewFor(pair) : { view: id, algorithm: viewOf(id).algorithms[0]?.id ?? "auto", place: -1 };
  }

  /** A pair of the other dimension opens a view for it. */
  viewFor(pair: Pair): Partial<State> {
    if (shows(viewOf(this.store.now.view), pair)) return {};
    this.keep();
    const view = VIEWS.find((v) => shows(v, pair));
    return view ? { view: view.id, algorithm: view.algorithms[0]?.id ?? "auto", place: -1 } : {};
  }
}
