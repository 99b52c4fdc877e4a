import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import type { HubDeps } from '../hub-deps.ts';
import { readSecretFile } from '../secret-file.ts';
import { OidcProvider } from './oidc-provider.ts';
import { PersonSignIn } from './person-sign-in.ts';
import { Persons } from './persons.ts';
import { Rights } from './rights.ts';

type PeopleDeps = Pick<HubDeps, 'database' | 'settings' | 'nowMs' | 'log'>;

/** Persons and their roles. */
export interface People {
  readonly rights: Rights;
  readonly persons: Persons;
  /** Undefined: sign-in is by API keys only. */
  readonly provider: OidcProvider | undefined;
  readonly personSignIn: PersonSignIn;
}

/** @throws HubFault when the file of the provider's secret cannot be read */
export async function openPeople({ database, log, nowMs, settings }: PeopleDeps): Promise<People> {
  const rights = await Rights.open(database);
  const persons = new Persons(database);
  const provider = makeProvider(settings, nowMs);
  return { rights, persons, provider, personSignIn: new PersonSignIn({ provider, persons, nowMs, log }) };
}

function makeProvider(settings: HubSettingValues, nowMs: () => number): OidcProvider | undefined {
  const { 'oidc.client_id': clientId, 'oidc.client_secret_file': file, 'oidc.issuer': issuer } = settings;
  if (issuer === undefined || clientId === undefined) return undefined;
  return new OidcProvider({
    issuer,
    clientId,
    nowMs,
    clientSecret: file === undefined ? undefined : readSecretFile(file, 'oidc.client_secret_file'),
    scopes: settings['oidc.scopes'],
    rolesClaim: settings['oidc.roles_claim'],
    audience: settings['oidc.audience'],
  });
}
