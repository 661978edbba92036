// Files beside the package, in a browser or a worker.

export const read = (url) => fetch(url);
