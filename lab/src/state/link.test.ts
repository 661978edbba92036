import { expect, test } from "vitest";
import { fromFragment, toFragment, type Place } from "./link";

const place: Place = {
  view: "epa",
  algorithm: "epa",
  step: 7,
  pair: {
    a: { kind: "circle", radius: 0.1, pose: { t: [-0, 1 / 3], angle: 1e-300 } },
    b: { kind: "hull", vertices: [[0.1, 5e-324]], pose: {} },
  },
  camera: { span: 8, shapes: [0.5, -1], difference: [0, 0] },
  first: [-0.6, 0.8],
};

test("a link restores all bits", async () => {
  const back = await fromFragment(await toFragment(place));
  expect(back).toEqual(place);
  expect(Object.is(back.pair.a.pose?.t?.[0], -0)).toBe(true);
});

test("a damaged link says so", async () => {
  await expect(fromFragment("#1.epa.epa.7.!!!")).rejects.toThrow("damaged");
  await expect(fromFragment("#2.x")).rejects.toThrow("not one of this page");
  const other = await toFragment({ ...place, pair: { a: 1 } as unknown as Place["pair"] });
  await expect(fromFragment(other)).rejects.toThrow("no pair");
});

test("a camera that is no camera is left out", async () => {
  const odd = await toFragment({ ...place, camera: { span: -1, shapes: [0, 0], difference: [0, 0] } });
  expect((await fromFragment(odd)).camera).toBeNull();
});
