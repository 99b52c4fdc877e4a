/** Estimate of the tether twist: the station's value, extrapolated by the Kite's heading until the next one. */

import { wrap180 } from '@kitestring/base/angles.ts';

export type TwistKnowledge =
  /** The station has not reported anything yet. */
  | { readonly kind: 'unread' }
  /** Positive is clockwise. */
  | { readonly kind: 'counted'; readonly turns: number; readonly limitTurns: number };

export interface TwistTrack {
  readonly knowledge: TwistKnowledge;
  /** Last known heading. */
  readonly headingDeg: number | undefined;
}

export const NO_TWIST_TRACK: TwistTrack = { knowledge: { kind: 'unread' }, headingDeg: undefined };

/** While the Kite turns, the station's count and the heading are from different times: the count is trusted up to this difference. */
const TRUSTED_TURNS = 0.5;

interface TwistReading {
  /** Undefined before the station has a sample of the Kite. */
  readonly turns: number | undefined;
  readonly limitTurns: number;
  readonly isTurning: boolean;
}

/** After a count of the station. */
export function withReading(track: TwistTrack, { isTurning, limitTurns, turns }: TwistReading): TwistTrack {
  if (turns === undefined) return { ...track, knowledge: { kind: 'unread' } };
  const { knowledge } = track;
  const isTrusted = isTurning && knowledge.kind === 'counted' && Math.abs(knowledge.turns - turns) < TRUSTED_TURNS;
  return isTrusted ? track : { ...track, knowledge: { kind: 'counted', turns, limitTurns } };
}

/** After a heading. */
export function withHeading(track: TwistTrack, headingDeg: number): TwistTrack {
  const { headingDeg: beforeDeg = headingDeg, knowledge } = track;
  if (knowledge.kind !== 'counted') return { knowledge, headingDeg };
  const turns = knowledge.turns + wrap180(headingDeg - beforeDeg) / 360;
  return { knowledge: { ...knowledge, turns }, headingDeg };
}

/** Smaller values count as no twist, turns. */
export const UNWOUND_TURNS = 0.05;

/** Half of the tether's limit or more. */
export const isNearLimit = (knowledge: TwistKnowledge): boolean =>
  knowledge.kind === 'counted' && Math.abs(knowledge.turns) >= knowledge.limitTurns / 2;

/** Direction that unwinds: 1 clockwise, -1 counter-clockwise, 0 if there is nothing to unwind. */
export function unwindingWay(knowledge: TwistKnowledge): -1 | 0 | 1 {
  if (knowledge.kind !== 'counted' || Math.abs(knowledge.turns) < UNWOUND_TURNS) return 0;
  return knowledge.turns > 0 ? -1 : 1;
}

/** Full speed while there is much to unwind, slower at the end, degrees per second. */
export function unwindingDps(knowledge: TwistKnowledge, fastestDps: number, slowestDps: number): number {
  const way = unwindingWay(knowledge);
  if (way === 0 || knowledge.kind !== 'counted') return 0;
  return way * Math.max(slowestDps, Math.min(fastestDps, (Math.abs(knowledge.turns) * 360) / 2));
}
