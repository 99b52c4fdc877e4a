import { nodePlatform } from '@kitestring/client/node.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { areLoopback } from '@kitestring/web/listen/listen-address.ts';
import { type Finding, fail, fine } from '../doctor/finding.ts';

const CHECK = 'Hub';
const TIMEOUT_MS = 3000;

interface Ready {
  readonly version?: string;
  readonly away?: readonly string[];
  readonly parts?: Readonly<Record<string, { readonly reason?: string; readonly since?: string }>>;
}

/** Checks what the hub of these settings says of itself, if it runs. */
export async function checkRunningHub(values: HubSettingValues): Promise<Finding & { readonly isRunning: boolean }> {
  const { host, port } = values;
  if (port === 0) return { ...fine(CHECK, 'not asked, the port is 0'), isRunning: false };
  const scheme = values['tls.mode'] === 'off' || areLoopback([values]) ? 'http' : 'https';
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const url = `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}/readyz`;
  try {
    // Its certificate is checked above; nothing secret is sent.
    const { fetch } = nodePlatform({ insecure: true });
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { ...finding((await response.json()) as Ready, url), isRunning: true };
  } catch (fault) {
    if (fault instanceof SyntaxError)
      return { ...fail(CHECK, `the server at ${url} is not a hub`, 'Choose another with --port.'), isRunning: false };
    return { ...fine(CHECK, `none is running at ${url}`), isRunning: false };
  }
}

function finding({ away = [], parts = {}, version = '' }: Ready, url: string): Finding {
  if (parts.broker === undefined)
    return fail(CHECK, `the server at ${url} is not a hub`, 'Choose another with --port.');
  if (away.length === 0) return fine(CHECK, `${version} is ready, at ${url}`);
  const reasons = away.map((part) => `${part} since ${parts[part]?.since}: ${parts[part]?.reason}`);
  return fail(CHECK, `it is running and not ready: ${reasons.join('; ')}`, 'docs/hub/watch.md explains each part.');
}
