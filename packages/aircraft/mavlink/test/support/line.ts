import { setImmediate as breath } from 'node:timers/promises';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { MavlinkLink } from '@kitestring/mavlink-link';
import { type LossyEnd, LossyLink, type LossyLinkOptions } from '@kitestring/mavlink-link/testing.ts';
import type { AircraftSample } from '@kitestring/station-core/ports';
import { MavlinkAircraft } from '../../src/mavlink-aircraft.ts';
import type { AircraftNote } from '../../src/note.ts';

const STATION = { system: 255, component: 190 };
const STEP_S = 0.05;

interface LineOptions extends Omit<LossyLinkOptions, 'clock'> {
  /** Station time at a time of the line. */
  readonly stationUs?: (linkUs: number) => number;
}

/** The driver at one end of a line, in virtual time; what is at the other end is up to the test. */
export class Line implements AsyncDisposable {
  readonly clock: VirtualClock;
  readonly line: LossyLink;
  readonly link: MavlinkLink;
  readonly aircraft: MavlinkAircraft;
  readonly samples: AircraftSample[] = [];
  readonly notes: AircraftNote[] = [];
  /** Called in each step, for what is at the other end. */
  onStep = (_nowUs: number): void => {};

  private constructor(clock: VirtualClock, line: LossyLink, link: MavlinkLink, stationUs: LineOptions['stationUs']) {
    this.clock = clock;
    this.line = line;
    this.link = link;
    this.aircraft = new MavlinkAircraft({ link, ...(stationUs !== undefined && { stationUs }) });
    this.aircraft.onSample((sample) => void this.samples.push(sample));
    this.aircraft.onNote((note) => void this.notes.push(note));
  }

  static async begin({ stationUs, ...options }: LineOptions = { seed: 1 }): Promise<Line> {
    const clock = new VirtualClock();
    const line = new LossyLink({ ...options, clock });
    const link = await MavlinkLink.over(line.ends[0].open, { ids: STATION, clock });
    return new Line(clock, line, link, stationUs);
  }

  get far(): LossyEnd {
    return this.line.ends[1];
  }

  /** Newest sample with data of the Kite. */
  get kite() {
    return this.samples.findLast(({ kite }) => kite !== undefined)?.kite;
  }

  get camera() {
    return this.samples.findLast(({ kite }) => kite !== undefined)?.camera;
  }

  get texts(): string[] {
    return this.notes.map(({ text }) => text);
  }

  async run(seconds: number): Promise<void> {
    for (let left = seconds; left > 1e-9; left -= STEP_S) {
      this.clock.advance(STEP_S);
      this.onStep(this.clock.nowUs());
      await breath();
    }
  }

  /** @returns seconds that passed, or undefined where it did not come true */
  async until(isTrue: () => boolean, withinS: number): Promise<number | undefined> {
    for (let passed = 0; passed <= withinS; passed += STEP_S) {
      if (isTrue()) return passed;
      await this.run(STEP_S);
    }
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.aircraft[Symbol.asyncDispose]();
    await this.link[Symbol.asyncDispose]();
  }
}
