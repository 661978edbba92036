/** The state of the page. A change makes a new value. */
import type { Camera } from "./state/link";
import type { Pair, Point } from "./state/pair";

export interface State {
  view: string;
  algorithm: string;
  place: number;
  pair: Pair;
  /** Null: the camera that shows everything. */
  camera: Camera | null;
  /** The first direction of boolean GJK in the world; null if GJK chooses it. */
  first: Point | null;
}

export class Store {
  private readonly listeners: (() => void)[] = [];
  private state: State;

  constructor(first: State) {
    this.state = first;
  }

  get now(): State {
    return this.state;
  }

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  subscribe(listener: () => void): void {
    this.listeners.push(listener);
  }
}
