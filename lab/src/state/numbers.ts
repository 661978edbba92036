/**
 * Numbers to text and back.
 *
 * A link must restore a pair bit for bit. `JSON.stringify` writes -0 as 0, so pairs are written
 * here. All other finite numbers have a shortest text in JavaScript that reads back to the same bits.
 */

/** JSON text of a value, in which -0 keeps its sign. */
export function written(value: unknown): string {
  if (typeof value === "number") {
    return Object.is(value, -0) ? "-0.0" : JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(written).join(",")}]`;
  }
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value).filter(([, v]) => v !== undefined);
    return `{${fields.map(([k, v]) => `${JSON.stringify(k)}:${written(v)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** A number for display: with few digits, without "-0.00", with exponents only if necessary. */
export function shown(x: number | null | undefined, digits = 3): string {
  if (x === null || x === undefined) return "none";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const size = Math.abs(x);
  if (size !== 0 && (size < 0.5 * 10 ** -digits || size >= 1e6)) {
    return minus(x.toExponential(2));
  }
  const text = x.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : minus(text);
}

/** A vector for display. */
export function shownVector(v: readonly number[] | null | undefined, digits = 2): string {
  if (!v) return "none";
  const size = Math.max(...v.map(Math.abs));
  // Relative to the others it is rounding error.
  return `(${v.map((x) => shown(Math.abs(x) < 1e-9 * size ? 0 : x, digits)).join(", ")})`;
}

/** The hyphen of a negative number becomes a minus sign. */
function minus(text: string): string {
  return text.replace(/-/g, "−");
}
