/** The colours of the roles, read from the style sheet, which defines them. */
import type { Role } from "./pen";

export type Palette = Record<Role, string> & {
  /** For text, which needs more contrast than a mark. */
  label: Record<Role, string>;
};

const ROLES: readonly Role[] = ["a", "b", "difference", "simplex", "direction", "origin", "ink", "muted", "line", "paper", "good"];

/** A canvas cannot use CSS variables, but the computed colour of an element has their values. */
export function palette(): Palette {
  const probe = document.createElement("i");
  probe.hidden = true;
  document.body.append(probe);
  const read = (name: string, otherwise: string): string => {
    probe.style.color = `var(--${name}, var(--${otherwise}))`;
    return getComputedStyle(probe).color;
  };
  const marks = Object.fromEntries(ROLES.map((role) => [role, read(role, role)])) as Record<Role, string>;
  const label = Object.fromEntries(ROLES.map((role) => [role, read(`label-${role}`, role)])) as Record<Role, string>;
  probe.remove();
  return { ...marks, label };
}

/** The names of the variables, for SVG in the page. */
export function variables(): Palette {
  const marks = Object.fromEntries(ROLES.map((role) => [role, `var(--${role})`])) as Record<Role, string>;
  const label = Object.fromEntries(ROLES.map((role) => [role, `var(--label-${role}, var(--${role}))`])) as Record<Role, string>;
  return { ...marks, label };
}
