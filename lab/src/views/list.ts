/**
 * The views, in the order in which they explain the subject. Views that are not ready are not in this
 * list.
 */
import { askedView } from "./asked";
import { booleanView } from "./boolean";
import { casesView } from "./cases";
import { contactView } from "./contact";
import { differenceView } from "./difference";
import { distanceView } from "./distance";
import { epaView } from "./epa";
import { heapView } from "./heap";
import { meshView } from "./mesh";
import { motionView } from "./motion";
import { satView } from "./sat";
import { spaceView } from "./space";
import { sphereView } from "./sphere";
import { supportView } from "./support";
import { touchView } from "./touch";
import type { View } from "./view";

export const VIEWS: readonly View[] = [touchView, differenceView, supportView, booleanView, distanceView, epaView, satView, spaceView, sphereView, motionView, contactView, meshView, heapView, casesView, askedView];

/** The view with this id, or the first view. */
export function viewOf(id: string): View {
  return VIEWS.find((v) => v.id === id) ?? touchView;
}
