import { expect, test } from "vitest";
import { shown, shownVector, written } from "./numbers";

test("minus zero and hard numbers keep their bits", () => {
  for (const x of [-0, 0, 0.1, 1e-300, 5e-324, 1.7976931348623157e308, 1 / 3, -123456789.98765433]) {
    expect(Object.is(JSON.parse(written(x)), x)).toBe(true);
  }
});

test("keys that are not there stay away", () => {
  expect(written({ a: [1, -0], b: undefined, c: "x\"y", d: null })).toBe('{"a":[1,-0.0],"c":"x\\"y","d":null}');
});

test("numbers for people have no negative zero", () => {
  expect(shown(-1e-20)).toBe("−1.00e−20");
  expect(shown(-0)).toBe("0.000");
  expect(shown(-0.0006, 3)).toBe("−0.001");
  expect(shown(Infinity)).toBe("∞");
  expect(shownVector([-0.5, 2])).toBe("(−0.50, 2.00)");
});
