import type { WindConditions } from '@kitestring/aircraft-simulator/air/wind.ts';
import { type ParameterOverrides, parametersWith } from '@kitestring/aircraft-simulator/parameters.ts';
import type { TetherEvent } from '../../src/run/tether-event.ts';
import { TetherRun, type TetherRunOptions } from '../../src/run/tether-run.ts';
import type { TimelineEntry } from '../../src/run/timeline.ts';

interface RunSetup {
  readonly wind?: WindConditions;
  readonly sea?: NonNullable<TetherRunOptions['airframe']['sea']>;
  readonly timeline?: readonly TimelineEntry[];
  readonly parameters?: ParameterOverrides;
}

/** A run with all of its events. */
export class WatchedRun {
  readonly run: TetherRun;
  readonly events: TetherEvent[] = [];

  constructor({ parameters = {}, sea, timeline = [], wind }: RunSetup = {}) {
    this.run = new TetherRun({
      airframe: {
        frame: 'quad',
        parameters: parametersWith({ site: { cradleHeadingDeg: 0 }, ...parameters }),
        seed: 1,
        startTimeUs: 0,
        ...(wind !== undefined && { wind }),
        ...(sea !== undefined && { sea }),
      },
      timeline,
      onEvent: (event) => this.events.push(event),
    });
  }

  get names(): readonly string[] {
    return this.events.map(({ event }) => event);
  }
}
