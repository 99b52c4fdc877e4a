import Type from 'typebox';
import { fileSetting, optionalSetting, setting } from '../setting.ts';
import { count } from '../table/quantity.ts';

/** Duties that a replica of the hub can have. */
const HUB_ROLES = ['web', 'archive'] as const;

/** Broker, database and duties of a hub. */
export const hubEngineSettings = {
  roles: setting(
    Type.Array(Type.Enum(HUB_ROLES), { minItems: 1, maxItems: HUB_ROLES.length, uniqueItems: true }),
    [...HUB_ROLES],
    'Duties of this process. `web`: API, commands and requests of stations; `archive`: stores the records of stations. Every hub needs each at least once; of several archiving replicas one works and the others take over if it fails.',
    { allowed: 'a list of web, archive' },
  ),
  engine: fileSetting(
    'nats-server to start. Default: the one in the PATH, or of `kitestring hub engine install`. Not used with `nats.servers`.',
  ),
  broker_port: setting(
    count(0, 65_535),
    3181,
    'Port of the hub’s own broker for stations, WebSocket; `0` picks a free one. Not used with `nats.servers`.',
  ),
  'nats.servers': setting(
    Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 16 }),
    [],
    'External nats-servers, as `nats://host:4222` or `tls://host:4222`, with the configuration of `kitestring hub engine config`; with one `tls://` all connections are encrypted. If not set, the hub starts one of its own.',
    {
      allowed: 'a list of up to 16 addresses nats://host:port or tls://host:port',
      refuse: (value) => (value as string[]).map((one) => wrongAddress(one, ['nats:', 'tls:'])).find(Boolean),
    },
  ),
  'nats.station_urls': setting(
    Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 16 }),
    [],
    'Addresses of the external nats-servers for stations, as `wss://host` or `wss://host:port`; every station gets the whole list. Without `nats.servers` stations get `public_host` and `broker_port`.',
    {
      allowed: 'a list of up to 16 addresses wss://host:port; ws:// only in a protected network',
      refuse: (value) => (value as string[]).map((one) => wrongAddress(one, ['wss:', 'ws:'])).find(Boolean),
    },
  ),
  'nats.ca_file': fileSetting(
    'Certificate authority of the nats-servers, PEM, if it is not a public one; stations are told to trust it too, see `nats.station_ca`.',
  ),
  'nats.station_ca': setting(
    Type.Enum(['nats', 'public'] as const),
    'nats',
    'Authority of the certificates at `nats.station_urls`. `nats`: that of `nats.ca_file`, where it is set; `public`: a public one, of a proxy before the nats-servers.',
  ),
  'nats.cert_file': fileSetting(
    'Certificate with which this hub identifies itself to nats-servers that ask for one (`verify`), PEM, with its chain. Read again at each connection.',
  ),
  'nats.key_file': fileSetting('Key of `nats.cert_file`, PEM.'),
  'nats.tls_first': setting(
    Type.Boolean(),
    false,
    'Begin connections to the nats-servers with the TLS handshake, as those with `handshake_first: true` require, so that nothing is sent unencrypted.',
  ),
  'nats.replicas': optionalSetting(
    Type.Integer({ minimum: 1, maximum: 5 }),
    'Copies of each stream on the nats-servers. Default: 3 with three or more `nats.servers`, else 1. An existing stream is changed at the next start.',
  ),
  keys_dir: fileSetting(
    'Folder of the keys of operator, account and commands; the same for all replicas, readable by the hub only. Default: `keys` in `data_dir`.',
    { allowed: 'a folder' },
  ),
  database: optionalSetting(
    Type.String({ minLength: 1, maxLength: 2000, pattern: '^postgres(ql)?://' }),
    'PostgreSQL of registry, archive and audit log, `postgres://user:password@host/name`. If not set, a database in `data_dir`, for one process. There is no flag, because every user of the machine could read the password.',
    { flag: false, allowed: 'a postgres:// address', masked: withoutPassword },
  ),
};

function wrongAddress(text: string, schemes: readonly string[]): string | undefined {
  const url = URL.parse(text);
  if (url !== null && schemes.includes(url.protocol) && url.hostname !== '' && url.username === '') return undefined;
  return `${text} is not ${schemes.map((scheme) => `${scheme}//host:port`).join(' or ')}`;
}

function withoutPassword(value: unknown): string {
  const url = URL.parse(String(value));
  if (url === null) return 'postgres://...';
  if (url.password !== '') url.password = '***';
  url.searchParams.delete('password');
  return url.href;
}
