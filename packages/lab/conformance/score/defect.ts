import type { ApiVersion } from '@kitestring/station-contract/versions.ts';
import type { Level } from '../src/check.ts';

/** A request on its way to the station. */
export interface PassingRequest {
  readonly method: string;
  /** Below `/api/v1/`, or `/api/v0/` in 0.5.0; the whole path if it is outside. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An answer on its way back. */
export interface PassingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** Handling of a request that is not passed on unchanged. */
export interface Diverted {
  /** Replaces the station's response; the station does not receive the request unless it is sent as well. */
  readonly answer: PassingAnswer;
  /** Delay until the station receives it; its response is lost. */
  readonly sent?: { readonly request: PassingRequest; readonly afterMs: number };
}

/** A message of a subscription other than an immediate text. */
export interface OddMessage {
  readonly text: string;
  readonly isBinary?: boolean;
  readonly afterMs?: number;
}

/** One change of the traffic between kit and station. Anything not named passes unchanged. */
export interface DefectChange {
  /** Changes a request, or answers it in place of the station. */
  readonly request?: (request: PassingRequest) => PassingRequest | Diverted;
  /** Sends the request to the station a second time, for its effect. */
  readonly isRepeated?: (request: PassingRequest) => boolean;
  readonly answer?: (answer: PassingAnswer, request: PassingRequest) => PassingAnswer;
  /** Changes a message of a subscription into none, one or several. */
  readonly message?: (text: string, topic: string) => readonly (string | OddMessage)[];
  /** Handling of HTTPS. Default: by the station. */
  readonly tls?: { readonly maxVersion?: 'TLSv1.2'; readonly minVersion?: 'TLSv1.1' };
  /** Does not answer pings of a client. */
  readonly isDeafToPings?: boolean;
  /** Pings of the station: none is sent, or one that a client leaves unanswered is forgiven. */
  readonly pings?: 'none' | 'forgiven';
  /** Replaces the station's close code; `never`: a close is not passed on. */
  readonly close?: number | 'never';
}

/** A mistake that a station could make, and the check that must find it. */
export interface Defect {
  readonly id: string;
  /** The mistake in one sentence. */
  readonly does: string;
  /** Id of the check that must fail. */
  readonly caughtBy: string;
  readonly level: Level;
  /** Version of the API that the station speaks; the newest when absent. */
  readonly apiVersion?: ApiVersion;
  /** Needs video streams. */
  readonly hasVideo?: boolean;
  /** Found by a check that takes many seconds. */
  readonly isLong?: boolean;
  /** A change with its own state. */
  readonly make: () => DefectChange;
}
