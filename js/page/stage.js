// What all examples have: a camera, lights, and pointers in the coordinates of the picture.

import * as THREE from 'three';

export function stage(canvas) {
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
  const camera = new THREE.PerspectiveCamera(40, 1, 0.1, 100);
  camera.position.set(0, 2, 9);
  camera.lookAt(0, 0, 0);
  const scene = new THREE.Scene();
  const raycaster = new THREE.Raycaster();
  let listening = new AbortController();
  const own = { THREE, camera, canvas, raycaster, scene, clear, draw, on };

  function clear() {
    listening.abort();
    listening = new AbortController();
    scene.clear();
    scene.background = new THREE.Color(0xf4f6f8);
    const sun = new THREE.DirectionalLight(0xffffff, 2);
    sun.position.set(3, 6, 5);
    scene.add(sun, new THREE.HemisphereLight(0xffffff, 0x8899aa, 1.5));
  }

  function draw() {
    const { clientWidth, clientHeight } = canvas;
    renderer.setPixelRatio(devicePixelRatio);
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
    renderer.render(scene, camera);
  }

  /** Calls `act` with the event; the ray of `raycaster` goes through the pointer then. The picture is drawn anew. */
  function on(type, act) {
    const listen = (event) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const at = new THREE.Vector2((2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height);
      raycaster.setFromCamera(at, camera);
      act(event);
      draw();
    };
    canvas.addEventListener(type, listen, { signal: listening.signal });
  }
  addEventListener('resize', draw);
  return own;
}
