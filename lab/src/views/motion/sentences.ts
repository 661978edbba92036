/** Sentences about the proofs of a cast, one for each time. */
import type { Vec } from "../../engine/types";
import { shown, shownVector } from "../../state/numbers";
import type { Point } from "../../state/pair";
import { degrees } from "../names";
import { proofAt, type Cast } from "./cast";

export function sentence(cast: Cast, place: number, ray: boolean): string {
  const { answer, proofs, times, clearanceAt } = cast;
  const time = times[place] ?? 0;
  const { status, toi } = answer;
  if (status === "error" || status === "skipped") return `There is no cast: ${answer.error ?? "no reason is given"}.`;
  if (toi === 0) return place === 0 ? "They meet at the start already: the time of impact is 0." : `Time ${shown(time)}: they met at the start; ${now(clearanceAt(time))}.`;
  if (toi !== null && toi !== undefined && time === toi) return impact(cast, ray);
  const k = proofAt(proofs, time);
  const proof = proofs[k];
  if (proof) {
    const number = proofs.length > 1 ? ` This is proof ${k + 1} of ${proofs.length}.` : " One proof is enough.";
    const until = proof.to >= cast.end && status === "miss" ? `the end, ${shown(cast.end, 2)}` : shown(proof.to, 4);
    const length = proof.to - proof.from < 1e-3 * cast.end ? `, a stretch of ${shown(proof.to - proof.from)}` : "";
    return `Time ${shown(time)}: along ${along(proof.axis)} they are apart from ${shown(proof.from, 4)} to ${until}${length}.${number}`;
  }
  if (toi !== null && toi !== undefined && time > toi) return `Time ${shown(time)}, after the impact at ${shown(toi, 4)}: if nothing stopped them, ${now(clearanceAt(time))}.`;
  return status === "undecided" ? `Time ${shown(time)}: whether they meet is lost in rounding.` : `Time ${shown(time)}: nothing is proven here; ${now(clearanceAt(time))}.`;
}

function impact({ answer, proofs }: Cast, ray: boolean): string {
  const who = ray ? "The ray meets B" : "They meet";
  const point = answer.point_b ? ` at ${shownVector(answer.point_b)}` : "";
  const normal = answer.normal ? `, the normal is ${along(answer.normal)}` : "";
  const after = proofs.length === 0 ? "" : ` ${proofs.length === 1 ? "One proof covers" : `${proofs.length} proofs cover`} all time before; contact is proven by ${shown(answer.upper, 4)}.`;
  return `Time of impact ${shown(answer.toi, 4)}. ${who}${point}${normal}.${after}`;
}

function now(clearance: number | null): string {
  if (clearance === null) return "the library gives no clearance there";
  return clearance < 0 ? `they would overlap by ${shown(-clearance)}` : `they would be ${shown(clearance)} apart`;
}

/** An angle in 2D, a vector in 3D. */
export function along(axis: Vec): string {
  return axis.length === 2 ? degrees([axis[0] ?? 0, axis[1] ?? 0] as Point) : shownVector(axis);
}
