import { isIP } from 'node:net';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { RelyingParty } from '@kitestring/station-core/auth';

/**
 * Relying party of the page's passkeys. PASSKEYS_UNAVAILABLE at an IP address, and without encryption except on the
 * station itself, where browsers offer none.
 * @returns undefined for a request that is not from a page of this station
 * @param host header `Host`, behind trusted proxies
 * @param origin header `Origin`
 */
export function relyingParty(host: string | undefined, origin: string | undefined): Result<RelyingParty> | undefined {
  const page = parseUrl(origin ?? '');
  const station = parseUrl(`${page?.protocol ?? 'https:'}//${host ?? ''}`);
  if (page === undefined || station === undefined || page.host !== station.host) return undefined;
  const { hostname: id, protocol } = page;
  if (isIP(id.replace(/^\[|\]$/g, '')) !== 0) return refuse('PASSKEYS_UNAVAILABLE.address', { host: id });
  const isSecure = protocol === 'https:' || id === 'localhost' || id.endsWith('.localhost');
  return isSecure ? ok({ id, origin: page.origin }) : refuse('PASSKEYS_UNAVAILABLE.unencrypted');
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
