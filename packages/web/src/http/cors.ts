import type { IncomingHttpHeaders } from 'node:http';

/** Cache time of a preflight, seconds; browsers limit it themselves (Chromium to 2 h). */
const PREFLIGHT_MAX_AGE_S = 7200;
const NONE: readonly string[] = [];

/** Headers of requests that browsers ask about first: the token, the type, and those of a download in parts. */
const ALLOWED_HEADERS = 'Authorization, Content-Type, Range, If-Range, If-None-Match, If-Modified-Since';
/** Headers of responses that pages may read, besides those that they always may. */
const EXPOSED_HEADERS = [
  'Accept-Ranges, Allow, Content-Disposition, Content-Range, Deprecation, ETag, Location, RateLimit, RateLimit-Policy',
  'Retry-After, Sunset, WWW-Authenticate, Kitestring-Aircraft, Kitestring-Control-Lease',
].join(', ');

/** Web pages that may call the API (CORS, Fetch standard). None unless origins are configured. */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins.map((origin) => origin.toLowerCase()));
  }

  /** True when any origin is configured. */
  get isUsed(): boolean {
    return this.#origins.size > 0;
  }

  allows(origin: string): boolean {
    return this.#origins.has(origin.toLowerCase());
  }

  /** Headers of every response, alternating names and values. */
  headers({ origin }: IncomingHttpHeaders): readonly string[] {
    if (this.#origins.size === 0) return NONE;
    const vary = ['Vary', 'Origin'];
    if (origin === undefined || !this.allows(origin)) return vary;
    return [
      ...vary,
      'Access-Control-Allow-Origin',
      origin,
      // For the cookie that adds topics to a WebSocket.
      'Access-Control-Allow-Credentials',
      'true',
      'Access-Control-Expose-Headers',
      EXPOSED_HEADERS,
    ];
  }

  /** Headers of a preflight response; undefined when it is not a preflight, or its origin is not allowed. */
  preflight(headers: IncomingHttpHeaders, methods: readonly string[]): readonly string[] | undefined {
    const { origin } = headers;
    if (origin === undefined || headers['access-control-request-method'] === undefined) return undefined;
    if (!this.allows(origin)) return undefined;
    return [
      'Access-Control-Allow-Methods',
      methods.join(', '),
      'Access-Control-Allow-Headers',
      ALLOWED_HEADERS,
      'Access-Control-Max-Age',
      String(PREFLIGHT_MAX_AGE_S),
    ];
  }
}
