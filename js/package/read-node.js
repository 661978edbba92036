// Files beside the package, in Node.

import { readFile } from 'node:fs/promises';

export async function read(url) {
  const from = url instanceof URL ? url : new URL(url, `file://${process.cwd()}/`);
  return from.protocol === 'file:' ? readFile(from) : fetch(from);
}
