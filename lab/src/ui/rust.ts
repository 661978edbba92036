/** A pair as Rust code for `clearance::d2_f64` or `d3_f64`. */
import { shown } from "../state/numbers";
import { dimension, isCast, type Pair, type Pose, type Shape } from "../state/pair";

export function rustOf(pair: Pair): string {
  const room = dimension(pair) === 3 ? "d3_f64" : "d2_f64";
  const [a, b] = [shapeOf(pair.a), shapeOf(pair.b)];
  return `use clearance::${room}::{self, *};

fn main() -> Result<(), clearance::Error> {
    let (a, at) = (${a}, ${poseOf(pair.a, room)});
    let (b, there) = (${b}, ${poseOf(pair.b, room)});
${isCast(pair) ? casting(pair) : `    let answer = ${room}::clearance(&a, &at, &b, &there);`}
    println!("{:?}", answer);
    Ok(())
}
`;
}

/** A ray is the cast of a point. */
function casting(pair: Pair): string {
  const cast = (pair["cast"] ?? {}) as { va?: number[]; vb?: number[]; tmax?: number };
  const sweep = (pose: string, v: number[] | undefined): string => (v ? `Sweep::linear(&${pose}, ${vector(v)})?` : `Sweep::at_rest(&${pose})`);
  const until = cast.tmax === undefined ? "f64::INFINITY" : number(cast.tmax);
  return `    let (at, there) = (${sweep("at", cast.va)}, ${sweep("there", cast.vb)});
    let answer = Cast::new(&a, &at, &b, &there, ${until})?.impact();`;
}

function poseOf(shape: Shape, room: string): string {
  const pose = (shape.pose ?? {}) as Pose & { q?: number[]; rpy?: number[]; axis?: unknown };
  if (room === "d2_f64") return `Pose::new(${vector(pose.t ?? [0, 0])}, ${number(pose.angle ?? 0)})?`;
  // The library makes a quaternion from the other forms, and one made here would have other bits.
  const turn = pose.rpy || pose.axis !== undefined ? `todo!("the rotation, which the line has as ${pose.rpy ? "rpy" : "axis and angle"}")` : `DQuat::from_xyzw(${(pose.q ?? [0, 0, 0, 1]).map(number).join(", ")})`;
  return `Pose::new(${vector(pose.t ?? [0, 0, 0])}, ${turn})?`;
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
    case "sphere":
      return `Sphere::new(${number(shape.radius ?? 0)})?`;
    case "cylinder":
    case "cone":
      return `${shape.kind === "cone" ? "Cone" : "Cylinder"}::new(Axis::${(shape.axis ?? "z").toUpperCase()}, ${number(Number(shape["half_height"] ?? 0))}, ${number(shape.radius ?? 0)})?`;
    case "ellipsoid":
      return `Ellipsoid::new(${vector(shape.radii ?? [])})?`;
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
    case "mesh":
    case "solid": {
      const triangles = (shape["triangles"] ?? []) as readonly (readonly number[])[];
      const mesh = `Mesh::new(vec![${list.join(", ")}], vec![${triangles.map((t) => `[${t.join(", ")}]`).join(", ")}])?`;
      return shape.kind === "mesh" ? mesh : `Solid::new(${mesh})?`;
    }
    case "half-plane":
    case "half-space":
      return `${shape.kind === "half-plane" ? "HalfPlane" : "HalfSpace"}::new(${vector(shape.normal ?? [])}, ${number(shape.offset ?? 0)})?`;
    default:
      return `todo!("a ${shape.kind}")`;
  }
}

function along(shape: Shape, sign: number): number[] {
  const length = sign * (shape.half_length ?? 0);
  if (shape.axis === "z") return [0, 0, length];
  const flat = shape.axis === "y" ? [0, length] : [length, 0];
  return shape.pose?.t?.length === 3 ? [...flat, 0] : flat;
}

function vector(v: readonly number[]): string {
  return `DVec${v.length === 3 ? 3 : 2}::new(${v.map(number).join(", ")})`;
}

/** A literal that gives the same bits when it is read. `shown` rounds. */
function number(x: number): string {
  if (Object.is(x, -0)) return "-0.0";
  const text = String(x);
  return /[.e]/.test(text) ? text : Number.isFinite(x) ? `${text}.0` : shown(x);
}
