import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { Quota } from '../limits/quota.ts';
import type { TrustedProxies } from '../limits/trusted-proxies.ts';
import { parseQuery } from './query.ts';

/** Named parts of a path, percent-decoded. */
export type PathParams = Readonly<Record<string, string>>;

const NO_PARAMS: PathParams = Object.freeze({});
const NO_BYTES = Buffer.alloc(0);

/** A request and its response, with the results of access check and routing. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  params: PathParams = NO_PARAMS;
  /** The whole body; empty for a request without one, and until it has been read. */
  body: Buffer = NO_BYTES;
  /** The caller; null if no token was needed, and before the check. */
  caller: Caller | null = null;
  /** Target for the audit log, if the path does not contain it. */
  target: string | undefined;
  /** Remaining quota; null if no limit applies. */
  quota: Quota | null = null;
  /** Topic of a subscription, as in the contract. */
  topic: string | undefined;
  /** Real time of the access check, if a limit applies; 0 otherwise. */
  checkedUs = 0;
  /** Whether the journal has recorded its answer. */
  isNoted = false;
  /** A bit per type of wire fault that affected it, for the journal. */
  wireFaults = 0;
  readonly #proxies: TrustedProxies;
  readonly #queryText: string;

  /** @param queryText text after the `?` */
  constructor(request: IncomingMessage, response: ServerResponse, proxies: TrustedProxies, queryText: string) {
    this.request = request;
    this.response = response;
    this.#proxies = proxies;
    this.#queryText = queryText;
  }

  /** Address of the client, behind trusted proxies; undefined once the connection is closed. */
  get clientAddress(): string | undefined {
    return this.#proxies.address(this.request);
  }

  /** Whether the client speaks HTTPS, to the station or to a trusted proxy. */
  get isSecure(): boolean {
    return this.#proxies.origin(this.request).startsWith('https:');
  }

  get query(): Readonly<Record<string, string | string[]>> {
    return parseQuery(this.#queryText);
  }
}
