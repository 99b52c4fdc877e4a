import { ConnectionError } from '@kitestring/client/connection-error.ts';
import type { Platform } from '@kitestring/client/platform.ts';

const TOKEN_REQUEST = '/api/v1/auth/token/request';

/** A platform that sends a key only to a server whose health has shown that it is a station: a mistyped address gets none. */
export function keyOnlyToStations(platform: Platform): Platform {
  let shown: Promise<void> | undefined;
  return {
    ...platform,
    fetch: async (url, init) => {
      if (url.endsWith(TOKEN_REQUEST)) {
        shown ??= showsItself(platform, url.slice(0, -TOKEN_REQUEST.length), init.signal);
        await shown.catch((fault) => {
          shown = undefined;
          throw fault;
        });
      }
      return platform.fetch(url, init);
    },
  };
}

/** @throws ConnectionError where another server answers */
async function showsItself({ fetch }: Platform, station: string, signal: RequestInit['signal']): Promise<void> {
  for (const path of ['/api/health', '/api/v0/health']) {
    const answer = await fetch(station + path, { redirect: 'error', ...(signal && { signal }) });
    const health: unknown = await answer.json().catch(() => undefined);
    // A station that cannot do its work says so, and still is one.
    const { api_version: version } = (health ?? {}) as { api_version?: unknown };
    if (health === 'Service Unavailable' || typeof version === 'string') return;
  }
  const message = `${station} answers, but not with this API: no key was sent; check address and port`;
  throw new ConnectionError('NOT_A_STATION', message);
}
