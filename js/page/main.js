// Examples of clearance with three.js: each is a file with a hint and a function that makes its scene.

import init from 'clearance';

import * as clash from './clash.js';
import * as depth from './depth.js';
import * as drag from './drag.js';
import * as picker from './picker.js';
import { stage } from './stage.js';

const examples = { picker, drag, clash, depth };
const names = Object.keys(examples);
const nav = document.querySelector('nav');
const own = stage(document.querySelector('canvas'));
const say = (text) => (document.querySelector('#said').textContent = text);

function show() {
  const name = names.includes(location.hash.slice(1)) ? location.hash.slice(1) : names[0];
  nav.replaceChildren(
    ...names.map((other) => {
      const link = Object.assign(document.createElement('a'), { href: `#${other}`, textContent: examples[other].title });
      if (other === name) link.setAttribute('aria-current', 'page');
      return link;
    }),
  );
  document.querySelector('#hint').textContent = examples[name].hint;
  say('');
  own.clear();
  examples[name].start(own, say);
  own.draw();
  document.body.dataset.example = name;
}

await init();
addEventListener('hashchange', show);
show();
