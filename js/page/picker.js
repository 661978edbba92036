// A picker: which triangle is under the pointer? `raycastOf` takes the place of three's own raycast.

import { raycastOf } from 'clearance';
import * as THREE from 'three';

THREE.Mesh.prototype.raycast = raycastOf(THREE);

export const title = 'Picker';
export const hint = 'Move over the knot of 102,400 triangles.';

export function start({ on, raycaster, scene }, say) {
  const knot = new THREE.Mesh(new THREE.TorusKnotGeometry(1.6, 0.55, 256, 200), new THREE.MeshStandardMaterial({ color: 0x4a8fd8 }));
  const mark = new THREE.Mesh(new THREE.SphereGeometry(0.06), new THREE.MeshBasicMaterial({ color: 0xd83a3a }));
  const arrow = new THREE.ArrowHelper(undefined, undefined, 0.7, 0xd83a3a, 0.2, 0.12);
  mark.visible = arrow.visible = false;
  scene.add(knot, mark, arrow);
  raycaster.firstHitOnly = true;
  on('pointermove', () => {
    const began = performance.now();
    const [hit] = raycaster.intersectObject(knot);
    const took = performance.now() - began;
    mark.visible = arrow.visible = Boolean(hit);
    if (!hit) return say('Nothing is under the pointer.');
    mark.position.copy(hit.point);
    arrow.position.copy(hit.point);
    arrow.setDirection(hit.normal);
    return say(`Triangle ${hit.faceIndex}, ${hit.distance.toFixed(3)} away, uv ${hit.uv.x.toFixed(3)}, ${hit.uv.y.toFixed(3)}: ${took.toFixed(2)} ms.`);
  });
}
