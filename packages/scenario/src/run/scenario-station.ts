import type { Observation } from '../observation.ts';
import type { Scenario } from '../scenario.ts';
import type { Journal } from './journal.ts';

/** Looks at an observation. @returns true to stop there */
export type Look = (observation: Observation) => boolean;

/** A station with a simulated aircraft on which a scenario is run: in this process, or somewhere else. */
export interface ScenarioStation extends AsyncDisposable {
  /** Where clients reach it: `http://127.0.0.1:3128`. */
  readonly url: string;
  /** A key for tokens with every scope of the scenario's clients, and for the controls of the simulator. */
  readonly apiKey: string;
  /** How often it is looked at, seconds of station time. */
  readonly periodS: number;
  /** Station time, microseconds since 1970. */
  nowUs(): number;
  /** Lets time pass up to `untilUs`, looking every period and at the end, unless a look stops it. */
  advance(untilUs: number, look: Look): Promise<void>;
  /** Lets the time of a restart pass; nothing is seen meanwhile. */
  passReboot(durationS: number): Promise<void>;
}

export interface OpenOptions {
  readonly journal: Journal;
  readonly signal: AbortSignal;
  /** Where the flight log of the run goes; none is written when absent. */
  readonly logFile?: string;
}

/** Starts or reaches the station that a scenario needs. @throws StationUnfit when there is none for it */
export type OpenStation = (scenario: Scenario, options: OpenOptions) => Promise<ScenarioStation>;

/** The station at hand is not what the scenario needs; the message says what is missing. */
export class StationUnfit extends Error {
  override readonly name = 'StationUnfit';
}
