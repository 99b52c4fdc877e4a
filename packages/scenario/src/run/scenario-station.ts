import type { Scope } from '@kitestring/contract/auth/scope.ts';
import type { Observation } from '../observation.ts';
import type { ClientSpec, Scenario } from '../scenario.ts';
import type { Journal } from './journal.ts';

/** Looks at an observation. @returns true to stop there */
export type Look = (observation: Observation) => boolean;

/** How a client of the scenario gets in: with a key, for which it gets a token, or with a token. */
export type Credentials = { readonly key: string } | { readonly token: string };

/** A station with a simulated aircraft on which a scenario is run: in this process, or somewhere else. */
export interface ScenarioStation extends AsyncDisposable {
  /** Where clients reach it: `http://127.0.0.1:3128`. */
  readonly url: string;
  /** Scopes by which the controls of the simulator are used. */
  readonly simulatorScopes: readonly Scope[];
  /** Whether the first client takes control before the timeline and keeps it: others may be there who would command, too. */
  readonly takesControl: boolean;
  credentialsOf(client: ClientSpec): Credentials;
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
