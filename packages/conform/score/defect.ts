import type { ApiVersion } from '@kitestring/contract/versions.ts';
import type { Level } from '../src/check.ts';

/** A request on its way to the station. */
export interface PassingRequest {
  readonly method: string;
  /** Below `/api/v1/`, or `/api/v0/` in 0.5.0; whole where it is not there. */
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

/** What becomes of a request that does not pass as it is. */
export interface Diverted {
  /** In place of the station's; the station never hears of it unless it is sent, too. */
  readonly answer: PassingAnswer;
  /** Reaches the station so much later; its answer is lost. */
  readonly sent?: { readonly request: PassingRequest; readonly afterMs: number };
}

/** A message of a subscription that is not a text at once. */
export interface OddMessage {
  readonly text: string;
  readonly isBinary?: boolean;
  readonly afterMs?: number;
}

/** One change of what passes between kit and station. What it does not name passes as it is. */
export interface DefectChange {
  /** Changes a request, or answers it in place of the station. */
  readonly request?: (request: PassingRequest) => PassingRequest | Diverted;
  /** Sends the request to the station once more, for its effect. */
  readonly isRepeated?: (request: PassingRequest) => boolean;
  readonly answer?: (answer: PassingAnswer, request: PassingRequest) => PassingAnswer;
  /** Changes a message of a subscription: none, one or several come of it. */
  readonly message?: (text: string, topic: string) => readonly (string | OddMessage)[];
  /** How HTTPS is answered. Default: by the station. */
  readonly tls?: { readonly maxVersion?: 'TLSv1.2'; readonly minVersion?: 'TLSv1.1' };
  /** Pings of a client stay unanswered. */
  readonly isDeafToPings?: boolean;
  /** Pings of the station: none is sent, or one that a client leaves unanswered is forgiven. */
  readonly pings?: 'none' | 'forgiven';
  /** Close code in place of the station's; `never`: a close is not passed on. */
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
  /** Found by a check that waits for many seconds. */
  readonly isLong?: boolean;
  /** A change with a memory of its own. */
  readonly make: () => DefectChange;
}
