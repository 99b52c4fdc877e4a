/** The fastest of so many answers counts: it waited the least on the way. */
const SAMPLES = 8;
/** An answer that is older was in a queue, and measures that. */
const ANSWER_WITHIN_NS = 1_000_000_000n;

interface Sample {
  readonly offsetNs: bigint;
  readonly roundTripNs: bigint;
}

/**
 * Clock of each component against ours, by TIMESYNC. One offset for each: an autopilot and its companion have two clocks, and a
 * router passes on the answers of both.
 */
export class ClockOffsets {
  readonly #samples = new Map<number, Sample[]>();
  #askedNs = 0n;

  /** The time that a request carries. Answers to earlier requests no longer count. */
  ask(nowNs: bigint): bigint {
    this.#askedNs = nowNs;
    return nowNs;
  }

  /** Takes an answer: its time, and ours as it came back. An answer that was meant for another asker is none. */
  take(sender: number, theirsNs: bigint, askedNs: bigint, nowNs: bigint): void {
    const roundTripNs = nowNs - askedNs;
    if (askedNs !== this.#askedNs || roundTripNs < 0n || roundTripNs > ANSWER_WITHIN_NS) return;
    const sample = { offsetNs: theirsNs - (askedNs + nowNs) / 2n, roundTripNs };
    const samples = [...(this.#samples.get(sender) ?? []), sample].slice(-SAMPLES);
    this.#samples.set(sender, samples);
  }

  /** How far the component's clock is ahead of ours, and the round trip of that measurement, microseconds. */
  of(sender: number): { readonly offsetUs: number; readonly roundTripUs: number } | undefined {
    const samples = this.#samples.get(sender) ?? [];
    const best = samples.toSorted((a, b) => Number(a.roundTripNs - b.roundTripNs))[0];
    if (best === undefined) return undefined;
    return { offsetUs: Number(best.offsetNs / 1000n), roundTripUs: Number(best.roundTripNs / 1000n) };
  }
}
