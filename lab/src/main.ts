/** Starts the page: the figure of the markup is there already; the library follows. */
import { App } from "./app";
import { loadEngine } from "./engine/wasm";
import { byId } from "./ui/html";

declare global {
  interface Window {
    /** For tests and for the curious. */
    lab?: App;
  }
}

loadEngine()
  .then(async (engine) => {
    const app = new App(engine);
    window.lab = app;
    await app.start();
    window.addEventListener("resize", () => { app.resize(); });
    document.documentElement.dataset["ready"] = "true";
  })
  .catch((error: unknown) => {
    const message = byId("message");
    message.hidden = false;
    message.textContent = `The library did not load: ${error instanceof Error ? error.message : String(error)}`;
  });

// Later visits need no network. Where a browser does not let it (private windows, pages that are not
// secure), nothing is lost but that.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  window.addEventListener("load", () => { navigator.serviceWorker.register("./offline.js").catch(() => undefined); });
}
