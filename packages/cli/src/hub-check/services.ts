import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { type Finding, fail, fine } from '../doctor/finding.ts';

const TIMEOUT_MS = 5000;
const text = (fault: unknown): string => {
  const { cause, message } = fault as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};

/** Checks the discovery document of the sign-in provider. Undefined without one. */
export async function checkProvider({ 'oidc.issuer': issuer }: HubSettingValues): Promise<Finding | undefined> {
  if (issuer === undefined) return undefined;
  const check = 'Sign-in';
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const document = (await response.json()) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
    if (document.issuer !== issuer)
      return fail(check, `${url} names the issuer ${String(document.issuer)}`, 'Set oidc.issuer to exactly that.');
    const keys = await fetch(String(document.jwks_uri), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!keys.ok) throw new Error(`its keys at ${String(document.jwks_uri)}: status ${keys.status}`);
    return fine(check, `${issuer} and its keys answer`);
  } catch (fault) {
    const todo =
      'Check oidc.issuer, name service and proxy; until then kitestring hub admin-link lets an administrator in.';
    return fail(check, `${url}: ${text(fault)}`, todo);
  }
}

/** Checks that S3 takes, gives and removes an object. Undefined where recordings are kept in the data folder. */
export async function checkObjects(values: HubSettingValues): Promise<Finding | undefined> {
  const check = 'Recordings';
  const { probeObjects } = await import('@kitestring/hub-app/check/probe-objects.ts');
  try {
    const probed = await probeObjects(values);
    return probed === undefined ? undefined : fine(check, `${probed.text}: written, read and removed`);
  } catch (fault) {
    return fail(check, text(fault), 'Check s3.endpoint, s3.bucket, the key, its rights, and the clock.');
  }
}

/** Checks that every relay takes the key of the hub. */
export async function checkRelays(values: HubSettingValues): Promise<readonly Finding[]> {
  const check = 'Relay';
  const { probeRelays } = await import('@kitestring/hub-app/check/probe-relays.ts');
  const todo = 'Check relay.urls, relay.key and relay.secret_file, and that LiveKit runs.';
  try {
    const probed = await probeRelays(values);
    return probed.map(({ fault, url }) =>
      fault === undefined ? fine(check, `${url} is LiveKit and takes the key`) : fail(check, `${url}: ${fault}`, todo),
    );
  } catch (fault) {
    return [fail(check, text(fault), todo)];
  }
}
