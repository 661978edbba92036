/** A cache of the last few results, by their inputs. */
export class Memo<T> {
  private readonly made = new Map<string, T>();

  constructor(private readonly most: number) {}

  get(key: string, make: () => T): T {
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const value = make();
    // A map keeps the order of insertion: the first is the oldest.
    const oldest = this.made.size < this.most ? undefined : this.made.keys().next().value;
    if (oldest !== undefined) this.made.delete(oldest);
    this.made.set(key, value);
    return value;
  }
}
