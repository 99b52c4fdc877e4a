import type { IncomingHttpHeaders } from 'node:http';

/** How long a browser may remember a preflight, seconds; browsers cap it themselves (Chromium at 2 h). */
const PREFLIGHT_MAX_AGE_S = 7200;
const NONE: readonly string[] = [];

/** Which web pages may call the API (the CORS protocol of the Fetch standard). None, unless origins are set. */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins.map((origin) => origin.toLowerCase()));
  }

  /** Whether any page may call. */
  get isUsed(): boolean {
    return this.#origins.size > 0;
  }

  allows(origin: string): boolean {
    return this.#origins.has(origin.toLowerCase());
  }

  /** Headers that every answer carries, as a flat list of names and values. */
  headers({ origin }: IncomingHttpHeaders): readonly string[] {
    if (this.#origins.size === 0) return NONE;
    const vary = ['Vary', 'Origin'];
    if (origin === undefined || !this.allows(origin)) return vary;
    return [
      ...vary,
      'Access-Control-Allow-Origin',
      origin,
      // The cookie that adds topics to a WebSocket.
      'Access-Control-Allow-Credentials',
      'true',
      'Access-Control-Expose-Headers',
      'Deprecation, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, Kitestring-Aircraft',
    ];
  }

  /** Headers of the answer to a preflight; undefined when the request is none, or from a page that may not call. */
  preflight(headers: IncomingHttpHeaders, methods: readonly string[]): readonly string[] | undefined {
    const { origin } = headers;
    if (origin === undefined || headers['access-control-request-method'] === undefined) return undefined;
    if (!this.allows(origin)) return undefined;
    return [
      'Access-Control-Allow-Methods',
      methods.join(', '),
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type',
      'Access-Control-Max-Age',
      String(PREFLIGHT_MAX_AGE_S),
    ];
  }
}
