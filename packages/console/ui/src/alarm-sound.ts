export interface AlarmPattern {
  /** Start times of the pulses within the burst, seconds. */
  readonly pulsesS: readonly number[];
  readonly pulseS: number;
  /** Frequency of each pulse, if they differ. */
  readonly frequencyHz: number | readonly number[];
  /** Interval between bursts, milliseconds; undefined: a single one. */
  readonly everyMs: number | undefined;
}

/**
 * Rhythms after IEC 60601-1-8, known to people who work with alarms: ten pulses in two groups of three and two for high
 * priority, three for medium.
 */
export const ALARM_PATTERNS: Readonly<Record<'Critical' | 'Fatal', AlarmPattern>> = {
  Fatal: {
    pulsesS: [0, 0.18, 0.36, 0.7, 0.88, 1.6, 1.78, 1.96, 2.3, 2.48],
    pulseS: 0.12,
    frequencyHz: 880,
    everyMs: 5000,
  },
  Critical: { pulsesS: [0, 0.36, 0.72], pulseS: 0.2, frequencyHz: 587, everyMs: 7000 },
};

const VOLUME = 0.25;
/** Softens the edges of a pulse, which would click otherwise. */
const EDGE_S = 0.015;

/** Plays alarms with an oscillator, without loading a file. Must be created after a touch of the page. */
export class AlarmSound {
  readonly #context = new AudioContext();
  #timer: ReturnType<typeof setInterval> | undefined;
  #gain: GainNode | undefined;

  /** Plays the burst, and repeats it until it is stopped. */
  play(pattern: AlarmPattern): void {
    this.stop();
    this.#burst(pattern);
    if (pattern.everyMs !== undefined) this.#timer = setInterval(() => this.#burst(pattern), pattern.everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#gain?.disconnect();
    this.#gain = undefined;
  }

  close(): void {
    this.stop();
    void this.#context.close();
  }

  #burst({ frequencyHz, pulseS, pulsesS }: AlarmPattern): void {
    const context = this.#context;
    // The browser may have suspended it, for example during sleep.
    if (context.state !== 'running') void context.resume();
    const gain = new GainNode(context, { gain: 0 });
    const oscillator = new OscillatorNode(context, { type: 'triangle' });
    oscillator.connect(gain).connect(context.destination);
    const beginS = context.currentTime + 0.05;
    for (const [index, pulse] of pulsesS.entries()) {
      const atS = beginS + pulse;
      const noteHz = typeof frequencyHz === 'number' ? frequencyHz : (frequencyHz[index] ?? 0);
      oscillator.frequency.setValueAtTime(noteHz, atS);
      gain.gain.setValueAtTime(0, atS);
      gain.gain.linearRampToValueAtTime(VOLUME, atS + EDGE_S);
      gain.gain.setValueAtTime(VOLUME, atS + pulseS - EDGE_S);
      gain.gain.linearRampToValueAtTime(0, atS + pulseS);
    }
    oscillator.start(beginS);
    oscillator.stop(beginS + (pulsesS.at(-1) ?? 0) + pulseS + EDGE_S);
    this.#gain?.disconnect();
    this.#gain = gain;
  }
}
