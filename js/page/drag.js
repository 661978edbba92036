// A drag that stops at contact: the box goes as far on its way as a cast is free, and then slides along what it has met.

import { Mesh, Shape, castShape } from 'clearance';
import * as THREE from 'three';

export const title = 'Drag';
export const hint = 'Drag the orange box against the others.';

/** How near the box stops. */
const GAP = 0.002;

export function start({ camera, canvas, on, raycaster, scene }, say) {
  const grey = new THREE.MeshStandardMaterial({ color: 0x9aa7b5 });
  const place = (geometry, x, y, turn, shape) => {
    const mesh = new THREE.Mesh(geometry, grey);
    mesh.position.set(x, y, 0);
    mesh.rotation.set(0, 0, turn);
    scene.add(mesh);
    return [mesh, shape];
  };
  const knot = new THREE.TorusKnotGeometry(0.7, 0.25, 128, 24);
  const others = [
    place(new THREE.BoxGeometry(1.5, 1.5, 1.5), -1.2, 1.2, 0.4, Shape.box([1.5, 1.5, 1.5])),
    place(new THREE.SphereGeometry(0.9, 48, 32), 2, 1, 0, Shape.sphere(0.9)),
    place(knot, 1, -1.4, 0, Mesh.fromGeometry(knot)),
  ];
  const box = new THREE.Mesh(new THREE.BoxGeometry(0.8, 0.8, 0.8), new THREE.MeshStandardMaterial({ color: 0xe08a2c }));
  box.position.set(-3, -0.8, 0);
  scene.add(box);
  const own = Shape.box([0.8, 0.8, 0.8]);
  const plane = new THREE.Plane(new THREE.Vector3(0, 0, 1), 0);
  let grip;

  /** Moves the box along a way as far as it is free; gives what is left, without its part against the contact. */
  function move(way) {
    if (way.length() < 1e-6) return undefined;
    const still = [0, 0, 0];
    const casts = others.map(([other, shape]) => castShape(shape, other, still, own, box, [...way], { gap: GAP, ignoreParting: true }));
    const first = casts.reduce((a, b) => (b.time < a.time ? b : a));
    const part = Math.min(1, Math.max(0, first.time));
    box.position.addScaledVector(way, part);
    if (!first.hit) return undefined;
    const [left, normal] = [way.clone().multiplyScalar(1 - part), new THREE.Vector3(...first.normal)];
    left.z = normal.z = 0;
    normal.normalize();
    return left.addScaledVector(normal, -Math.min(0, left.dot(normal)));
  }

  on('pointerdown', (event) => {
    if (raycaster.intersectObject(box).length === 0) return;
    canvas.setPointerCapture?.(event.pointerId);
    grip = raycaster.ray.intersectPlane(plane, new THREE.Vector3()).sub(box.position);
  });
  on('pointermove', () => {
    if (!grip) return;
    let way = raycaster.ray.intersectPlane(plane, new THREE.Vector3()).sub(grip).sub(box.position);
    let touches = 0;
    for (let turn = 0; way && turn < 3; turn++) {
      way = move(way);
      touches += Number(Boolean(way));
    }
    say(touches ? 'It touches, and slides along what it has met.' : 'It is free.');
  });
  on('pointerup', () => (grip = undefined));
  camera.updateMatrixWorld();
  window.example = { box, others, own };
}
