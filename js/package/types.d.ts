/**
 * What all entries have in common. Answers about one pair or point are values; about rows they are columns, a number or a vector a
 * row. Types cannot tell one pose of 7 numbers from rows of them, so rows without `out` name what they give:
 * `distance<Float32Array>(a, poses, b, pose)`, `clearance<Clearances>(..)`.
 */

export type NumberArray = readonly number[] | Float32Array | Float64Array | Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;
export type Reals = Float32Array | Float64Array;

export interface XYZ { x: number; y: number; z: number }
/** In the plane the first two numbers. */
export type Vector = NumberArray | XYZ | { x: number; y: number };

export interface Matrix4Like { elements: NumberArray }
export interface PlacedLike { position: XYZ | NumberArray; quaternion: { x: number; y: number; z: number; w: number } | NumberArray; scale?: XYZ | NumberArray }
export interface Object3DLike { isObject3D: boolean; matrixWorld: Matrix4Like; updateWorldMatrix(parents: boolean, children: boolean): void }
/**
 * Local to world. In space: 7 numbers (x, y, z and a quaternion x, y, z, w), 3 numbers, a Matrix4, a position and a quaternion, or an
 * Object3D, whose matrixWorld it is; a scale is applied to the shape exactly, and what shears is refused. In the plane: 3 numbers
 * (x, y and an angle) or 2. `null` is none.
 */
export type Pose = NumberArray | Matrix4Like | PlacedLike | Object3DLike | null;
/** 7 numbers for each (3 in the plane), or a list of poses. */
export type Poses = NumberArray | readonly Pose[];

export type Source = string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module;
/** Loads the library; again and again is once. Without a source it is the file beside the entry, with SIMD where that is there. */
export default function init(source?: Source): Promise<void>;
/** At once, from a compiled module or its bytes. */
export function initSync(source: BufferSource | WebAssembly.Module): void;

export interface GeometryLike {
  attributes: { [name: string]: any };
  index?: { array: ArrayLike<number>; count: number } | null;
}

export interface Bounds { min: number[]; max: number[] }

export interface RayOptions {
  /** Which sides of triangles count; both by default. */
  side?: 'front' | 'back' | 'both';
  /** Only the surface of convex shapes and solids counts, so that a ray that starts inside hits where it leaves. */
  hollow?: boolean;
}
export interface RayHit {
  /** In lengths of the direction; 0 for a ray that starts inside. */
  time: number;
  point: number[];
  normal: number[];
  /** The part of a compound, 0 for other shapes. */
  part: number;
  /** The triangle, -1 on a convex shape. */
  faceIndex: number;
  /** Weights of the three corners of the triangle. */
  barycoord: [number, number, number];
  fromBehind: boolean;
}
/** A row for each ray: `time` is infinite for a miss, `part` and `faceIndex` are -1, other numbers NaN or 0. */
export interface RayHits {
  time: Reals;
  point: Reals;
  normal: Reals;
  part: Int32Array;
  faceIndex: Int32Array;
  /** Two numbers a ray: the weights of the second and third corner. */
  barycoord: Reals;
  fromBehind: Uint8Array;
}
/** A row for each hit. */
export interface AllRayHits extends RayHits {
  /** The number of the ray. */
  ray: Uint32Array;
}

export interface Projection {
  /** Negative inside of a convex shape or a solid. Within [lower, upper]. */
  signedDistance: number;
  lower: number;
  upper: number;
  /** The nearest point of the surface. */
  point: number[];
  normal: number[];
  part: number;
  faceIndex: number;
}
export interface Projections {
  signedDistance: Reals;
  lower: Reals;
  upper: Reals;
  point: Reals;
  normal: Reals;
  part: Int32Array;
  faceIndex: Int32Array;
}

/** A shape in its own frame. Immutable. */
export interface AnyShape {
  readonly kind: 'convex' | 'mesh' | 'solid' | 'compound';
  /** Gives the memory back at once; without it the engine does so some time after the last reference is gone. */
  free(): void;
  [Symbol.dispose](): void;
  /** The corners of a box along the axes of the world that contains the shape. */
  bounds(pose?: Pose): Bounds;
  /** Other sizes: each coordinate of the local frame times a factor; negative factors mirror. */
  scaled(factors: Vector | number): AnyShape;
  /** All points within the radius of a bounded convex shape. */
  rounded(radius: number): AnyShape;
  /** Where a ray first meets the shape; null only if a miss is proven. */
  castRay(pose: Pose, origin: Vector, direction: Vector, tmax?: number, options?: RayOptions): RayHit | null;
  /** Rays are an origin and a direction each. `out` has some of the arrays of the answer, or two numbers a ray: time and face. */
  castRays(pose: Pose, rays: NumberArray, tmax?: number, out?: undefined, options?: RayOptions): RayHits;
  castRays<T extends Partial<RayHits> | Reals>(pose: Pose, rays: NumberArray, tmax: number | undefined, out: T, options?: RayOptions): T;
  /** All triangles and convex parts that rays meet; solids are hollow. */
  castRaysAll(pose: Pose, rays: NumberArray, tmax?: number, options?: RayOptions): AllRayHits;
  /** Is each point inside or on the surface? False only where it is proven to be outside. */
  contains<T = boolean>(points: Vector, pose?: Pose): T;
  contains(points: NumberArray, pose: Pose | undefined, out: Uint8Array): Uint8Array;
  /** How far each point is from the surface, negative inside. */
  signedDistance<T = number>(points: Vector, pose?: Pose): T;
  signedDistance<T extends Reals>(points: NumberArray, pose: Pose | undefined, out: T): T;
  /** The nearest point of the surface. */
  project<T = Projection>(points: Vector, pose?: Pose): T;
  project<T extends Partial<Projections>>(points: NumberArray, pose: Pose | undefined, out: T): T;
}

/** Do the shapes touch or overlap? False only if a gap is proven. */
export function intersects<T = boolean>(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses): T;
export function intersects(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses, out: Uint8Array): Uint8Array;
/** How far apart are the shapes? 0 if they touch or overlap. One number for each pose of many. */
export function distance<T = number>(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses): T;
export function distance<T extends Reals>(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses, out: T): T;

export interface ClosestPoints { pointA: number[]; pointB: number[]; distance: number }
export interface ClosestPointsRows { pointA: Reals; pointB: Reals; distance: Reals }
/** The nearest points in world coordinates: NaN where the shapes touch or overlap, and the distance is 0. */
export function closestPoints<T = ClosestPoints>(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses): T;
export function closestPoints<T extends Partial<ClosestPointsRows>>(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses, out: T): T;

export interface Clearance {
  /** The distance; minus the depth of an overlap. Within [lower, upper]. */
  signedDistance: number;
  /** It is proven that the exact value is not below. */
  lower: number;
  /** It is proven that the exact value is not above. */
  upper: number;
  /** From A to B: moving B by depth * normal parts the shapes. */
  normal: number[];
  pointA: number[];
  pointB: number[];
  /** 0 where the bounds contain 0 (undecided), 1 apart, 2 overlapping. */
  status: 0 | 1 | 2;
}
export interface Clearances { signedDistance: Reals; lower: Reals; upper: Reals; normal: Reals; pointA: Reals; pointB: Reals; status: Uint8Array }
/** How far apart are the shapes, or how deep do they overlap? */
export function clearance<T = Clearance>(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses): T;
export function clearance<T extends Partial<Clearances>>(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses, out: T): T;

export interface Penetration { depth: number; normal: number[] }
export interface Penetrations { depth: Reals; normal: Reals }
/** How deep do the shapes overlap, and along which normal? */
export function penetration<T = Penetration>(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses): T;
export function penetration<T extends Partial<Penetrations>>(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses, out: T): T;

/** Are the shapes at most so far apart? False only if it is proven that they are not. */
export function within<T = boolean>(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses, distance: number): T;
export function within(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses, distance: number, out: Uint8Array): Uint8Array;

export interface ContactOptions {
  /** Up to which separation points count; a negative one asks for points of at least this depth. */
  margin?: number;
  /** The depth by which bodies at rest may overlap: gaps and steps below it give no contact sideways. */
  slop?: number;
}
export interface ContactPoint { pointA: number[]; pointB: number[]; separation: number; featureA: number; featureB: number }
export interface Patch { normal: number[]; points: ContactPoint[]; partA: number; faceA: number; partB: number; faceB: number }
/** A row for each point. */
export interface ContactRows {
  row: Uint32Array;
  patch: Uint32Array;
  separation: Reals;
  featureA: Uint32Array;
  featureB: Uint32Array;
  partA: Int32Array;
  faceA: Int32Array;
  partB: Int32Array;
  faceB: Int32Array;
  normal: Reals;
  pointA: Reals;
  pointB: Reals;
}
/** Where do the shapes touch, or come as near as the margin? One pair gives patches, rows of poses give `ContactRows`. */
export function contacts<T = Patch[]>(a: AnyShape, poseA: Pose | Poses, b: AnyShape, poseB: Pose | Poses, options?: ContactOptions): T;

export interface CastOptions {
  /** The last time; 1 by default. */
  tmax?: number;
  /** Shapes are in contact if they are as near. */
  gap?: number;
  /** A contact at the start does not count while the shapes move apart or slide along each other. */
  ignoreParting?: boolean;
}
export interface Impact {
  /** False only if it is proven that the shapes do not touch until the last time. */
  hit: boolean;
  time: number;
  lower: number;
  upper: number;
  partA: number;
  faceA: number;
  partB: number;
  faceB: number;
  normal: number[];
  pointA: number[];
  pointB: number[];
}
export interface Impacts { hit: Uint8Array; time: Reals; lower: Reals; upper: Reals; partA: Int32Array; faceA: Int32Array; partB: Int32Array; faceB: Int32Array; normal: Reals; pointA: Reals; pointB: Reals }
/** A velocity; a velocity and an angular velocity in radians; or the pose at time 1. */
export type Motion = Vector | Matrix4Like | PlacedLike;
/** When do the shapes touch first? */
export function castShape<T = Impact>(a: AnyShape, poseA: Pose | Poses, motionA: Motion, b: AnyShape, poseB: Pose | Poses, motionB: Motion, options?: CastOptions): T;
export function castShape<T extends Partial<Impacts>>(a: AnyShape, poseA: Pose | Poses, motionA: Motion, b: AnyShape, poseB: Pose | Poses, motionB: Motion, options: CastOptions | undefined, out: T): T;

/** The methods of shapes with these names, as functions. */
export function castRay(shape: AnyShape, pose: Pose, origin: Vector, direction: Vector, tmax?: number, options?: RayOptions): RayHit | null;
export function castRays(shape: AnyShape, pose: Pose, rays: NumberArray, tmax?: number, out?: undefined, options?: RayOptions): RayHits;
export function castRays<T extends Partial<RayHits> | Reals>(shape: AnyShape, pose: Pose, rays: NumberArray, tmax: number | undefined, out: T, options?: RayOptions): T;
export function castRaysAll(shape: AnyShape, pose: Pose, rays: NumberArray, tmax?: number, options?: RayOptions): AllRayHits;
export function contains<T = boolean>(shape: AnyShape, points: Vector, pose?: Pose): T;
export function contains(shape: AnyShape, points: NumberArray, pose: Pose | undefined, out: Uint8Array): Uint8Array;
export function signedDistance<T = number>(shape: AnyShape, points: Vector, pose?: Pose): T;
export function signedDistance<T extends Reals>(shape: AnyShape, points: NumberArray, pose: Pose | undefined, out: T): T;
export function project<T = Projection>(shape: AnyShape, points: Vector, pose?: Pose): T;
export function project<T extends Partial<Projections>>(shape: AnyShape, points: NumberArray, pose: Pose | undefined, out: T): T;

export interface BodyOptions {
  /** Meets no other fixed body. */
  fixed?: boolean;
  /** Has no contacts; rays and points do not see it unless the filter says so. */
  sensor?: boolean;
  /** A bit for each layer that the body is of; 1 by default. */
  layers?: number;
  /** A bit for each layer that it meets; all by default. */
  meets?: number;
  /** Bodies of one group other than 0 never meet. */
  group?: number;
}
export interface Filter {
  /** Only bodies of one of these layers. */
  layers?: number;
  sensors?: boolean;
  /** Not these bodies. */
  without?: string[];
}
export interface BodyPair { a: string; b: string; answer: Clearance }
export interface BodyContacts { a: string; b: string; patches: Patch[] }
export interface SceneRayHits { body: Int32Array; time: Reals; point: Reals; normal: Reals; part: Int32Array; faceIndex: Int32Array }
/** Bodies that come, move and go. */
export class Scene {
  readonly names: string[];
  readonly size: number;
  free(): void;
  [Symbol.dispose](): void;
  /** Returns the number of the body, which no other body ever gets. */
  add(name: string, shape: AnyShape, pose?: Pose, options?: BodyOptions): number;
  move(names: string | string[], poses: Pose | Poses): void;
  remove(name: string): void;
  /** Leaves the pair out of all answers. */
  ignore(a: string, b: string): void;
  /** All pairs that are not proven to be farther apart, the deepest or nearest first. */
  pairs(distance?: number): BodyPair[];
  nearest(count?: number): BodyPair[];
  intersecting(most?: number): [string, string][];
  contacts(options?: ContactOptions): BodyContacts[];
  castRay(origin: Vector, direction: Vector, tmax?: number, filter?: Filter): (RayHit & { body: string }) | null;
  castRays(rays: NumberArray, tmax?: number, filter?: Filter): SceneRayHits;
  castRays<T extends Partial<SceneRayHits>>(rays: NumberArray, tmax: number | undefined, filter: Filter | undefined, out: T): T;
  nameOf(body: number): string | undefined;
  containing(point: Vector, filter?: Filter): string[];
  touching(shape: AnyShape, pose: Pose, filter?: Filter): string[];
}
