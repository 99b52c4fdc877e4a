/** Requests of a page to the station for one stream: URL and token. */
import { BEARER_SUBPROTOCOL_PREFIX, PLAIN_SUBPROTOCOL } from '@kitestring/contract/subscriptions/subprotocols.ts';
import { VIDEO_BASE, VIDEO_PATHS } from '@kitestring/contract/video/paths.ts';

/** @param refused the token that the station has just refused; token sources return a new one */
export type GiveToken = (refused?: string) => string | Promise<string>;

interface StationAccessOptions {
  readonly stationUrl: string;
  readonly streamId: string;
  readonly token: GiveToken;
}

/** A request without an answer counts as failed. */
const REQUEST_MS = 10_000;

export class StationAccess {
  readonly #options: StationAccessOptions;
  #token: string | undefined;

  constructor(options: StationAccessOptions) {
    this.#options = options;
  }

  /** Call before a connection, and again when its token was refused. */
  async renewToken(isRefused: boolean): Promise<void> {
    const refused = isRefused ? this.#token : undefined;
    this.#token = await (refused === undefined ? this.#options.token() : this.#options.token(refused));
  }

  urlOf(path: keyof typeof VIDEO_PATHS): URL {
    const { stationUrl, streamId } = this.#options;
    const below = VIDEO_PATHS[path].replace('{stream_id}', encodeURIComponent(streamId));
    return new URL(`${VIDEO_BASE}${below}`, stationUrl);
  }

  fetch(url: URL, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${this.#token}` };
    // Without browser credentials: a refused token would otherwise open a password prompt.
    return fetch(url, {
      signal: AbortSignal.timeout(REQUEST_MS),
      ...init,
      headers,
      credentials: 'omit',
      cache: 'no-store',
    });
  }

  openSocket(): WebSocket {
    const url = this.urlOf('mse');
    url.protocol = url.protocol.replace('http', 'ws');
    return new WebSocket(url, [PLAIN_SUBPROTOCOL, `${BEARER_SUBPROTOCOL_PREFIX}${this.#token}`]);
  }
}
