/** Space: dragging, turning, looking around, stepping, links, and what must agree. */
import assert from "node:assert/strict";
import { answer, asked, drag, forTests, pictures, settle } from "./harness.mjs";

const lab = forTests();
const { on } = lab;

const choose = async (page, algorithm) => {
  await page.evaluate((a) => window.lab.open("space", a), algorithm);
  await settle(page);
};

on("a body is dragged in the plane of the picture, and turned", "#space", async (page) => {
  const first = await answer(page);
  await drag(page, '[data-id="b-body"]', 70, -30);
  const second = await answer(page);
  assert.ok(second.signed_distance > first.signed_distance + 0.1, `${second.signed_distance} is farther than ${first.signed_distance}`);
  await drag(page, '[data-id="b-turn"]', 40, 30);
  assert.notDeepEqual((await answer(page)).point_b, second.point_b);
  await page.locator("#undo").click();
  await page.locator("#undo").click();
  await settle(page);
  assert.deepEqual(await answer(page), first);
});

on("looking around changes the picture and not the answer, and a link restores the eye", "#space", async (page) => {
  const [seen, said] = [await pictures(page), await answer(page)];
  await page.locator('button[aria-label="Turn the scene left"]').click();
  await settle(page);
  assert.notDeepEqual(await pictures(page), seen);
  assert.deepEqual(await answer(page), said);
  await page.waitForTimeout(300);
  const turned = await pictures(page);
  const other = await lab.browser.open(page.url());
  assert.deepEqual(await pictures(other.page), turned);
  await other.page.close();
});

for (const algorithm of ["gjk-boolean", "gjk", "epa"]) {
  on(`${algorithm}: forth and back gives the same picture`, "#space", async (page) => {
    await choose(page, algorithm);
    const count = await page.evaluate(() => window.lab.model.count);
    assert.ok(count > 4);
    const seen = [];
    for (let i = 0; i < count; i += 1) {
      await page.evaluate((p) => window.lab.go(p), i);
      await settle(page);
      seen.push(await pictures(page));
    }
    for (let i = count - 2; i >= 0; i -= 1) {
      await page.evaluate((p) => window.lab.go(p), i);
      await settle(page);
      assert.deepEqual(await pictures(page), seen[i], `place ${i}`);
    }
  });
}

on("EPA's depth and that of each separating axis test lie in each other's bounds", "#space", async (page) => {
  const all = await page.evaluate(() => ["epa", "sat", "sat-pruned", "sat-gauss", "sat-bounded"].map((a) => window.lab.engine.query(window.lab.asked.scene.line, a)));
  for (const one of all) for (const other of all) assert.ok(one.lower <= other.upper, `${one.algorithm} ${other.algorithm}`);
});

on("two boxes apart: the distance, with weights that sum to 1", "#space", async (page) => {
  await page.locator(".asked button").first().click();
  await settle(page);
  assert.equal((await answer(page)).status, "apart");
  const weights = await page.locator(".weights span:last-child").allTextContents();
  assert.ok(Math.abs(await page.evaluate(() => window.lab.model.look(window.lab.model.count - 1).weights.reduce((s, w) => s + w.weight, 0)) - 1) < 1e-12, weights.join(" "));
});

on("EPA's polytope stays closed: each edge has two faces", "#space", async (page) => {
  await choose(page, "epa");
  const open = await page.evaluate(() => {
    const steps = window.lab.engine.steps3(window.lab.asked.scene.line, "epa");
    let faces = new Map();
    let corners = 0;
    let next = 0;
    let bad = 0;
    for (const s of steps) {
      if (s.step === "polytope") [faces, corners, next] = [new Map(s.faces.map((f, i) => [i, f])), s.corners.length, s.faces.length];
      if (s.step !== "expand") continue;
      for (const n of s.seen) faces.delete(n);
      for (const e of s.horizon) faces.set(next++, [...e, corners]);
      corners += 1;
      const edges = new Map();
      for (const f of faces.values()) f.forEach((u, k) => edges.set(`${u},${f[(k + 1) % 3]}`, true));
      for (const key of edges.keys()) if (!edges.has(key.split(",").reverse().join(","))) bad += 1;
    }
    return bad;
  });
  assert.equal(open, 0);
});

on("all kinds of bodies can be chosen, and their drawing has them in view", "#space", async (page) => {
  const kinds = await page.locator("#kind-b option").evaluateAll((options) => options.map((o) => o.value));
  for (const kind of kinds) {
    await page.locator("#kind-b").selectOption(kind);
    await settle(page);
    assert.notEqual((await answer(page)).status, "error", kind);
    assert.ok(await page.evaluate(() => window.lab.asked.scene.solids.b.faces.length) >= 4, kind);
  }
});

on("the crossings that are drawn are those that the walk finds, for boxes and for hulls", "#sphere", async (page) => {
  for (const pick of [null, "32"]) {
    if (pick) for (const side of ["a", "b"]) await page.locator(`#kind-${side}`).selectOption(pick);
    await settle(page);
    const [drawn, walked] = await page.evaluate(() => {
      const { engine, asked } = window.lab;
      const { line } = asked.scene;
      const crossings = engine.gauss(line).sides.filter((s) => s.kind === "crossing").length;
      return [crossings, engine.steps3(line, "sat-gauss").filter((s) => s.step === "cross").length];
    });
    assert.ok(drawn > 0);
    assert.equal(drawn, walked);
    assert.match(await page.locator(".panel-difference .caption").textContent(), new RegExp(`${drawn} crossings`));
  }
});

on("the race counts what the library counts", "#sphere", async (page) => {
  const rows = await page.locator("#table tbody tr").evaluateAll((all) => all.map((r) => [...r.children].map((c) => c.textContent)));
  const counted = await page.evaluate(() => ["sat-bounded", "sat-gauss", "sat-pruned", "sat", "epa"].map((a) => String(window.lab.engine.query(window.lab.asked.scene.line, a).iterations)));
  assert.deepEqual(rows.map((r) => r[1]), counted);
});

for (const algorithm of ["sat-bounded", "sat-gauss", "sat-pruned", "sat"]) {
  on(`${algorithm}: all sentences are whole`, "#sphere", async (page) => {
    await page.evaluate((a) => window.lab.open("sphere", a), algorithm);
    await settle(page);
    const sentences = await page.evaluate(() => Array.from({ length: window.lab.model.count }, (_, i) => window.lab.model.look(i).sentence));
    for (const s of sentences) assert.ok(s.endsWith(".") && !/undefined|NaN|null|\s\s/.test(s), s);
  });
}

on("the walk goes with a triangle: the crossings drawn are those it finds, and all tests agree", "#sphere", async (page) => {
  await asked(page, "with a triangle");
  const { drawn, walked, all, count } = await page.evaluate(() => {
    const { engine, asked: { scene: { line } }, model } = window.lab;
    return {
      drawn: engine.gauss(line).sides.filter((s) => s.kind === "crossing").length,
      walked: engine.steps3(line, "sat-gauss").filter((s) => s.step === "cross").length,
      all: ["epa", "sat", "sat-pruned", "sat-gauss", "sat-bounded"].map((a) => engine.query(line, a)),
      count: model.count,
    };
  });
  assert.equal(drawn, walked);
  assert.ok(walked >= 4 && count > walked, `${walked} crossings, ${count} steps`);
  for (const one of all) for (const other of all) assert.ok(one.lower <= other.upper, `${one.algorithm} ${other.algorithm}`);
});

on("hulls of more vertices race: the table counts what the library counts, and all axes grow fastest", "#sphere", async (page) => {
  const counts = async (n) => {
    await page.locator("#vertices").fill(String(n));
    await page.waitForFunction((m) => window.lab.store.now.pair.a.vertices?.length === m, n);
    await settle(page);
    const rows = await page.locator("#table tbody tr").evaluateAll((all) => all.map((r) => Number(r.children[1].textContent)));
    const own = await page.evaluate(() => ["sat-bounded", "sat-gauss", "sat-pruned", "sat", "epa"].map((a) => window.lab.engine.query(window.lab.asked.scene.line, a).iterations));
    assert.deepEqual(rows, own);
    return rows;
  };
  const [few, many] = [await counts(8), await counts(48)];
  assert.ok(many[3] / few[3] > 4 * (many[1] / few[1]), `${few} then ${many}`);
  assert.ok(many[0] < many[1] && many[1] <= many[2] + 8 && many[2] < many[3], String(many));
});

on("the landscape: no direction overlaps less than the depth, and the lowest comes near it", "#sphere", async (page) => {
  await asked(page, "look like along all directions");
  const { depth, least } = await page.evaluate(() => {
    const { engine, asked: { scene } } = window.lab;
    const directions = Array.from({ length: 4000 }, (_, i) => {
      const z = 1 - (2 * i + 1) / 4000;
      const r = Math.sqrt(1 - z * z);
      return [r * Math.cos(2.4 * i), r * Math.sin(2.4 * i), z];
    });
    return { depth: -scene.answer.upper, least: Math.min(...engine.heights(scene.line, [...directions, scene.answer.normal])) };
  });
  assert.ok(least >= depth - 1e-9 && least < depth + 1e-9, `${least} and ${depth}`);
  const seen = await pictures(page);
  await page.locator('button[aria-label="Turn the scene left"]').click();
  await settle(page);
  assert.notEqual((await pictures(page))[1], seen[1]);
});

/** The labels that a place draws in each panel. */
const labels = (page, place) =>
  page.evaluate((i) => {
    const { model, stage } = window.lab;
    const look = model.look(i);
    const drawn = (draw, frame) => {
      const found = [];
      const nothing = () => undefined;
      draw({ path: nothing, paths: nothing, disc: nothing, label: ([x, y], text) => { found.push({ text, x, y }); } }, frame);
      return found;
    };
    const [left, right] = stage.frames();
    return { sentence: look.sentence, bodies: drawn(look.shapes, left), sphere: drawn(look.difference, right), size: [left.width, left.height] };
  }, place);

/** The names in a sentence: "edge 3 of A", "face 0 of B", "a2". */
function namesIn(sentence) {
  const both = /edges (\d+) of A and (\d+) of B/.exec(sentence);
  const single = [...sentence.matchAll(/(?:edge|face) \d+ of [AB]/g)].map(([name]) => name);
  const vertices = [...sentence.matchAll(/\b[ab]\d+\b/g)].map(([name]) => name);
  return [...(both ? [`edge ${both[1]} of A`, `edge ${both[2]} of B`] : []), ...single, ...vertices];
}

for (const [algorithm, least] of [["sat-bounded", 5], ["sat-gauss", 60], ["sat-pruned", 14], ["sat", 3]]) {
  on(`${algorithm}: each vertex, edge and face that a step names has its label on the bodies and on the sphere`, "#sphere", async (page) => {
    await page.evaluate((a) => window.lab.open("sphere", a), algorithm);
    await settle(page);
    const count = await page.evaluate(() => window.lab.model.count);
    let named = 0;
    for (let i = 0; i < count; i += 1) {
      const { sentence, bodies, sphere, size } = await labels(page, i);
      for (const name of namesIn(sentence)) {
        named += 1;
        for (const panel of [bodies, sphere]) {
          const found = panel.filter((l) => l.text === name);
          assert.equal(found.length, 1, `${sentence}: ${name} in ${panel.map((l) => l.text)}`);
          assert.ok(found[0].x > 0 && found[0].y > 0 && found[0].x < size[0] && found[0].y < size[1], "in the panel");
        }
      }
    }
    assert.ok(named >= least, String(named));
  });
}

on("what is labelled on the sphere is what the step is about", "#sphere", async (page) => {
  await page.evaluate(() => window.lab.open("sphere", "sat-gauss"));
  await settle(page);
  const wrong = await page.evaluate(() => {
    const { engine, asked: { scene } } = window.lab;
    const { a, b } = scene.solids;
    const maps = engine.gauss(scene.line);
    const dot = (p, q) => p.reduce((s, x, k) => s + x * q[k], 0);
    const along = ({ vertices, edges }, i) => vertices[edges[i][1]].map((x, k) => x - vertices[edges[i][0]][k]);
    const bad = [];
    let [axes, crossings, faces] = [0, 0, 0];
    for (const s of engine.steps3(scene.line, "sat-gauss")) {
      if (s.step === "cross") {
        crossings += 1;
        // The crossing is across both edges, the border is one of both vertices of A.
        if (Math.abs(dot(s.axis, along(a, s.border))) > 1e-9 || Math.abs(dot(s.axis, along(b, s.arc))) > 1e-9) bad.push(s);
        if (!a.edges[s.border].includes(s.cell) || !a.edges[s.border].includes(s.next)) bad.push(s);
      }
      if (s.step === "axis" && s.feature && "edges" in s.feature) {
        axes += 1;
        if (Math.abs(dot(s.axis, along(a, s.feature.edges[0]))) > 1e-9 || Math.abs(dot(s.axis, along(b, s.feature.edges[1]))) > 1e-9) bad.push(s);
      }
      if (s.step === "axis" && s.feature && "face_b" in s.feature) {
        faces += 1;
        if (Math.abs(dot(s.axis, maps.b.points[s.feature.face_b]) - 1) > 1e-9) bad.push(s);
      }
    }
    return { bad, axes, crossings, faces };
  });
  assert.deepEqual(wrong.bad, []);
  assert.ok(wrong.axes > 0 && wrong.crossings > 10 && wrong.faces === 6, JSON.stringify(wrong));
});

on("hulls and a triangle: names have labels, and a skip shows what is skipped", "#sphere", async (page) => {
  const skipped = [];
  for (const question of ["rule out", "with a triangle", "parallel edges"]) {
    await asked(page, question);
    const count = await page.evaluate(() => window.lab.model.count);
    for (let i = 0; i < count; i += 1) {
      const { sentence, bodies, sphere } = await labels(page, i);
      for (const name of namesIn(sentence)) for (const panel of [bodies, sphere]) assert.ok(panel.some((l) => l.text === name), `${sentence}: ${name}`);
      if (/Skip them/.test(sentence)) skipped.push(sentence);
    }
  }
  assert.ok(skipped.length > 0);
});

on("two boxes have 15 axes: the table says so once, and the question", "#sphere", async (page) => {
  const texts = async () => {
    const count = await page.evaluate(() => window.lab.model.count);
    const sentences = await page.evaluate((n) => Array.from({ length: n }, (_, i) => window.lab.model.look(i).sentence), count);
    return [...sentences, await page.locator("#table").innerText(), await page.locator("#article").innerText()];
  };
  for (const question of ["15 axes", "parallel edges", "look like along all"]) {
    await asked(page, question);
    for (const algorithm of ["sat-bounded", "sat-gauss", "sat-pruned", "sat"]) {
      await page.evaluate((a) => window.lab.open("sphere", a), algorithm);
      await settle(page);
      const all = await texts();
      for (const text of all) for (const [, n] of text.matchAll(/([\d,]+) axes/g)) assert.equal(n, "15", text);
      // Of the last sentence, the table and the text, which has the question.
      assert.deepEqual(all.slice(-3).map((text) => [...text.matchAll(/15 axes/g)].length), [0, 1, 1]);
      // What the walk saves: with as many axes, fewer arc tests and support calls.
      const rows = all.at(-2).split("\n").map((row) => row.split("\t"));
      const of = (name, column) => Number(rows.find(([test]) => test === name)[rows.find(([test]) => test === "Test").indexOf(column)]);
      for (const column of ["Arc tests", "Support calls"]) assert.ok(of("Walk", column) < of("Pruned", column), column);
      assert.ok(!/Axis \d|30 points/.test(all.join(" ")));
    }
  }
  await page.goto(`${lab.server.url}#asked`);
  await page.waitForFunction(() => document.querySelector("#title").textContent === "Frequent questions");
  assert.deepEqual([...(await page.locator("#article").innerText()).matchAll(/([\d,]+) axes/g)].map(([, n]) => n), ["15"]);
});

for (const view of ["space", "mesh"]) {
  on(`${view}: a body is grabbed anywhere on it, and the ground turns the eye`, `#${view}`, async (page) => {
    // A corner that is in front is on its body, and a place beside all corners on the ground.
    const [grip, ground] = await page.evaluate(() => {
      const { stage, asked: { scene: { solids } } } = window.lab;
      const [left] = stage.frames();
      const box = document.querySelector(".panel-shapes canvas").getBoundingClientRect();
      const middle = (face) => [0, 1, 2].map((k) => face.reduce((sum, v) => sum + solids.a.vertices[v][k], 0) / face.length);
      const front = solids.a.faces.map(middle).sort((p, q) => left.orbit.near(q) - left.orbit.near(p))[0];
      const [x, y] = left.at3(front);
      return [[x + box.left, y + box.top], [box.left + 12, box.bottom - 40]];
    });
    const poses = () => page.evaluate(() => { const { pair, camera } = window.lab.store.now; return [pair.a.pose.t, pair.b.pose.t, camera?.orbit ?? null]; });
    const pull = async ([x, y]) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 40, y + 15, { steps: 3 });
      await page.mouse.up();
      await settle(page);
    };
    const first = await poses();
    await pull(grip);
    const second = await poses();
    assert.notDeepEqual(second[0], first[0]);
    assert.deepEqual(second[1], first[1]);
    await pull(ground);
    const third = await poses();
    assert.deepEqual(third.slice(0, 2), second.slice(0, 2));
    assert.notDeepEqual(third[2], second[2]);
  });
}
