import type { IncomingMessage } from 'node:http';
import type { TrustedProxies } from '../limits/trusted-proxies.ts';
import type { Cors } from './cors.ts';

/**
 * Whether the request comes from a web page of another origin, by Fetch Metadata, or by `Origin` if a browser sends
 * only that, over plain HTTP. Programs send neither and are never foreign.
 */
export function isForeignPage(request: IncomingMessage, cors: Cors, proxies: TrustedProxies): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && cors.allows(origin)) return false;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && host(origin) !== proxies.host(request)?.toLowerCase();
}

/** Without the scheme: a page behind a TLS proxy is our own. `null` (a sandboxed page, a file) is no host. */
const host = (origin: string): string => origin.toLowerCase().replace(/^https?:\/\//, '');
