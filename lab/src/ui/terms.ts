/** Explanations of technical terms: hover, focus or tap a dotted word. */
import { h } from "./html";

const TERMS: Record<string, string> = {
  "support point": "The point of a shape that is farthest along a direction.",
  "support function": "h(d): how far a shape reaches along the direction d. It is the largest dot product of d with a point of the shape.",
  "Minkowski difference": "All points a − b, with a in A and b in B. It contains the origin exactly when A and B share a point.",
  "Minkowski sum": "All points a + b, with a in A and b in B.",
  simplex: "A point, a segment, a triangle, or in space a tetrahedron.",
  convex: "With any two of its points, a convex shape has the segment between them.",
  "separating axis": "A direction along which the shadows of two shapes do not overlap.",
  shadow: "The projection of a shape on an axis: the interval that it covers there.",
  depth: "Penetration depth: the length of the shortest move that separates two overlapping shapes.",
  clearance: "The signed distance: the gap, or minus the depth.",
  bounds: "Two numbers between which the true clearance lies, rounding included.",
  "Voronoi region": "The points that are nearer to this corner or edge than to any other part of the simplex.",
  "witness points": "The nearest points of two shapes; if they overlap, the deepest.",
  core: "A shape is a core, rounded by a radius. The algorithms see the cores; radii are subtracted at the end.",
  EPA: "Expanding polytope algorithm: it finds the depth of the origin in the Minkowski difference.",
  GJK: "The algorithm of Gilbert, Johnson and Keerthi: it finds the point of the Minkowski difference nearest to the origin.",
  SAT: "Separating axis test: it compares the shadows of two shapes on a list of axes.",
  manifold: "Where two shapes touch: one normal and a few points, each with a separation and the names of what lies there.",
  face: "A flat side of a polyhedron; of a polygon, an edge.",
  cast: "The question when two moving shapes first touch.",
  "time of impact": "The first time at which two moving shapes touch.",
  ray: "The cast of a point: from an origin along a direction.",
  weights: "Numbers from 0 to 1 that sum to 1; they say how much of each corner makes up a point.",
  hull: "The smallest convex shape that contains some points.",
  normal: "A unit vector across an edge, pointing outwards; of an answer: from A to B.",
};

/** Adds the explanation to each <dfn> below the element. */
export function explainTerms(element: HTMLElement): void {
  for (const dfn of element.querySelectorAll("dfn")) {
    const text = TERMS[dfn.dataset["term"] ?? dfn.textContent];
    if (!text) continue;
    dfn.classList.add("term");
    dfn.tabIndex = 0;
    const id = `tip-${Math.random().toString(36).slice(2, 9)}`;
    let tip: HTMLElement | null = null;
    const open = (): void => {
      if (tip) return;
      tip = h("span", { class: "tip", role: "tooltip", id }, text);
      document.body.append(tip);
      const box = dfn.getBoundingClientRect();
      const left = Math.max(8, Math.min(box.left, window.innerWidth - tip.offsetWidth - 8));
      tip.style.left = `${left + window.scrollX}px`;
      tip.style.top = `${box.bottom + 6 + window.scrollY}px`;
      dfn.setAttribute("aria-describedby", id);
    };
    const close = (): void => {
      tip?.remove();
      tip = null;
      dfn.removeAttribute("aria-describedby");
    };
    dfn.onmouseenter = dfn.onfocus = open;
    dfn.onmouseleave = dfn.onblur = close;
    dfn.onkeydown = (event): void => {
      if (event.key === "Escape") close();
    };
  }
}
