import { US_PER_S } from '@kitestring/base/clock.ts';
import type { StationSettings, WindSettings } from '../station-settings.ts';

/*
 * normal ──▶ warn ──▶ reduce ──▶ land ──▶ safetyLanding        up: by the signs below, each for its time
 *     ▲         │         │          │                           safetyLanding: from every level
 *     └─────────┴─ calm ──┴──────────┘                           down: all at once, to normal
 *   Touch-down ends every level; nothing else ends safetyLanding.
 */

/** Wind level of a flying Kite: the reaction that the wind demands. */
export type WindLevel = 'normal' | 'warn' | 'reduce' | 'land' | 'safetyLanding';

/** Measured evidence of the wind's force. A value that the aircraft does not report is undefined and does not count. */
export interface WindEvidence {
  readonly altitudeM?: number | undefined;
  readonly driftM?: number | undefined;
  /** Angle of the tether at the base to the vertical, mean of some seconds, degrees. */
  readonly tetherAngleDeg?: number | undefined;
  /** Tension at the base, mean of some seconds, newtons. */
  readonly tetherTensionN?: number | undefined;
  readonly thrustShare?: number | undefined;
  readonly airframeTiltDeg?: number | undefined;
  /** Uncommanded descent rate, metres per second. */
  readonly uncommandedDescentMps?: number | undefined;
  /** Wind speed, mean of some seconds, metres per second. */
  readonly windSpeedMps?: number | undefined;
}

/** Errors of a receiver that are believed, metres: a worse one must not hide every drift. */
const DRIFT_ERROR_MAX_M = 4;

/** The drift that is certain: what is left of it without twice the standard deviation of its measurement. */
export function certainDriftM({ driftAccuracyM = 0, driftM }: Drift): number | undefined {
  if (driftM === undefined) return undefined;
  return Math.max(0, driftM - Math.min(DRIFT_ERROR_MAX_M, 2 * driftAccuracyM));
}

interface Drift {
  readonly driftM?: number;
  readonly driftAccuracyM?: number;
}

type WindSign = 'strained' | 'outside' | 'atLimit' | 'sinking' | 'calm';

export interface WindSafety {
  readonly level: WindLevel;
  /** Wind ceiling, metres. Undefined: the wind sets none. */
  readonly ceilingM?: number;
  /** Start of the last reduction, station time. */
  readonly reducedUs?: number;
  /** Start of each sign without interruption, station time. */
  readonly since: Readonly<Partial<Record<WindSign, number>>>;
}

export const WIND_NORMAL: WindSafety = { level: 'normal', since: {} };

/**
 * Share of the limits of angle and drift below which the wind counts as calm, and of the speed: force grows with its
 * square.
 */
const CALM_SHARE = 0.7;
const CALM_SPEED_SHARE = Math.sqrt(CALM_SHARE);

/** A measured tilt within this of the limit counts as at the limit, degrees. */
const TILT_TOLERANCE_DEG = 0.5;

const AIR_DENSITY = 1.225;

/** Returns the next wind level. @param nowUs time of these measurements, station time */
export function nextWindSafety(
  before: WindSafety,
  evidence: WindEvidence,
  nowUs: number,
  settings: Pick<StationSettings, 'wind' | 'flight'>,
): WindSafety {
  const since = signTimes(before.since, windSigns(evidence, settings.wind), nowUs);
  const next = { ...before, since };
  const level = nextLevel(next, evidence, nowUs, settings);
  if (level === 'normal') return { level, since };
  const mustReduce =
    level === 'reduce' && (before.level !== 'reduce' || isOutsideAgain(next, evidence, nowUs, settings.wind));
  if (mustReduce) return { level, since, reducedUs: nowUs, ceilingM: lowerCeilingM(before, evidence, settings) };
  return { ...next, level };
}

function windSigns(evidence: WindEvidence, wind: WindSettings): Record<WindSign, boolean> {
  const { altitudeM, driftM, thrustShare, airframeTiltDeg, uncommandedDescentMps, windSpeedMps } = evidence;
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
    atLimit:
      isAbove(thrustShare, wind.safetyThrustShare) || isAbove(airframeTiltDeg, wind.safetyLeanDeg - TILT_TOLERANCE_DEG),
    sinking: isAbove(uncommandedDescentMps, wind.safetySinkMps),
    calm: !isOver(CALM_SHARE, CALM_SPEED_SHARE) && !isAbove(thrustShare, wind.warnThrustShare),
  };
}

const isAbove = (value: number | undefined, limit: number): boolean => value !== undefined && value > limit;

function signTimes(before: WindSafety['since'], signs: Record<WindSign, boolean>, nowUs: number): WindSafety['since'] {
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

/** At the target of the last reduction, and outside the limits again: one step was not enough for a growing wind. */
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

/** A measured effect of the wind that is above its limit. */
export interface WindCause {
  readonly measure: 'wind' | 'tether angle' | 'drift' | 'thrust' | 'tilt of the Kite' | 'uncommanded descent';
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
}

/** Measured value of each effect of the wind, in the unit of its limit. */
function measuredEffects(evidence: WindEvidence, wind: WindSettings): Record<WindCause['measure'], number | undefined> {
  const { altitudeM = Number.POSITIVE_INFINITY, thrustShare } = evidence;
  return {
    wind: evidence.windSpeedMps,
    'tether angle': altitudeM >= wind.angleFromAltitudeM ? evidence.tetherAngleDeg : undefined,
    drift: evidence.driftM,
    thrust: thrustShare && thrustShare * 100,
    'tilt of the Kite': evidence.airframeTiltDeg,
    'uncommanded descent': evidence.uncommandedDescentMps,
  };
}

/** The effect of the wind that demands this level: that of the wind's speed first, for it is understood at once. */
export function windCause(
  level: WindLevel,
  evidence: WindEvidence,
  { wind }: Pick<StationSettings, 'wind'>,
): WindCause | undefined {
  const measured = measuredEffects(evidence, wind);
  const of = (measure: WindCause['measure'], limit: number, unit: string): readonly WindCause[] => {
    const value = measured[measure];
    return isAbove(value, limit) ? [{ measure, value: value as number, limit, unit }] : [];
  };
  const effects: Record<WindLevel, () => readonly WindCause[]> = {
    normal: () => [],
    warn: () => [
      ...of('wind', wind.warnSpeedMps, 'm/s'),
      ...of('tether angle', wind.warnAngleDeg, '°'),
      ...of('drift', wind.warnDriftM, 'm'),
      ...of('thrust', wind.warnThrustShare * 100, '%'),
    ],
    reduce: () => [
      ...of('wind', wind.reduceSpeedMps, 'm/s'),
      ...of('tether angle', wind.reduceAngleDeg, '°'),
      ...of('drift', wind.reduceDriftM, 'm'),
    ],
    land: () => effects.reduce(),
    safetyLanding: () => [
      ...of('thrust', wind.safetyThrustShare * 100, '%'),
      ...of('tilt of the Kite', wind.safetyLeanDeg - TILT_TOLERANCE_DEG, '°'),
      ...of('uncommanded descent', wind.safetySinkMps, 'm/s'),
    ],
  };
  return effects[level]()[0];
}

/** The effect that led to the level, with what is measured of it now: it may be below its limit until the level ends. */
export function causeNow(cause: WindCause, evidence: WindEvidence, { wind }: Pick<StationSettings, 'wind'>): WindCause {
  return { ...cause, value: measuredEffects(evidence, wind)[cause.measure] ?? cause.value };
}

/**
 * Altitude at which the tether has the limit angle at its base: a tether of length L under tension T with wind load q
 * per metre has an angle of about q L / 2 T, for a load that is small compared with the tension. Undefined while wind
 * or tension are unknown.
 */
export function safeAltitudeM(evidence: WindEvidence, wind: WindSettings): number | undefined {
  const { tetherTensionN, windSpeedMps } = evidence;
  if (tetherTensionN === undefined || windSpeedMps === undefined) return undefined;
  const loadNPerM = 0.5 * AIR_DENSITY * (wind.tetherDragWidthMm / 1000) * windSpeedMps ** 2;
  return (2 * tetherTensionN * ((wind.reduceAngleDeg * Math.PI) / 180)) / loadNPerM;
}
