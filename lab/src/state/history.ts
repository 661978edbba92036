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

  /** `now` makes the entry that leads from the returned one to the present state. */
  undo(now: (back: T) => T): T | null {
    return moved(this.past, this.future, now);
  }

  redo(now: (next: T) => T): T | null {
    return moved(this.future, this.past, now);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }
}

function moved<T>(from: T[], to: T[], now: (entry: T) => T): T | null {
  const entry = from.pop();
  if (entry === undefined) return null;
  to.push(now(entry));
  return entry;
}
