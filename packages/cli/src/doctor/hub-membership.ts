import { type HubIdentity, IdentityFault, readIdentity } from '@kitestring/hub-link/identity/credentials-file.ts';
import { HubCaFault, trusting } from '@kitestring/hub-link/transport/hub-ca.ts';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import { type Finding, fail, fine, warn } from './finding.ts';

const CHECK = 'Hub';
const DAY_MS = 86_400_000;
const ENROL = "kitestring enrol 'ADDRESS', with an address that an administrator of the hub has made.";

/** Checks that the station belongs to the hub of its settings and that the hub's broker takes its credentials. Undefined without a hub. */
export async function checkHubMembership(values: SettingValues, nowMs = Date.now()): Promise<Finding | undefined> {
  const { data_dir: folder, 'hub.url': url } = values;
  if (url === undefined) return undefined;
  try {
    const identity = readIdentity(folder);
    if (identity === undefined) return fail(CHECK, `not enrolled at ${url}`, ENROL);
    if (identity.hubUrl === url) return await checkBroker(trusting(identity, values['hub.ca_file']), nowMs);
    return fail(CHECK, `enrolled at ${identity.hubUrl}, not at ${url}`, `Correct hub.url, or leave that hub: ${ENROL}`);
  } catch (fault) {
    if (fault instanceof HubCaFault) return fail(CHECK, fault.message, 'Correct hub.ca_file.');
    if (!(fault instanceof IdentityFault)) throw fault;
    return fail(CHECK, 'the identity cannot be used', `${fault.message}.`);
  }
}

/** Signs in as the station does, and ends the connection at once. */
async function checkBroker(identity: HubIdentity, nowMs: number): Promise<Finding> {
  const { expires, servers, sid } = identity.credentials;
  const days = Math.floor((expires - nowMs) / DAY_MS);
  const found = `${sid} at ${identity.hubUrl}, credentials ${days < 0 ? `expired ${-days} days ago` : `for ${days} days`}`;
  // With expired ones the broker refuses; the station gets new ones from the hub itself.
  if (days < 0)
    return warn(CHECK, found, 'The station renews them by itself when it reaches the hub over HTTP: start it.');
  const { dial } = await import('@kitestring/hub-link/transport/dial.ts');
  const faults: string[] = [];
  for (const server of servers) {
    try {
      await (await dial(identity, server)).close();
      return fine(CHECK, `${found}, reached at ${server}`);
    } catch (fault) {
      faults.push(`${server}: ${fault instanceof Error ? fault.message : String(fault)}`);
    }
  }
  return fail(
    CHECK,
    `${found}; no broker takes them (${faults.join('; ')})`,
    'Check the network and the clock, and whether the hub runs and has revoked this station. The station flies without it.',
  );
}
