// A drop-in for `Mesh.raycast` of three.js:
//
//   THREE.Mesh.prototype.raycast = raycastOf(THREE);
//
// Hits are those of three.js: on the sides that the material shows, in the draw range and the groups, the nearest first.
// A geometry gets its tree when the first ray comes; another one when its positions or its index have a new version.

import { Mesh } from './shape.js';
import { castRay, castRaysAll } from './probes.js';

const kept = new WeakMap();
const SIDES = ['front', 'back', 'both'];

/** The shape of a geometry, made once for each version of its positions and its index. */
export function meshOf(geometry) {
  const { position } = geometry.attributes;
  const version = [position.version ?? position.data?.version, geometry.index?.version, geometry.index?.count, position.count].join();
  let own = kept.get(geometry);
  if (own?.version !== version || own.position !== position || own.index !== geometry.index) {
    own?.mesh.free();
    own = { version, position, index: geometry.index, mesh: Mesh.fromGeometry(geometry) };
    kept.set(geometry, own);
  }
  return own.mesh;
}

/** A method for meshes of three.js, whose classes are given. What moves its vertices keeps the method that was there. */
export function raycastOf({ Mesh: { prototype }, Vector2, Vector3 }) {
  const slow = prototype.raycast;
  return function raycast(raycaster, intersects) {
    const { geometry, material, matrixWorld } = this;
    if (this.isSkinnedMesh || geometry.morphAttributes.position) return slow.call(this, raycaster, intersects);
    if (material === undefined || !geometry.attributes.position) return undefined;
    const mesh = meshOf(geometry);
    const { origin, direction } = raycaster.ray;
    const inverse = inverted(matrixWorld.elements);
    if (!inverse) return undefined;
    const ray = [...moved(inverse, origin, 1), ...moved(inverse, direction, 0)];
    const sides = new Set([material].flat().map((own) => SIDES[own?.side ?? 0]));
    const side = sides.size === 1 ? [...sides][0] : 'both';
    const add = (hit) => {
      const found = intersection(this, raycaster, ray.slice(3), hit, [Vector2, Vector3]);
      if (found) intersects.push(found);
      return found;
    };
    const isWhole = !Array.isArray(material) && geometry.drawRange.start === 0 && geometry.drawRange.count === Infinity;
    if (raycaster.firstHitOnly && isWhole && raycaster.near === 0) {
      const hit = castRay(mesh, null, ray.slice(0, 3), ray.slice(3), raycaster.far, { side });
      if (hit) add({ ...hit, weights: hit.barycoord });
      return undefined;
    }
    const all = castRaysAll(mesh, null, ray, raycaster.far, { side });
    for (let row = 0; row < all.time.length; row++) {
      const [u, v] = all.barycoord.subarray(2 * row);
      const point = all.point.subarray(3 * row, 3 * row + 3);
      const hit = { faceIndex: all.faceIndex[row], fromBehind: all.fromBehind[row], point, weights: [1 - u - v, u, v] };
      if (add(hit) && raycaster.firstHitOnly) break;
    }
    return undefined;
  };
}

/** What three.js tells of a hit, if it counts. */
function intersection(object, raycaster, along, { faceIndex, fromBehind, weights }, [Vector2, Vector3]) {
  const { geometry, material, matrixWorld } = object;
  const { index, attributes, drawRange } = geometry;
  const first = 3 * faceIndex;
  if (first < drawRange.start || first + 2 >= drawRange.start + drawRange.count) return undefined;
  const groups = Array.isArray(material) ? geometry.groups : undefined;
  const group = groups?.find(({ start, count }) => first >= start && first < start + count);
  const own = groups ? group && material[group.materialIndex] : material;
  if (!own || (own.side === 0 && fromBehind) || (own.side === 1 && !fromBehind)) return undefined;
  const [a, b, c] = [0, 1, 2].map((k) => (index ? index.getX(first + k) : first + k));
  const corners = [a, b, c].map((k) => new Vector3().fromBufferAttribute(attributes.position, k));
  const mixed = (attribute, Vector) => {
    const [p, q, r] = [a, b, c].map((k) => new Vector().fromBufferAttribute(attribute, k));
    return p.multiplyScalar(weights[0]).addScaledVector(q, weights[1]).addScaledVector(r, weights[2]);
  };
  const point = mixed(attributes.position, Vector3).applyMatrix4(matrixWorld);
  const distance = raycaster.ray.origin.distanceTo(point);
  if (distance < raycaster.near || distance > raycaster.far) return undefined;
  const normal = corners[2].clone().sub(corners[1]).cross(corners[0].clone().sub(corners[1])).normalize();
  const found = { distance, point, object, faceIndex, face: { a, b, c, normal, materialIndex: group?.materialIndex ?? 0 } };
  found.barycoord = new Vector3(...weights);
  if (attributes.uv) found.uv = mixed(attributes.uv, Vector2);
  if (attributes.uv1) found.uv1 = mixed(attributes.uv1, Vector2);
  if (attributes.normal) {
    found.normal = mixed(attributes.normal, Vector3);
    if (found.normal.dot(new Vector3(...along)) > 0) found.normal.multiplyScalar(-1);
  }
  return found;
}

/** The inverse of an affine matrix, as three rows and a shift; undefined if it has none. */
function inverted([a, b, c, , d, e, f, , g, h, i, , x, y, z]) {
  const rows = [
    [e * i - f * h, f * g - d * i, d * h - e * g],
    [c * h - b * i, a * i - c * g, b * g - a * h],
    [b * f - c * e, c * d - a * f, a * e - b * d],
  ];
  const determinant = a * rows[0][0] + b * rows[0][1] + c * rows[0][2];
  if (!(Math.abs(determinant) > 0)) return undefined;
  return rows.map((row) => {
    const [p, q, r] = row.map((number) => number / determinant);
    return [p, q, r, -(p * x + q * y + r * z)];
  });
}

function moved(rows, { x, y, z }, w) {
  return rows.map(([p, q, r, shift]) => p * x + q * y + r * z + w * shift);
}
