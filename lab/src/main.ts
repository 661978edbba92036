/** Starts the page: the first figure is in the markup already, and the library is loaded. */
import { App } from "./app";
import { loadEngine } from "./engine/wasm";
import { byId } from "./ui/html";

declare global {
  interface Window {
    /** For tests and for the browser's console. */
    lab?: App;
  }
}

loadEngine()
  .then(async (engine) => {
    const app = new App(engine);
    window.lab = app;
    await app.start();
    document.documentElement.dataset["ready"] = "true";
  })
  .catch((error: unknown) => {
    const message = byId("message");
    message.hidden = false;
    message.textContent = `The library did not load: ${error instanceof Error ? error.message : String(error)}`;
  });

// Later visits need no network. If a browser does not allow it (private windows, insecure pages),
// only this is missing.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  window.addEventListener("load", () => { navigator.serviceWorker.register("./offline.js").catch(() => undefined); });
}
