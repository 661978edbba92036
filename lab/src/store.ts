/** What the page is about at a moment. A change makes a new value. */
import type { Camera } from "./state/link";
import type { Pair, Point } from "./state/pair";

export interface State {
  view: string;
  algorithm: string;
  place: number;
  pair: Pair;
  /** Null: all in view. */
  camera: Camera | null;
  /** Where boolean GJK looks at first, in the world; null where it chooses. */
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
