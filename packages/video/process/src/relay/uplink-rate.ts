import type { UplinkReason } from './relay-uplink.ts';

/** Summary of the reports of a relay over some hundred milliseconds. */
export interface UplinkReading {
  /** By the clock of the sender, milliseconds. */
  readonly nowMs: number;
  /** Bits per second that were sent, and that arrived. */
  readonly sentBps: number;
  readonly carriedBps: number;
  /** 0 to 1. */
  readonly lossShare: number;
  /** Time that even the fastest packet waited on the way: a standing queue, not a burst. */
  readonly queueMs: number;
}

export interface UplinkRate {
  readonly targetBps: number;
  readonly reason: UplinkReason;
  /** Rate that the link has carried when it was full; undefined before it was. */
  readonly capacityBps: number | undefined;
  readonly capacityAtMs: number;
  /** Packets that wait are let through before the rate grows. */
  readonly isDraining: boolean;
  readonly steppedAtMs: number;
}

/** How a stream begins: by what its link has carried lately, or carefully. */
export interface UplinkStart extends Pick<UplinkRate, 'targetBps' | 'capacityBps'> {
  /** Host of the relay. */
  readonly relay: string;
  /** Smaller pictures are encoded for the relay from the first one on. */
  readonly isSmaller: boolean;
}

export interface RateLimits {
  readonly floorBps: number;
  readonly ceilingBps: number;
}

/** Less gives no picture that shows anything. */
export const FLOOR_BPS = 120_000;
/** On a link of which nothing is known: key frames of this rate pass a narrow one in a moment. */
export const START_BPS = 300_000;
/** Queueing delay that commands and beats on the same link should not suffer; and one that is negligible. */
const QUEUE_MS = { most: 80, none: 40 };
/** Radio loses some packets at any rate. */
const LOSS = { most: 0.1, none: 0.04 };
/** Share of a full link for video: the rest is for commands, beats and repeated packets. */
const VIDEO_SHARE = 0.8;
/** Share while packets wait: half of the link works a short queue off soon; a long one needs nearly all of it. */
const DRAIN_SHARE = { short: 0.5, long: 0.15 };
const LONG_QUEUE_MS = 400;
/** Growth in a second, far from the rate at which the link was full, and near it. */
const GROWTH_BPS = { far: 250_000, near: 100_000 };
/** The same as a share, before the link was ever full. A queue shows two readings late: faster growth filled a second of a narrow link. */
const FIRST = { growthShare: 0.7, aheadShare: 2 };
const NEAR_SHARE = { from: 0.75, to: 1.3 };
/** A burst after a stall of a busy machine looks like a narrow link: the rate falls in steps. */
const CAPACITY_DROP_SHARE = 0.8;
/** Share of sent data that arrives in spite of such a stall, but not over a full link. */
const PAUSE_SHARE = 0.9;
/** Time after which a measured capacity is tested again: a mobile link has changed by then. */
const KNOWN_SHARE = 0.9;
const CAPACITY_KEPT_MS = 10_000;
/** A stream below its limit gives no information about further capacity. */
const AHEAD_SHARE = 1.5;
const AHEAD_BPS = 200_000;
const LONGEST_STEP_MS = 1000;

export const startRate = (
  { capacityBps, targetBps }: Pick<UplinkStart, 'capacityBps' | 'targetBps'>,
  nowMs: number,
  limits: RateLimits,
): UplinkRate =>
  limited(
    { targetBps, reason: 'free', capacityBps, capacityAtMs: nowMs, isDraining: false, steppedAtMs: nowMs },
    limits,
  );

/** Additive increase, multiplicative decrease, by queue and loss; the increase is multiplicative until the link was full. */
export function nextRate(rate: UplinkRate, reading: UplinkReading, limits: RateLimits): UplinkRate {
  const { lossShare, nowMs, queueMs } = reading;
  const isQueued = queueMs > (rate.isDraining ? QUEUE_MS.none : QUEUE_MS.most);
  if (isQueued || lossShare > LOSS.most) return decreased(rate, reading, isQueued ? 'queue' : 'loss', limits);
  if (rate.isDraining) {
    // The queue is gone: back to what the link has carried, less the room for others.
    const targetBps = Math.max(rate.targetBps, (rate.capacityBps ?? rate.targetBps) * VIDEO_SHARE);
    return limited({ ...rate, targetBps, isDraining: false, steppedAtMs: nowMs }, limits);
  }
  if (queueMs > QUEUE_MS.none || lossShare > LOSS.none) return { ...rate, steppedAtMs: nowMs };
  return increased(rate, reading, limits);
}

/** No report for a while, though packets are sent: they do not arrive, or the way back is broken. */
export function silentRate(rate: UplinkRate, nowMs: number, limits: RateLimits): UplinkRate {
  const targetBps = rate.targetBps * DRAIN_SHARE.short;
  return limited({ ...rate, targetBps, reason: 'silent', isDraining: true, steppedAtMs: nowMs }, limits);
}

function decreased(
  rate: UplinkRate,
  { carriedBps, nowMs, queueMs, sentBps }: UplinkReading,
  reason: 'queue' | 'loss',
  limits: RateLimits,
): UplinkRate {
  // While the queue drains, less is sent, so arrivals understate the link.
  const known = (rate.capacityBps ?? 0) * (rate.isDraining ? 1 : CAPACITY_DROP_SHARE);
  const seenBps = Math.max(known, carriedBps);
  const drainShare = queueMs > LONG_QUEUE_MS ? DRAIN_SHARE.long : DRAIN_SHARE.short;
  const share = reason === 'queue' ? drainShare : VIDEO_SHARE;
  const targetBps = Math.min(rate.targetBps, seenBps * share);
  // A stream that begins small gives little information about the link.
  const isPause = rate.capacityBps === undefined && queueMs < LONG_QUEUE_MS && carriedBps > sentBps * PAUSE_SHARE;
  const capacityBps = isPause ? undefined : seenBps;
  const isDraining = reason === 'queue';
  return limited({ targetBps, reason, capacityBps, capacityAtMs: nowMs, isDraining, steppedAtMs: nowMs }, limits);
}

function increased(rate: UplinkRate, { nowMs, sentBps }: UplinkReading, limits: RateLimits): UplinkRate {
  const { capacityBps, targetBps: presentBps } = rate;
  const elapsedS = Math.min(LONGEST_STEP_MS, nowMs - rate.steppedAtMs) / 1000;
  const triedBps = (share: number) => sentBps * share + AHEAD_BPS;
  const farBps = presentBps + GROWTH_BPS.far * elapsedS;
  const grownBps = (): number => {
    if (capacityBps === undefined) {
      const firstBps = Math.min(presentBps * (1 + FIRST.growthShare * elapsedS), triedBps(FIRST.aheadShare));
      // A still scene, encoded small, never needs much: the original stream returns anyway, though slowly.
      return Math.max(farBps, firstBps);
    }
    const isNear = presentBps > capacityBps * NEAR_SHARE.from && presentBps < capacityBps * NEAR_SHARE.to;
    const isKnown = nowMs - rate.capacityAtMs < CAPACITY_KEPT_MS;
    const knownBps = isKnown ? capacityBps * KNOWN_SHARE : Number.POSITIVE_INFINITY;
    return Math.min(isNear ? presentBps + GROWTH_BPS.near * elapsedS : farBps, knownBps, triedBps(AHEAD_SHARE));
  };
  const targetBps = Math.max(presentBps, grownBps());
  return limited({ ...rate, targetBps, reason: 'free', steppedAtMs: nowMs }, limits);
}

function limited(rate: UplinkRate, { ceilingBps, floorBps }: RateLimits): UplinkRate {
  if (rate.targetBps < floorBps) return { ...rate, targetBps: floorBps, reason: 'floor' };
  if (rate.targetBps >= ceilingBps) return { ...rate, targetBps: ceilingBps, reason: 'ceiling' };
  return rate;
}
