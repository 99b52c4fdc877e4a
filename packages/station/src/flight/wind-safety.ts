import { US_PER_S } from '../ports/clock.ts';
import type { StationSettings, WindSettings } from '../station-settings.ts';

/*
 *   normal ──▶ warn ──▶ reduce ──▶ land ──▶ safetyLanding        up: by the signs below, each for its time
 *     ▲         │         │          │                           safetyLanding: from every level
 *     └─────────┴─ calm ──┴──────────┘                           down: all at once, to normal
 *
 *   A touch-down ends every level; nothing else ends safetyLanding.
 */

/** What the wind demands of a Kite in the air. */
export type WindLevel = 'normal' | 'warn' | 'reduce' | 'land' | 'safetyLanding';

/** What the sensors show of the force of the wind. What an aircraft does not report is undefined and does not count. */
export interface WindEvidence {
  readonly altitudeM?: number | undefined;
  readonly driftM?: number | undefined;
  /** Of the tether at the base against the vertical, mean of some seconds, degrees. */
  readonly tetherAngleDeg?: number | undefined;
  /** At the base, mean of some seconds, newton. */
  readonly tetherTensionN?: number | undefined;
  readonly thrustShare?: number | undefined;
  readonly leanDeg?: number | undefined;
  /** How fast the Kite sinks although nobody asked for it, metres per second. */
  readonly unaskedSinkMps?: number | undefined;
  /** Mean of some seconds, metres per second. */
  readonly windSpeedMps?: number | undefined;
}

type WindSign = 'strained' | 'outside' | 'atLimit' | 'sinking' | 'calm';

export interface WindSafety {
  readonly level: WindLevel;
  /** The highest altitude that this wind allows, metres. Undefined: it limits none. */
  readonly ceilingM?: number;
  /** When the last reduction began, station time. */
  readonly reducedUs?: number;
  /** Since when each sign has been there without a break, station time. */
  readonly since: Readonly<Partial<Record<WindSign, number>>>;
}

export const WIND_NORMAL: WindSafety = { level: 'normal', since: {} };

/** Share of the limits of angle and drift below which the wind counts as calm, and of the speed: force grows as its square. */
const CALM_SHARE = 0.7;
const CALM_SPEED_SHARE = Math.sqrt(CALM_SHARE);

/** A lean that is measured within this of the most is at the most, degrees. */
const LEAN_TOLERANCE_DEG = 0.5;

const AIR_DENSITY = 1.225;

/** How the wind is judged after another look at the sensors. @param nowUs of these measurements, station time */
export function nextWindSafety(
  before: WindSafety,
  evidence: WindEvidence,
  nowUs: number,
  settings: Pick<StationSettings, 'wind' | 'flight'>,
): WindSafety {
  const since = sincesOf(before.since, signsOf(evidence, settings.wind), nowUs);
  const next = { ...before, since };
  const level = nextLevel(next, evidence, nowUs, settings);
  if (level === 'normal') return { level, since };
  const mustReduce =
    level === 'reduce' && (before.level !== 'reduce' || isOutsideAgain(next, evidence, nowUs, settings.wind));
  if (mustReduce) return { level, since, reducedUs: nowUs, ceilingM: lowerCeilingM(before, evidence, settings) };
  return { ...next, level };
}

function signsOf(evidence: WindEvidence, wind: WindSettings): Record<WindSign, boolean> {
  const { altitudeM, driftM, thrustShare, leanDeg, unaskedSinkMps, windSpeedMps } = evidence;
  const isHighEnough = altitudeM === undefined || altitudeM >= wind.angleFromAltitudeM;
  const angleDeg = isHighEnough ? evidence.tetherAngleDeg : undefined;
  const isStrained =
    isAbove(angleDeg, wind.warnAngleDeg) ||
    isAbove(driftM, wind.warnDriftM) ||
    isAbove(thrustShare, wind.warnThrustShare) ||
    isAbove(windSpeedMps, wind.warnSpeedMps);
  const isOver = (share: number, speedShare: number) =>
    isAbove(angleDeg, wind.reduceAngleDeg * share) ||
    isAbove(driftM, wind.reduceDriftM * share) ||
    isAbove(windSpeedMps, wind.reduceSpeedMps * speedShare);
  return {
    strained: isStrained,
    outside: isOver(1, 1),
    atLimit: isAbove(thrustShare, wind.safetyThrustShare) || isAbove(leanDeg, wind.safetyLeanDeg - LEAN_TOLERANCE_DEG),
    sinking: isAbove(unaskedSinkMps, wind.safetySinkMps),
    calm: !isOver(CALM_SHARE, CALM_SPEED_SHARE) && !isAbove(thrustShare, wind.warnThrustShare),
  };
}

const isAbove = (value: number | undefined, limit: number): boolean => value !== undefined && value > limit;

function sincesOf(before: WindSafety['since'], signs: Record<WindSign, boolean>, nowUs: number): WindSafety['since'] {
  const since: Partial<Record<WindSign, number>> = {};
  for (const sign of Object.keys(signs) as WindSign[]) {
    if (signs[sign]) since[sign] = before[sign] ?? nowUs;
  }
  return since;
}

function nextLevel(
  { level, since, reducedUs }: WindSafety,
  { altitudeM }: WindEvidence,
  nowUs: number,
  { wind, flight }: Pick<StationSettings, 'wind' | 'flight'>,
): WindLevel {
  const lasts = (sign: WindSign, seconds: number) => nowUs - (since[sign] ?? nowUs + 1) >= seconds * US_PER_S;
  if (level === 'safetyLanding') return level;
  if (lasts('atLimit', wind.safetyAfterS) || lasts('sinking', wind.safetySinkAfterS)) return 'safetyLanding';
  if (lasts('calm', wind.normalAfterS)) return 'normal';
  if (level === 'land') return level;
  if (level === 'reduce') {
    const isLow = altitudeM !== undefined && altitudeM <= flight.safeAltitudeWindM;
    const isInVain = nowUs - (reducedUs ?? nowUs) >= wind.landAfterS * US_PER_S;
    return lasts('outside', 0) && (isLow || (isInVain && lasts('outside', wind.landAfterS))) ? 'land' : 'reduce';
  }
  if (lasts('outside', wind.reduceAfterS)) return 'reduce';
  return level === 'warn' || lasts('strained', wind.warnAfterS) ? 'warn' : 'normal';
}

/** Down where the last reduction led, and outside the limits anew: one step was not enough for a wind that grows. */
function isOutsideAgain(safety: WindSafety, { altitudeM }: WindEvidence, nowUs: number, wind: WindSettings): boolean {
  const { since, reducedUs = 0, ceilingM = 0 } = safety;
  const isThere = altitudeM === undefined || altitudeM <= ceilingM + 1;
  const outsideUs = since.outside;
  return (
    isThere && outsideUs !== undefined && outsideUs > reducedUs && nowUs - outsideUs >= wind.reduceAfterS * US_PER_S
  );
}

function lowerCeilingM(
  { ceilingM = Number.POSITIVE_INFINITY }: WindSafety,
  evidence: WindEvidence,
  { wind, flight }: Pick<StationSettings, 'wind' | 'flight'>,
): number {
  const fromM = evidence.altitudeM ?? 0;
  const safeM = safeAltitudeM(evidence, wind) ?? flight.safeAltitudeWindM;
  const wholeM = Math.floor(Math.min(fromM - wind.reduceByM, safeM, ceilingM));
  return Math.max(flight.safeAltitudeWindM, wholeM);
}

/**
 * The altitude at which the tether leans at its base by just the limit: a tether of length L under tension T whose wind
 * load is q per metre leans by about q L / 2 T, for a load that is small beside the tension. Undefined while wind or
 * tension are unknown.
 */
export function safeAltitudeM(evidence: WindEvidence, wind: WindSettings): number | undefined {
  const { tetherTensionN, windSpeedMps } = evidence;
  if (tetherTensionN === undefined || windSpeedMps === undefined) return undefined;
  const loadNPerM = 0.5 * AIR_DENSITY * (wind.tetherDragWidthMm / 1000) * windSpeedMps ** 2;
  return (2 * tetherTensionN * ((wind.reduceAngleDeg * Math.PI) / 180)) / loadNPerM;
}
