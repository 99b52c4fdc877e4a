/** Requests of a page to the station for one stream: URL and token. */
import {
  BEARER_SUBPROTOCOL_PREFIX,
  PLAIN_SUBPROTOCOL,
} from '@kitestring/station-contract/subscriptions/subprotocols.ts';
import { VIDEO_BASE, VIDEO_PATHS } from '@kitestring/station-contract/video/paths.ts';
import type { GiveToken } from './give-token.ts';

interface StationAccessOptions {
  readonly stationUrl: string;
  readonly streamId: string;
  /** Absent: the cookie of a sign-in goes with each request. */
  readonly token?: GiveToken | undefined;
  /** A request without an answer for so long counts as failed. */
  readonly requestMs: number;
}

export class StationAccess {
  readonly #options: StationAccessOptions;
  #token: string | undefined;

  constructor(options: StationAccessOptions) {
    this.#options = options;
  }

  /** Call before a connection, and again when its token was refused. */
  async renewToken(isRefused: boolean): Promise<void> {
    const { token } = this.#options;
    const refused = isRefused ? this.#token : undefined;
    this.#token = await (refused === undefined ? token?.() : token?.(refused));
  }

  url(path: keyof typeof VIDEO_PATHS): URL {
    const { stationUrl, streamId } = this.#options;
    const below = VIDEO_PATHS[path].replace('{stream_id}', encodeURIComponent(streamId));
    return new URL(`${stationUrl.replace(/\/$/, '')}${VIDEO_BASE}${below}`);
  }

  fetch(url: URL, init: RequestInit = {}): Promise<Response> {
    const token = this.#token;
    const headers = { ...init.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    // Beside a token no browser credentials: a refused one would otherwise open a password prompt.
    return fetch(url, {
      signal: AbortSignal.timeout(this.#options.requestMs),
      ...init,
      headers,
      credentials: token === undefined ? 'same-origin' : 'omit',
      cache: 'no-store',
    });
  }

  openSocket(): WebSocket {
    const url = this.url('mse');
    url.protocol = url.protocol.replace('http', 'ws');
    const access = this.#token === undefined ? [] : [`${BEARER_SUBPROTOCOL_PREFIX}${this.#token}`];
    return new WebSocket(url, [PLAIN_SUBPROTOCOL, ...access]);
  }
}
