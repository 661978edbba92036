// The package that `cargo xtask npm` has built.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../target/npm/', import.meta.url);

/** The folder of an entry, or of the package. */
export const path = (name = '') => fileURLToPath(new URL(name, folder));

/** Is an entry there? CI builds one; all are built by `cargo xtask npm`. */
export const isBuilt = (entry) => existsSync(path(`${entry}/index.js`));

/** An entry, loaded. */
export async function entry(name) {
  const loaded = await import(new URL(`${name}/index.js`, folder));
  await loaded.default();
  return loaded;
}

/** Numbers that are the same each time: Numerical Recipes' generator, of which the upper 23 bits are used. */
export class Random {
  constructor(seed = 1) {
    this.state = seed;
  }
  next() {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return this.state >>> 9;
  }
  /** From -1 to 1. */
  signed() {
    return this.next() / 2 ** 22 - 1;
  }
  /** From 1/4 to 5/4. */
  size() {
    return 0.75 + 0.5 * this.signed();
  }
  below(count) {
    return this.next() % count;
  }
  vector(factor = 1) {
    return [this.signed() * factor, this.signed() * factor, this.signed() * factor];
  }
  pose() {
    return [...this.vector(0.75), this.signed(), this.signed(), this.signed(), this.signed()];
  }
}
