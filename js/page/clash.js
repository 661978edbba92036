// A clash of two models: drop files of them, or turn the ones that are there. Overlaps show their contacts, others the gap.

import { Mesh, closestPoints, contacts, intersects } from 'clearance';
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

export const title = 'Clash';
export const hint = 'Drop two models (GLB, OBJ, STL). Drag left and right to move the second one.';

/** The triangles of a file, in one geometry of the size of the picture. */
async function geometryOf(file) {
  const kind = file.name.split('.').pop().toLowerCase();
  const bytes = await file.arrayBuffer();
  if (kind === 'stl') return fitted(new STLLoader().parse(bytes));
  if (kind === 'obj') return fitted(merged(new OBJLoader().parse(new TextDecoder().decode(bytes))));
  return fitted(merged((await new GLTFLoader().parseAsync(bytes, '')).scene));
}

function merged(root) {
  root.updateMatrixWorld(true);
  const parts = [];
  root.traverse(({ isMesh, geometry, matrixWorld }) => {
    if (!isMesh) return;
    const own = geometry.toNonIndexed().applyMatrix4(matrixWorld);
    for (const name of Object.keys(own.attributes)) if (name !== 'position') own.deleteAttribute(name);
    parts.push(own);
  });
  return mergeGeometries(parts);
}

function fitted(geometry) {
  geometry.computeBoundingSphere();
  const { center, radius } = geometry.boundingSphere;
  geometry.translate(...center.clone().negate()).scale(...Array(3).fill(1.5 / radius));
  geometry.computeVertexNormals();
  return geometry;
}

export function start({ canvas, draw, on, scene }, say) {
  const colours = [0x4a8fd8, 0x58a868];
  const models = colours.map((color, i) => {
    const geometry = fitted(new THREE.TorusKnotGeometry(1, 0.3, 160, 32, 2 + i, 3 + i));
    const material = new THREE.MeshStandardMaterial({ color, transparent: true, opacity: 0.75 });
    const object = new THREE.Mesh(geometry, material);
    object.position.x = i ? 2.2 : -1.2;
    scene.add(object);
    return { object, shape: Mesh.fromGeometry(geometry) };
  });
  const marks = new THREE.Group();
  scene.add(marks);

  function ask() {
    const [a, b] = models;
    marks.clear();
    const began = performance.now();
    const took = () => `${(performance.now() - began).toFixed(1)} ms`;
    if (intersects(a.shape, a.object, b.shape, b.object)) {
      const points = contacts(a.shape, a.object, b.shape, b.object).flatMap((patch) => patch.points);
      for (const { pointA } of points) dot(pointA);
      return say(`They clash, at ${points.length} points of contact: ${took()}.`);
    }
    const { pointA, pointB, distance } = closestPoints(a.shape, a.object, b.shape, b.object);
    [pointA, pointB].forEach(dot);
    const ends = [pointA, pointB].map((point) => new THREE.Vector3(...point));
    const line = new THREE.Line(new THREE.BufferGeometry().setFromPoints(ends), new THREE.LineBasicMaterial({ color: 0xd83a3a, depthTest: false, transparent: true }));
    line.renderOrder = 1;
    marks.add(line);
    return say(`They are ${distance.toFixed(3)} apart: ${took()}.`);
  }

  function dot(point) {
    const own = new THREE.Mesh(new THREE.SphereGeometry(0.05), new THREE.MeshBasicMaterial({ color: 0xd83a3a, depthTest: false, transparent: true }));
    own.position.set(...point);
    own.renderOrder = 1;
    marks.add(own);
  }

  let from;
  on('pointerdown', ({ clientX }) => (from = clientX));
  on('pointerup', () => (from = undefined));
  on('pointermove', ({ clientX }) => {
    if (from === undefined) return;
    models[1].object.position.x += (clientX - from) / 150;
    models[1].object.rotation.y += (clientX - from) / 400;
    from = clientX;
    ask();
  });
  on('dragover', (event) => event.preventDefault());
  let next = 0;
  on('drop', async (event) => {
    event.preventDefault();
    for (const file of [...event.dataTransfer.files].slice(0, 2)) {
      const model = models[next++ % 2];
      try {
        const geometry = await geometryOf(file);
        model.shape.free();
        Object.assign(model, { shape: Mesh.fromGeometry(geometry) });
        model.object.geometry = geometry;
      } catch (wrong) {
        say(`${file.name}: ${wrong.message}`);
        return;
      }
    }
    ask();
    draw();
  });
  ask();
}
