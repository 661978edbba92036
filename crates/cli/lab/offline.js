/**
 * The service worker: all files of the page are kept at the first visit, and later visits need no
 * network. `vite.config.ts` writes their list into it; a build with other files has another cache, and
 * the old one goes when the new one is whole.
 *
 * Files whose names tell their content come from the cache. The page itself is asked for first, so that
 * a new build is seen at once, and comes from the cache if there is no answer.
 */
const KEPT = "lab-f40e993ae6c1d31e";
const FILES = ["./", "assets/cases-C70h007r.js", "assets/clearance_bg-BErB2Rju.wasm", "assets/clearance_bg-Binr2Ija.wasm", "assets/clearance_bg-CZfHYRaB.wasm", "assets/clearance_bg-Hs9tKsed.wasm", "assets/fetched-oaoxbk2Z.js", "assets/found-tYLy9CjT.js", "assets/index-CbMPepcJ.css", "assets/index-DLPpqO5X.js", "assets/mesh-RSdKVQo5.js", "assets/space-DWNVNN8i.js", "icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("lab-") && name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(request.mode === "navigate" ? asked(request) : kept(request));
});

async function kept(request) {
  const cache = await caches.open(KEPT);
  return (await cache.match(request)) ?? fetch(request);
}

async function asked(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(KEPT);
    return (await cache.match(request, { ignoreSearch: true })) ?? (await cache.match("./")) ?? Response.error();
  }
}
