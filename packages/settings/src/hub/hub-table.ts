import { atMost, type CrossCheckOf, together } from '../cross-check.ts';
import { defaultHubFolder } from '../data-folder.ts';
import { settingTable } from '../setting-table.ts';
import { SETTING_LIST } from '../settings.ts';
import { HUB_KEY_VARIABLE, HUB_SETTING_LIST, HUB_VARIABLE_PREFIX, type HubSettingValues } from './hub-settings.ts';

/** Settings of a hub that are valid separately and invalid together. */
const CROSS_CHECKS: readonly CrossCheckOf<HubSettingValues>[] = [
  together('tls.key_file', 'tls.cert_file'),
  together('oidc.issuer', 'oidc.client_id'),
  atMost('limits.reads_per_s', 'limits.reads_burst'),
  atMost('limits.commands_per_s', 'limits.commands_burst'),
  {
    names: ['oidc.audience', 'oidc.client_id'],
    holds: (values) => values['oidc.audience'] === undefined || values['oidc.audience'] !== values['oidc.client_id'],
    rule: 'oidc.audience must not be oidc.client_id: an ID token would be accepted as an access token',
  },
  ...(['relay.key', 'relay.secret_file'] as const).map((name) => ({
    names: ['relay.urls', name] as const,
    holds: (values: HubSettingValues) => values['relay.urls'].length === 0 || values[name] !== undefined,
    rule: `relay.urls needs ${name}`,
  })),
  {
    names: ['s3.endpoint', 's3.bucket'],
    holds: (values) => {
      const set = [values['s3.bucket'], values['s3.access_key_id'], values['s3.secret_access_key']];
      return set.every((value) => (value === undefined) === (values['s3.endpoint'] === undefined));
    },
    rule: 's3.endpoint, s3.bucket, s3.access_key_id and s3.secret_access_key go together, and some are missing',
  },
  {
    names: ['nats.station_urls', 'nats.servers'],
    holds: (values) => values['nats.servers'].length === 0 || values['nats.station_urls'].length > 0,
    rule: 'nats.servers needs nats.station_urls: stations are told where to connect',
  },
  together('nats.key_file', 'nats.cert_file'),
  ...(['nats.tls_first', 'nats.cert_file'] as const).map((name) => ({
    names: [name, 'nats.servers'] as const,
    holds: (values: HubSettingValues) =>
      !values[name] || values['nats.servers'].some((server) => server.startsWith('tls:')),
    rule: `${name} needs nats.servers with tls:// addresses`,
  })),
  {
    names: ['nats.replicas', 'nats.servers'],
    holds: (values) => (values['nats.replicas'] ?? 1) <= Math.max(1, values['nats.servers'].length),
    rule: 'nats.replicas cannot be more than there are nats.servers',
  },
  {
    names: ['database', 'nats.servers'],
    holds: (values) => values['nats.servers'].length === 0 || values.database !== undefined,
    rule: 'nats.servers needs database: the one in data_dir is for one process with a broker of its own',
  },
  {
    names: ['roles', 'nats.servers'],
    holds: (values) => values['nats.servers'].length > 0 || values.roles.length === 2,
    rule: 'roles must be web and archive in a hub that has a broker of its own',
  },
];

/** The settings of a hub. */
export const HUB_TABLE = settingTable<HubSettingValues>({
  list: HUB_SETTING_LIST,
  fileName: 'hub.yaml',
  variablePrefix: HUB_VARIABLE_PREFIX,
  isOtherVariable: (variable) =>
    variable === HUB_KEY_VARIABLE || SETTING_LIST.some((setting) => setting.variable === variable),
  defaultDataDir: defaultHubFolder,
  crossChecks: CROSS_CHECKS,
});
