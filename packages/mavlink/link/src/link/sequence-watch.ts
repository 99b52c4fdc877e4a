/** A number further ahead than this is not a gap but another sender, or a restart. */
const GAP_MAX = 128;
/** Two senders count at a distance; packets that overtake each other do not. */
const DISTANCE_MIN = 20;
/** Changes between two counts that no restart explains. */
const SWITCHES = 6;
/** Packets without a change after which there is one sender again. */
const STEADY = 500;

/** Packets of one sender by their numbers modulo 256. */
export interface SequenceWatch {
  /** Number after the latest; undefined before the first packet. */
  readonly next: number | undefined;
  /** Where a second count would continue. */
  readonly otherNext: number | undefined;
  /** Changes from one count to the other and back. */
  readonly switches: number;
  /** Packets since the latest change. */
  readonly steady: number;
  readonly received: number;
  readonly lost: number;
}

export const SEQUENCE_START: SequenceWatch = {
  next: undefined,
  otherNext: undefined,
  switches: 0,
  steady: 0,
  received: 0,
  lost: 0,
};

const after = (sequence: number, count = 1): number => (sequence + count + 256) % 256;
const distance = (a: number, b: number): number => Math.min(after(a, -b), after(b, -a));

/** Takes a packet in. A late one fills the gap that it has left; a double one counts as received. */
export function withPacket(before: SequenceWatch, sequence: number): SequenceWatch {
  const watch = { ...before, received: before.received + 1, steady: before.steady + 1 };
  const { next, otherNext } = watch;
  if (next === undefined) return { ...watch, next: after(sequence) };
  const gap = after(sequence, -next);
  if (gap === 0) return { ...watch, next: after(sequence) };
  if (otherNext !== undefined && distance(otherNext, sequence) <= 2 && distance(next, sequence) >= DISTANCE_MIN) {
    const switches = watch.steady > STEADY ? 1 : watch.switches + 1;
    return { ...watch, next: after(sequence), otherNext: next, switches, steady: 0 };
  }
  if (gap < GAP_MAX) {
    const isFar = gap >= DISTANCE_MIN;
    return { ...watch, ...(isFar && { otherNext: next }), next: after(sequence), lost: watch.lost + gap };
  }
  if (256 - gap < DISTANCE_MIN) return { ...watch, lost: Math.max(0, watch.lost - 1) };
  // Far behind: the sender has started again, or there are two.
  return { ...watch, next: after(sequence), otherNext: next };
}

/** Whether two senders number their packets independently under one system and component. */
export const hasTwoSenders = ({ steady, switches }: SequenceWatch): boolean => switches >= SWITCHES && steady <= STEADY;
