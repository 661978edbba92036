/** A pair as Rust code for `clearance::d2_f64`. */
import { shown } from "../state/numbers";
import type { Pair, Shape } from "../state/pair";

export function rustOf(pair: Pair): string {
  const [a, b] = [shapeOf(pair.a), shapeOf(pair.b)];
  return `use clearance::d2_f64::{self, *};

fn main() -> Result<(), clearance::Error> {
    let (a, at) = (${a}, ${poseOf(pair.a)});
    let (b, there) = (${b}, ${poseOf(pair.b)});
    let answer = d2_f64::clearance(&a, &at, &b, &there);
    println!("{:?}", answer);
    Ok(())
}
`;
}

function poseOf(shape: Shape): string {
  const { t = [0, 0], angle = 0 } = shape.pose ?? {};
  return `Pose::new(${vector(t)}, ${number(angle)})?`;
}

function shapeOf(shape: Shape): string {
  const core = coreOf(shape);
  return shape.margin ? `Rounded::new(${core}, ${number(shape.margin)})?` : core;
}

function coreOf(shape: Shape): string {
  const vertices = shape.vertices ?? (shape.position ? [shape.position] : []);
  const list = vertices.map(vector);
  switch (shape.kind) {
    case "point":
      return `Point::new(${list[0] ?? vector([0, 0])})?`;
    case "segment":
      return `Segment::new(${list.join(", ")})?`;
    case "triangle":
      return `Triangle::new(${list.join(", ")})?`;
    case "polygon":
      return `Polygon::new(vec![${list.join(", ")}])?`;
    case "hull":
      return `Hull::new(vec![${list.join(", ")}])?`;
    case "circle":
      return `Circle::new(${number(shape.radius ?? 0)})?`;
    case "capsule":
      return shape.p1 && shape.p2
        ? `Capsule::new(${vector(shape.p1)}, ${vector(shape.p2)}, ${number(shape.radius ?? 0)})?`
        : `Capsule::new(${vector(along(shape, -1))}, ${vector(along(shape, 1))}, ${number(shape.radius ?? 0)})?`;
    case "box":
      return `Cuboid::new(${vector(shape.half_extents ?? [])})?`;
    case "ellipse":
      return `Ellipse::new(${vector(shape.radii ?? [])})?`;
    case "half-plane":
      return `HalfSpace::new(${vector(shape.normal ?? [])}, ${number(shape.offset ?? 0)})?`;
    default:
      return `todo!("a ${shape.kind}")`;
  }
}

function along(shape: Shape, sign: number): number[] {
  const length = sign * (shape.half_length ?? 0);
  return shape.axis === "y" ? [0, length] : [length, 0];
}

function vector(v: readonly number[]): string {
  return `DVec2::new(${v.map(number).join(", ")})`;
}

/** A literal that reads back to the same bits; `shown` is not for this. */
function number(x: number): string {
  if (Object.is(x, -0)) return "-0.0";
  const text = String(x);
  return /[.e]/.test(text) ? text : Number.isFinite(x) ? `${text}.0` : shown(x);
}
