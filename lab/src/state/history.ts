/** Undo and redo: one entry for each gesture. Entries are values, which are never modified. */
export class History<T> {
  private past: T[] = [];
  private future: T[] = [];

  constructor(private readonly most = 200) {}

  /** A gesture begins in this state. */
  begin(state: T): void {
    this.past.push(state);
    if (this.past.length > this.most) this.past.shift();
    this.future = [];
  }

  undo(now: T): T | null {
    const back = this.past.pop();
    if (back === undefined) return null;
    this.future.push(now);
    return back;
  }

  redo(now: T): T | null {
    const next = this.future.pop();
    if (next === undefined) return null;
    this.past.push(now);
    return next;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }
}
