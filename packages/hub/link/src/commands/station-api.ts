import type { HubScope, StationSession } from '@kitestring/hub-contract/command.ts';
import type { Person } from '@kitestring/hub-contract/person.ts';

/** A request of a person to the station’s own API. */
export interface ApiRequest {
  readonly person: Person;
  /** Scopes of the person: those granted by the hub, within the limit of this station. */
  readonly scopes: readonly HubScope[];
  readonly method: string;
  /** Path with query, such as `/api/v1/flight/state`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Session of the request; absent for operations without sessions. */
  readonly session?: StationSession;
}

/** The station’s API, called for people of the hub. Rejects when it does not answer. */
export interface StationApi {
  request(request: ApiRequest): Promise<ApiAnswer>;
}
