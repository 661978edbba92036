/** Light, dark, or the choice of the system. */
type Choice = "system" | "light" | "dark";

const NEXT: Record<Choice, Choice> = { system: "light", light: "dark", dark: "system" };

export function startTheme(toggle: HTMLElement, changed: () => void): void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  let choice = stored();
  const apply = (): void => {
    if (choice === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = choice;
    toggle.setAttribute("aria-label", choice === "system" ? "Theme: as the system" : `Theme: ${choice}`);
    toggle.textContent = { system: "◐", light: "☀", dark: "☾" }[choice];
    changed();
  };
  toggle.onclick = (): void => {
    choice = NEXT[choice];
    try {
      localStorage.setItem("theme", choice);
    } catch {
      // Private windows may have no storage; the choice then lasts until the page is closed.
    }
    apply();
  };
  system.addEventListener("change", apply);
  window.matchMedia("(forced-colors: active)").addEventListener("change", apply);
  apply();
}

function stored(): Choice {
  try {
    const found = localStorage.getItem("theme");
    return found === "light" || found === "dark" ? found : "system";
  } catch {
    return "system";
  }
}
