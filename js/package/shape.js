// Shapes: what a question is about. Each is a number of the library; `free` gives its memory back, as do `using` and, some
// time after the last reference is gone, the engine.

import { number, numbers, vector, whole, wrongType } from './check.js';
import { indices, ask, lib, room, shrink } from './memory.js';
import { DIM, POSE } from './numbers.js';
import { writePose } from './poses.js';

const registry = new FinalizationRegistry((kept) => lib.freeShape(kept));
/** The first argument of constructors that only this file calls. */
const OWN = Symbol('own');
/** From so many numbers on the room is given back after a shape was made. */
const LARGE = 1 << 16;

/** The number of a shape. */
export let numberOf;
/** The shape with the scale of a pose. */
export let scaledBy;

/** A shape in its own frame. Immutable. */
export class Shape {
  #number;
  #scaled;

  static {
    numberOf = (name, shape) => {
      if (shape === null || typeof shape !== 'object' || !(#number in shape)) {
        throw wrongType(name, 'a Shape of this entry of clearance is needed', shape);
      }
      if (shape.#number < 0) throw new Error(`${name}: this shape was freed`);
      return shape.#number;
    };
    scaledBy = (name, shape, factors) => {
      const key = factors.join();
      if (shape.#scaled?.key !== key || shape.#scaled.shape.#number < 0) {
        try {
          shape.#scaled = { key, shape: shape.scaled(factors) };
        } catch (wrong) {
          throw new RangeError(`${name}: the pose scales the shape, and ${wrong.message}`, { cause: wrong });
        }
      }
      return shape.#scaled.shape.#number;
    };
  }

  constructor(own, kept) {
    if (own !== OWN) throw new TypeError('Shape: call Shape.sphere, Shape.box or another function that makes one');
    this.#number = kept;
    registry.register(this, kept, this);
  }

  /** Gives the memory back at once. Questions about a shape that was freed throw. */
  free() {
    if (this.#number < 0) return;
    registry.unregister(this);
    lib.freeShape(this.#number);
    this.#number = -1;
    this.#scaled?.shape.free();
  }

  /** "convex", "mesh", "solid" or "compound". */
  get kind() {
    return ['convex', 'mesh', 'solid', 'compound'][ask('kind', numberOf('shape', this))];
  }

  /** The corners of a box along the axes of the world that contains the shape. */
  bounds(pose = null) {
    const view = room(POSE + 2 * DIM);
    const factors = writePose('pose', pose, view, 0);
    ask('bounds', factors ? scaledBy('pose', this, factors) : numberOf('shape', this));
    const corner = (k) => [...view.slice(POSE + DIM * k, POSE + DIM * (k + 1))];
    return { min: corner(0), max: corner(1) };
  }

  /** Other sizes: each coordinate of the local frame times a factor. */
  scaled(factors) {
    const [x, y, z = 1] = typeof factors === 'number' ? [factors, factors, factors] : vector('factors', factors, DIM);
    return new Shape(OWN, ask('scaled', numberOf('shape', this), x, y, z));
  }

  /** All points within the radius of a bounded convex shape. */
  rounded(radius) {
    return new Shape(OWN, ask('rounded', numberOf('shape', this), number('radius', radius)));
  }

  /** A box around the origin with these edge lengths. */
  static box(size) {
    const [x, y, z = 0] = vector('size', size, DIM);
    return new Shape(OWN, ask('cuboid', x, y, z));
  }

  /** From one point to another. */
  static segment(start, end) {
    write([vector('start', start, DIM), vector('end', end, DIM)]);
    return new Shape(OWN, ask('segment'));
  }

  /** The convex hull of points, DIM numbers each. */
  static hull(points) {
    const count = writeNumbers('points', points);
    return large(points.length, () => new Shape(OWN, ask('hull', count)));
  }

  /** Shapes that keep their places to each other: pairs of a shape and a pose. */
  static compound(parts) {
    if (!Array.isArray(parts)) throw wrongType('parts', 'an array of [shape, pose] is needed', parts);
    const shapes = parts.map((part, i) => {
      if (!Array.isArray(part)) throw wrongType(`parts[${i}]`, '[shape, pose] is needed', part);
      const factors = writePose(`parts[${i}]`, part[1] ?? null, room(POSE * parts.length), POSE * i);
      const own = numberOf(`parts[${i}]`, part[0]);
      return factors ? scaledBy(`parts[${i}]`, part[0], factors) : own;
    });
    indices(shapes.length).set(shapes);
    return new Shape(OWN, ask('compound', shapes.length));
  }
}

if (Symbol.dispose) {
  Object.defineProperty(Shape.prototype, Symbol.dispose, { value: Shape.prototype.free, configurable: true });
}

/** Writes vectors one after the other. */
function write(vectors) {
  const view = room(DIM * vectors.length);
  vectors.forEach((own, i) => view.set(own, DIM * i));
}

/** Writes an array of vectors; gives how many they are. */
function writeNumbers(name, given) {
  room(numbers(name, given, DIM).length).set(given);
  return given.length / DIM;
}

/** Makes a shape of so many numbers, and gives back what that took. */
function large(count, make) {
  try {
    return make();
  } finally {
    if (count > LARGE) shrink();
  }
}

/** Functions that make a shape of sizes. */
function sizes(all) {
  for (const [name, [of, ...arguments_]] of Object.entries(all)) {
    const make = (...given) => {
      const own = arguments_.map((argument, i) => number(argument, given[i]));
      return new Shape(OWN, ask(of, ...own));
    };
    Object.defineProperty(Shape, name, { value: make, configurable: true, writable: true });
  }
}

/** All points p with n . p <= offset, where n is the unit vector along the normal. */
function half(normal, offset = 0) {
  const [x, y, z = 0] = vector('normal', normal, DIM);
  return new Shape(OWN, ask('halfSpace', x, y, z, number('offset', offset)));
}

function ellipsoid(radii) {
  const [x, y, z = 0] = vector('radii', radii, DIM);
  return new Shape(OWN, ask('ellipsoid', x, y, z));
}

if (DIM === 3) {
  sizes({
    sphere: ['sphere', 'radius'],
    capsule: ['capsule', 'radius', 'length'],
    cylinder: ['cylinder', 'radius', 'length'],
    cone: ['cone', 'radius', 'length'],
  });
  Object.assign(Shape, {
    ellipsoid,
    halfSpace: half,
    triangle(a, b, c) {
      write([vector('a', a, 3), vector('b', b, 3), vector('c', c, 3)]);
      return new Shape(OWN, ask('triangle'));
    },
    heightField(heights, rows, columns, cell) {
      whole('rows', rows);
      whole('columns', columns);
      const [x, y] = vector('cell', cell, 2);
      room(numbers('heights', heights, 1, rows * columns).length).set(heights);
      return large(heights.length, () => new Shape(OWN, ask('heightField', rows, columns, x, y)));
    },
  });
} else {
  sizes({ circle: ['sphere', 'radius'] });
  Object.assign(Shape, {
    ellipse: ellipsoid,
    halfPlane: half,
    capsule(start, end, radius) {
      write([vector('start', start, 2), vector('end', end, 2)]);
      return new Shape(OWN, ask('capsule', number('radius', radius)));
    },
    polygon(points) {
      return new Shape(OWN, ask('polygon', writeNumbers('points', points)));
    },
    chain(points, closed = false) {
      const count = writeNumbers('points', points);
      return large(points.length, () => new Shape(OWN, ask('chain', count, !!closed)));
    },
    region(outlines) {
      if (!Array.isArray(outlines)) throw wrongType('outlines', 'an array of outlines is needed', outlines);
      outlines.forEach((own, i) => numbers(`outlines[${i}]`, own, 2));
      const count = outlines.reduce((sum, own) => sum + own.length, 0);
      indices(outlines.length).set(outlines.map((own) => own.length / 2));
      outlines.reduce((at, own) => {
        room(count).set(own, at);
        return at + own.length;
      }, 0);
      return large(count, () => new Shape(OWN, ask('region', outlines.length)));
    },
  });
}

/** A surface of triangles without an inside; see the class below for the plane, which has none. */
function makeMesh(vertices, triangles, isSolid) {
  numbers('vertices', vertices, 3);
  numbers('triangles', triangles, 3);
  const odd = triangles.findIndex((index) => index >>> 0 !== index);
  if (odd >= 0) throw new RangeError(`triangles[${odd}]: ${triangles[odd]} is no index`);
  return large(vertices.length + triangles.length, () => {
    room(vertices.length).set(vertices);
    indices(triangles.length).set(triangles);
    return ask('mesh', vertices.length / 3, triangles.length / 3, isSolid);
  });
}

/** A surface of triangles, counterclockwise seen from the front, without an inside. */
export class Mesh extends Shape {
  /** Three numbers for each vertex, three indices for each triangle. */
  constructor(vertices, triangles) {
    super(OWN, makeMesh(vertices, triangles, false));
  }

  /** Of a BufferGeometry of three.js. Triangles keep their numbers. */
  static fromGeometry(geometry) {
    return new this(...trianglesOf(geometry));
  }
}

/** What a closed mesh encloses. Equal vertices are joined, and fronts turned. */
export class Solid extends Shape {
  constructor(vertices, triangles) {
    super(OWN, makeMesh(vertices, triangles, true));
  }

  /** Of a BufferGeometry of three.js. */
  static fromGeometry(geometry) {
    return new this(...trianglesOf(geometry));
  }
}

/** The vertices and triangles of a geometry, indexed or not, interleaved or not. */
export function trianglesOf(geometry) {
  const position = geometry?.attributes?.position;
  if (!position) throw wrongType('geometry', 'a BufferGeometry with positions is needed', geometry);
  const count = position.count;
  if (position.itemSize !== 3) throw new RangeError(`geometry: positions of ${position.itemSize} numbers`);
  const isPlain = !position.isInterleavedBufferAttribute && !position.normalized;
  const vertices = isPlain ? position.array : new Float64Array(3 * count);
  if (!isPlain) {
    for (let i = 0; i < count; i++) {
      vertices[3 * i] = position.getX(i);
      vertices[3 * i + 1] = position.getY(i);
      vertices[3 * i + 2] = position.getZ(i);
    }
  }
  const corners = geometry.index?.array ?? Uint32Array.from({ length: count }, (_, i) => i);
  // Corners that are no triangle any more are drawn by nobody.
  return [vertices.subarray(0, 3 * count), corners.subarray(0, corners.length - (corners.length % 3))];
}
