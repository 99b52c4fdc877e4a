import type { MotorCommand } from '@kitestring/aircraft-simulator/airframe/airframe.ts';
import { type AirframeReading, readAirframe } from '@kitestring/aircraft-simulator/airframe/airframe-reading.ts';
import {
  TetheredAirframe,
  type TetheredAirframeOptions,
} from '@kitestring/aircraft-simulator/airframe/tethered-airframe.ts';
import { eventsBetween, type RestartReason, type TetherEvent } from './tether-event.ts';
import { Timeline, type TimelineEntry } from './timeline.ts';

export interface TetherRunOptions {
  readonly airframe: TetheredAirframeOptions;
  /** Faults and winds after each first lift-off. */
  readonly timeline?: readonly TimelineEntry[];
  readonly onEvent?: (event: TetherEvent, reading: AirframeReading) => void;
  /** Ten times per simulated second. */
  readonly onReading?: (reading: AirframeReading) => void;
}

/** Time between two looks at the aircraft, seconds. */
const LOOK_S = 0.1;

/** The physics of one autopilot: begins again with it, carries out the timeline, and tells what happens. */
export class TetherRun {
  readonly #options: TetherRunOptions;
  #airframe: TetheredAirframe;
  #timeline: Timeline;
  #before: AirframeReading;

  /** @throws RangeError for a wind or a parameter out of range */
  constructor(options: TetherRunOptions) {
    this.#options = options;
    this.#airframe = new TetheredAirframe(options.airframe);
    this.#timeline = new Timeline(options.timeline ?? []);
    this.#before = readAirframe(this.#airframe);
  }

  get airframe(): TetheredAirframe {
    return this.#airframe;
  }

  get reading(): AirframeReading {
    return readAirframe(this.#airframe);
  }

  /** The aircraft stands on the ground again, at time 0. */
  restart(reason: RestartReason): void {
    this.#airframe = new TetheredAirframe(this.#options.airframe);
    this.#timeline = new Timeline(this.#options.timeline ?? []);
    this.#before = readAirframe(this.#airframe);
    this.#options.onEvent?.({ event: 'Restarted', reason }, this.#before);
  }

  /** @param frameS less than 0.1 s */
  advance(frameS: number, command: MotorCommand): void {
    const airframe = this.#airframe;
    airframe.advance(frameS, command);
    if (!airframe.isFinite) {
      this.restart('Diverged');
      return;
    }
    if (airframe.timeS - this.#before.timeS >= LOOK_S) this.#look();
  }

  #look(): void {
    const airframe = this.#airframe;
    const now = readAirframe(airframe);
    const events = [
      ...this.#timeline.step(airframe),
      ...eventsBetween(this.#before, now, airframe.parameters.tether.spoolM),
    ];
    this.#before = now;
    for (const event of events) this.#options.onEvent?.(event, now);
    this.#options.onReading?.(now);
  }
}
