import assert from 'node:assert/strict';
import type { Aircraft, AircraftSample, CameraSample, KiteSample } from '@kitestring/station-core/ports';

/** An aircraft under test: on the ground, healthy, in calm air, on a clock that the test advances. */
export interface AircraftUnderTest {
  readonly aircraft: Aircraft;
  /** Advances station time. */
  advance(seconds: number): void | Promise<void>;
  dispose(): void | Promise<void>;
}

/** Where an aircraft behind a radio differs from one that is wired to the station. */
export interface AircraftTiming {
  /** From the order of a take-off until its height is reached: checks and motors take some of it. */
  readonly takeOffS: number;
  /** How late an order may come into effect, seconds. */
  readonly lateS: number;
  /** Least share of the samples that have data of the Kite, 0 to 1. */
  readonly heardShare: number;
  /** How far a camera that does not lead may be off the nose in a turn, degrees. */
  readonly offNoseDeg: number;
}

export const WIRED: AircraftTiming = { takeOffS: 5, lateS: 0, heardShare: 1, offNoseDeg: 1 };

/** Creates an aircraft for one test. */
export type MakeAircraft = () => AircraftUnderTest | Promise<AircraftUnderTest>;

/** Registers a test with its own aircraft. */
export type Register = (sentence: string, run: (trial: AircraftTrial) => Promise<void>) => void;

const LOOK_S = 0.25;
/** Data of the Kite are missing for less, on the worst link. */
const HEARD_WITHIN_US = 2_000_000;

/** Records the reports of one aircraft, sends it commands and waits for states. */
export class AircraftTrial {
  readonly #subject: AircraftUnderTest;
  readonly timing: AircraftTiming;
  readonly samples: AircraftSample[] = [];
  #isInsideCall = false;

  constructor(subject: AircraftUnderTest, timing = WIRED) {
    this.#subject = subject;
    this.timing = timing;
    subject.aircraft.onSample((sample) => {
      assert.equal(this.#isInsideCall, false, 'a sample came from inside a call of another method');
      const found = notFinite(sample);
      if (found !== undefined) assert.fail(`sample${found}`);
      this.samples.push(sample);
    });
  }

  /** Calls the aircraft and detects callbacks made during the call. */
  ask(call: (aircraft: Aircraft) => void): void {
    this.#isInsideCall = true;
    call(this.#subject.aircraft);
    this.#isInsideCall = false;
  }

  async advance(seconds: number): Promise<void> {
    await this.#subject.advance(seconds);
  }

  /** Advances until the newest sample satisfies the condition. @returns elapsed seconds, to the nearest evaluation */
  async until(what: string, isTrue: (sample: AircraftSample) => boolean, withinS: number): Promise<number> {
    for (let passedS = 0; passedS <= withinS; passedS += LOOK_S) {
      const sample = this.samples.at(-1);
      if (sample !== undefined && isTrue(sample)) return passedS;
      await this.advance(LOOK_S);
    }
    throw new assert.AssertionError({ message: `${what}: not within ${withinS} s` });
  }

  get sample(): AircraftSample {
    const sample = this.samples.at(-1);
    assert.ok(sample, 'no sample yet');
    return sample;
  }

  get kite(): KiteSample {
    const kite = this.#heard(({ kite }) => kite);
    assert.ok(kite, 'no data from the Kite');
    return kite;
  }

  get camera(): CameraSample {
    const camera = this.#heard(({ camera }) => camera);
    assert.ok(camera, 'no data from the camera');
    return camera;
  }

  /** Data of the Kite so far. */
  get kites(): readonly KiteSample[] {
    return kites(this.samples);
  }

  /** The newest part of that kind, if it is not too old. */
  #heard<Part>(part: (sample: AircraftSample) => Part | undefined): Part | undefined {
    const sample = this.samples.findLast((each) => part(each) !== undefined);
    return sample === undefined || this.sample.timeUs - sample.timeUs > HEARD_WITHIN_US ? undefined : part(sample);
  }

  get panDeg(): number {
    const { panDeg } = this.camera;
    assert.ok(panDeg !== undefined, 'no pan of the camera');
    return panDeg;
  }

  get tiltDeg(): number {
    const { tiltDeg } = this.camera;
    assert.ok(tiltDeg !== undefined, 'no tilt of the camera');
    return tiltDeg;
  }

  get altitudeM(): number {
    const { altitudeM } = this.kite;
    assert.ok(altitudeM !== undefined, 'no altitude');
    return altitudeM;
  }

  /** Samples of the last `seconds`. */
  lastS(seconds: number): AircraftSample[] {
    const fromUs = this.sample.timeUs - seconds * 1e6;
    return this.samples.filter((sample) => sample.timeUs > fromUs);
  }

  /** Opens the lids, if there are any. */
  async openLids(): Promise<void> {
    await this.advance(0.5);
    if (!this.#subject.aircraft.capabilities.lids) return;
    this.ask((aircraft) => aircraft.openLids());
    await this.until('lids open', ({ rooftopBox }) => rooftopBox?.lids === 'Opened', 12);
  }

  /** Hovering at this height. */
  async flyAt(altitudeM: number): Promise<void> {
    await this.openLids();
    this.ask((aircraft) => aircraft.takeOff(1));
    await this.until('1 m reached', ({ kite }) => (kite?.altitudeM ?? 0) > 0.8, 5 + this.timing.takeOffS);
    if (altitudeM > 1) {
      this.ask((aircraft) => aircraft.setAltitude(altitudeM));
      const isThere = ({ kite }: AircraftSample) => Math.abs((kite?.altitudeM ?? 0) - altitudeM) < 0.5;
      await this.until(`${altitudeM} m reached`, isThere, altitudeM / 0.6 + 10 + 3 * this.timing.lateS);
    }
    await this.advance(4);
  }
}

export const kites = (samples: readonly AircraftSample[]): readonly KiteSample[] =>
  samples.flatMap(({ kite }) => kite ?? []);

/**
 * Fastest change of a value between samples half a second apart, per second: single samples are noisy.
 * @param lateS what a link delays some samples more than others, which would look like a jump
 */
export function fastest(
  samples: readonly AircraftSample[],
  value: (sample: AircraftSample) => number | undefined,
  lateS: number,
): number {
  let most = 0;
  const known = samples.filter((each) => value(each) !== undefined);
  for (const now of known) {
    const before = known.findLast(({ timeUs }) => timeUs <= now.timeUs - 500_000 - lateS * 1e6);
    if (before === undefined) continue;
    const change = Math.abs((value(now) ?? 0) - (value(before) ?? 0));
    // It was measured before the sample, as the link delays it.
    const passedUs = (now.kiteUs ?? now.timeUs) - (before.kiteUs ?? before.timeUs);
    most = Math.max(most, (change * 1e6) / passedUs);
  }
  return most;
}

/**
 * No number that a sample holds may be NaN or infinite: unknown is absent. Ten samples come each second of station time, so a text is made
 * of a found one only.
 * @returns where the first such number is, and which it is; undefined where there is none
 */
function notFinite(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : ` is ${value}`;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name of Object.keys(value)) {
    const found = notFinite((value as Record<string, unknown>)[name]);
    if (found !== undefined) return `.${name}${found}`;
  }
  return undefined;
}
