// Colours of depth: each vertex of the sheet is coloured by its signed distance from the solid, blue outside, red inside.

import { Solid } from 'clearance';
import * as THREE from 'three';

export const title = 'Depth';
export const hint = 'Move the pointer: the knot goes through the sheet.';

export function start({ on, raycaster, scene }, say) {
  const knot = new THREE.TorusKnotGeometry(1, 0.35, 160, 32);
  const solid = Solid.fromGeometry(knot);
  const object = new THREE.Mesh(knot, new THREE.MeshStandardMaterial({ color: 0x9aa7b5, transparent: true, opacity: 0.35, depthWrite: false }));
  const sheet = new THREE.PlaneGeometry(7, 4.5, 140, 90);
  const count = sheet.attributes.position.count;
  sheet.setAttribute('color', new THREE.BufferAttribute(new Float32Array(3 * count), 3));
  const material = new THREE.MeshBasicMaterial({ vertexColors: true, side: THREE.DoubleSide });
  const plane = new THREE.Mesh(sheet, material);
  scene.add(plane, object);
  const distances = new Float32Array(count);
  const [blue, white, red, colour] = [new THREE.Color(0x2f6fc4), new THREE.Color(0xffffff), new THREE.Color(0xc8322c), new THREE.Color()];
  const ground = new THREE.Plane(new THREE.Vector3(0, 0, 1), 0);

  function paint() {
    const began = performance.now();
    solid.signedDistance(sheet.attributes.position.array, object, distances);
    const took = performance.now() - began;
    const own = sheet.attributes.color;
    let deepest = 0;
    distances.forEach((distance, i) => {
      deepest = Math.min(deepest, distance);
      colour.copy(white).lerp(distance < 0 ? red : blue, Math.min(1, Math.abs(distance) / (distance < 0 ? 0.35 : 1.5)));
      own.setXYZ(i, colour.r, colour.g, colour.b);
    });
    own.needsUpdate = true;
    say(`${count} points in ${took.toFixed(1)} ms; the deepest is ${(-deepest).toFixed(3)} inside.`);
  }

  on('pointermove', () => {
    const at = raycaster.ray.intersectPlane(ground, new THREE.Vector3());
    if (at) object.position.set(at.x, at.y, 0.3 * Math.sin(at.x));
    object.rotation.set(0.4 * at.y, 0.4 * at.x, 0);
    paint();
  });
  paint();
}
