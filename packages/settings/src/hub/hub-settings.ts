import Type from 'typebox';
import { fileSetting, optionalSetting, setting } from '../setting.ts';
import { listOf, type ValuesOf } from '../setting-table.ts';
import { hubArchiveSettings, hubObjectSettings } from './archive.ts';
import { hubEngineSettings } from './engine.ts';
import { hubRelaySettings } from './relay.ts';
import { hubLimitSettings, hubServiceSettings } from './service.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\p{Cc}]*$' });

/** Sign-in of people by an OpenID Connect provider. */
const hubPeopleSettings = {
  'oidc.issuer': optionalSetting(
    text(1000),
    'Address of the OpenID Connect provider by which people sign in. If not set, they sign in with API keys only.',
    { allowed: 'an https:// address as the provider names itself', refuse: (value) => wrongIssuer(String(value)) },
  ),
  'oidc.client_id': optionalSetting(text(300), 'Id of this hub at the provider. Set together with `oidc.issuer`.'),
  'oidc.client_secret_file': fileSetting(
    'File with the secret of this hub at the provider. If not set, the hub is a public client; PKCE protects both.',
  ),
  'oidc.name': setting(text(60), 'Single sign-on', 'Name of the provider on the page of the sign-in.'),
  'oidc.scopes': setting(
    text(500),
    'openid profile',
    'Scopes of the sign-in, separated by spaces. Providers that give refresh tokens only on request need `offline_access` too: without one, roles stay as they were at the sign-in until it ends.',
    { refuse: (value) => (String(value).split(' ').includes('openid') ? undefined : 'openid must be among them') },
  ),
  'oidc.roles_claim': setting(
    Type.String({ pattern: '^[\\w:/.-]+$', maxLength: 200 }),
    'groups',
    'Claim whose values are bound to roles: a name, or a path with dots such as `realm_access.roles`.',
  ),
  'oidc.audience': optionalSetting(
    text(300),
    'Audience of access tokens (JWT) of the provider with which programs call the API. If not set, only API keys are accepted. Not `oidc.client_id`: ID tokens are not access tokens.',
  ),
};

function wrongIssuer(value: string): string | undefined {
  const url = URL.parse(value);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '')
    return 'this is not an issuer address';
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback) ? undefined : 'it must be https://';
}

/** All settings of a hub, in the form of those of a station. */
const HUB_SETTINGS = {
  ...hubServiceSettings,
  ...hubEngineSettings,
  ...hubArchiveSettings,
  ...hubLimitSettings,
  ...hubPeopleSettings,
  ...hubRelaySettings,
  ...hubObjectSettings,
};

/** The value of every setting of a hub, by name. */
export type HubSettingValues = ValuesOf<typeof HUB_SETTINGS>;

/** Prefix of every variable of a hub. */
export const HUB_VARIABLE_PREFIX = 'KITESTRING_HUB_';
/** An API key of a hub, for the commands that are its clients. */
export const HUB_KEY_VARIABLE = 'KITESTRING_HUB_KEY';

/** The table as a list, in its order. */
export const HUB_SETTING_LIST = listOf(HUB_SETTINGS, HUB_VARIABLE_PREFIX);
