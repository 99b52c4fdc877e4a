import { Fault } from '@kitestring/base/fault.ts';
import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import type { Observation } from '../observation.ts';
import type { ClientSpec, Scenario } from '../scenario.ts';
import type { Journal } from './journal.ts';

/** Evaluates an observation. @returns true to stop there */
export type StopCondition = (observation: Observation) => boolean;

/** Credentials of a scenario's client: a key, with which it requests a token, or a token. */
export type ClientCredentials = { readonly key: string } | { readonly token: string };

/** A station with a simulated aircraft that runs a scenario: in this process, or remote. */
export interface ScenarioStation extends AsyncDisposable {
  /** Its address for clients: `http://127.0.0.1:3128`. */
  readonly url: string;
  /** Scopes required for the simulation controls. */
  readonly simulatorScopes: readonly Scope[];
  /** Whether the first client takes and keeps control from the start: other clients may be connected. */
  readonly takesControl: boolean;
  credentials(client: ClientSpec): ClientCredentials;
  /** Name of the token of a client. */
  tokenName(client: ClientSpec): string;
  /** Observation period, seconds of station time. */
  readonly periodS: number;
  /** Station time, microseconds since 1970. */
  nowUs(): number;
  /** Lets time pass up to `untilUs`, with an observation every period and at the end, unless `look` stops it. */
  advance(untilUs: number, look: StopCondition): Promise<void>;
  /** The station was reset to a snapshot: its time, its station and its notifications are those of then. */
  wasReset(timeUs: number): Promise<void>;
  /** Lets the time of a restart pass, without observations. */
  passReboot(durationS: number): Promise<void>;
}

interface OpenOptions {
  readonly journal: Journal;
  readonly signal: AbortSignal;
  /** Path of the flight log of the run; absent: none is written. */
  readonly logFile?: string;
}

/** Starts or connects to the station for a scenario. @throws StationUnfitFault when none fits */
export type OpenStation = (scenario: Scenario, options: OpenOptions) => Promise<ScenarioStation>;

/** The station does not meet the scenario's requirements; the message says which. */
export class StationUnfitFault extends Fault {}
