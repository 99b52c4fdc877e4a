import { SERVED_API_VERSIONS } from '@kitestring/contract/versions.ts';
import Type from 'typebox';
import { METRICS_ACCESS } from '../../api/pages/metrics-access.ts';
import { wrongNetwork } from '../../limits/trusted-proxies.ts';
import { DEFAULT_NETWORK_SETTINGS, NETWORK_MODES } from '../../network/network-settings.ts';
import { DEFAULT_LIMITS as limits } from '../../server-settings.ts';
import { TLS_MODES } from '../../tls/tls-mode.ts';
import { optionalSetting, setting } from '../setting.ts';
import { count, quantity } from './quantity.ts';

const LISTENER = '^(\\[[0-9a-fA-F:.]+\\]:|[A-Za-z0-9.-]+:)?[0-9]{1,5}$';
const CONTACT = '^(mailto:[^\\s@]+@[^\\s@]+|https://[!-~]+|tel:\\+?[0-9-]+)$';
const ORIGIN = '^(https?://[A-Za-z0-9.-]+|https?://\\[[0-9a-fA-F:.]+\\])(:[0-9]{1,5})?$';

/** Where the service listens, what it keeps and what it says. */
export const serviceSettings = {
  host: setting(
    Type.String({ pattern: '^[A-Za-z0-9.:%_-]+$', maxLength: 253 }),
    '127.0.0.1',
    'Address to listen on. `0.0.0.0` (or `::` with IPv6) is every address of the machine; the default is reachable from this machine only. Any other needs a `tls.mode`.',
    { allowed: 'an IP address or host name of this machine, 0.0.0.0 for all' },
  ),
  port: setting(
    count(0, 65_535),
    3128,
    'Port that answers HTTP and HTTPS alike. `0` takes any free one and prints it.',
  ),
  listeners: setting(
    Type.Array(Type.String({ pattern: LISTENER }), { maxItems: 32 }),
    [],
    'Further ports to listen on, each with or without an address: `80`, `10.0.0.5:443`.',
    { allowed: 'a list of up to 32 ports or address:port', refuse: (value) => wrongPort(value as string[]) },
  ),
  data_dir: setting(
    Type.String({ minLength: 1, maxLength: 4096 }),
    'data',
    'Folder of everything the station keeps: database, certificate, first API key, `kitestring.yaml`. Made at the first start.',
    { isPath: true, allowed: 'a folder that can be written to' },
  ),
  api_version: setting(Type.Enum(SERVED_API_VERSIONS), '1.1.2', 'Version of the published API that is served.', {
    allowed: `${SERVED_API_VERSIONS.join(', ')} (1.0.0 and 0.5.0 come later)`,
  }),
  api_key: optionalSetting(
    Type.String({ minLength: 1, maxLength: 256, pattern: '^[\\x21-\\x7e]+$' }),
    'API key of the first plugin, which has all scopes. Without it the first start makes one. As a flag every user of the machine could read it, so there is none.',
    { secret: true, flag: false, allowed: '1 to 256 visible ASCII characters without spaces' },
  ),
  'tls.mode': optionalSetting(
    Type.Enum(TLS_MODES),
    'What the ports speak. `both`: HTTP and HTTPS; `https_only`: a plain request is sent to HTTPS (308) or refused (426); `off`: HTTP alone, behind a proxy that speaks HTTPS. `both` unless it is set, where only this machine can reach the station; on any other address a station without a mode does not start.',
  ),
  'tls.key_file': optionalSetting(
    Type.String({ minLength: 1, maxLength: 4096 }),
    'Private key for HTTPS, PEM. With `tls.cert_file`; without both a self-signed certificate is made and kept. Read again when it changes.',
    { isPath: true, allowed: 'a file' },
  ),
  'tls.cert_file': optionalSetting(
    Type.String({ minLength: 1, maxLength: 4096 }),
    'Certificate for HTTPS with its chain, PEM.',
    { isPath: true, allowed: 'a file' },
  ),
  'security.contact': optionalSetting(
    Type.String({ maxLength: 256, pattern: CONTACT }),
    'To whom a hole of this station is reported. `/.well-known/security.txt` (RFC 9116) then says it to everybody.',
    { allowed: '`mailto:`, `https://` or `tel:` with what belongs behind it' },
  ),
  'network.mode': setting(
    Type.Enum(NETWORK_MODES),
    DEFAULT_NETWORK_SETTINGS.mode,
    'How the system is connected to the customer’s network. In a NAT mode an interface of this machine in the system’s own subnet 192.168.2.0/24 raises a notification.',
  ),
  'network.system_domain': setting(
    Type.String({ minLength: 1, maxLength: 190, pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$' }),
    DEFAULT_NETWORK_SETTINGS.systemDomain,
    'Domain of the system: its host name is `system.gs_name`, a dot, and this. The self-signed certificate has it.',
    { allowed: 'a domain name such as local or example.org' },
  ),
  'network.mdns': setting(
    Type.Boolean(),
    DEFAULT_NETWORK_SETTINGS.advertise,
    'Say by multicast DNS where the station is: `_kitestring._tcp`.',
  ),
  'network.trusted_proxies': setting(
    Type.Array(Type.String({ maxLength: 49 }), { maxItems: 32 }),
    [],
    'Reverse proxies before the station, by address or network. What they write into `X-Forwarded-For` and `X-Forwarded-Host` is believed: without it everybody behind a proxy counts as one address.',
    {
      allowed: 'a list of IP addresses and networks such as 10.0.0.0/8',
      refuse: (value) => (value as string[]).map(wrongNetwork).find((wrong) => wrong !== undefined),
    },
  ),
  'network.hosts': setting(
    Type.Array(Type.String({ pattern: '^(\\*|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)$', maxLength: 253 }), {
      maxItems: 32,
    }),
    [],
    'Further names by which clients reach the station. Requests for any other host are refused: addresses, names without a dot, those below `.local` and those of the certificate are known anyway. `*` is any name.',
    { allowed: 'a list of host names, or *' },
  ),
  'metrics.access': setting(
    Type.Enum(METRICS_ACCESS),
    'local',
    'Who may read `/metrics`. `local`: this machine without a token, others with one (scope `read`); `token`: everybody with one; `off`: nobody.',
  ),
  'cors.origins': setting(
    Type.Array(Type.String({ pattern: ORIGIN }), { maxItems: 100 }),
    [],
    'Web pages of these origins may call the API. None by default.',
    { allowed: 'a list of origins such as https://example.org:8443' },
  ),
  'log.level': setting(
    Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const),
    'info',
    'Least important messages that are logged.',
  ),
  'log.format': setting(
    Type.Enum(['auto', 'json', 'pretty'] as const),
    'auto',
    '`json`: one object a line; `pretty`: for reading; `auto`: pretty on a terminal, else JSON.',
  ),
};

/** Token buckets and other bounds that keep one client from harming the rest. */
export const limitSettings = {
  'limits.reads_per_s': setting(quantity('1/s', 1, 1e6), limits.readsPerS, 'Reads a session may make in the long run.'),
  'limits.reads_burst': setting(count(1, 1e6), limits.readsBurst, 'Reads a session may make at once.'),
  'limits.commands_per_s': setting(
    quantity('1/s', 1, 1e6),
    limits.commandsPerS,
    'Commands a session may give in the long run.',
  ),
  'limits.commands_burst': setting(count(1, 1e6), limits.commandsBurst, 'Commands a session may give at once.'),
  'limits.plugin_factor': setting(
    count(1, 10_000),
    limits.pluginFactor,
    'How many times what one session may ask all sessions of a plugin may ask together, reads and commands alike.',
  ),
  'limits.token_requests_per_min': setting(
    quantity('1/min', 1, 1e6),
    limits.tokenRequestsPerMin,
    'Tokens that one address may request in the long run.',
  ),
  'limits.token_requests_burst': setting(
    count(1, 1e6),
    limits.tokenRequestsBurst,
    'Tokens that one address may request at once.',
  ),
  'limits.unauthenticated_per_s': setting(
    quantity('1/s', 1, 1e6),
    limits.unauthenticatedPerS,
    'Requests without a valid token that one address may make in the long run. `/health` and pages are not counted.',
  ),
  'limits.unauthenticated_burst': setting(
    count(1, 1e6),
    limits.unauthenticatedBurst,
    'Requests without a valid token that one address may make at once.',
  ),
  'limits.wrong_keys_per_min': setting(
    quantity('1/min', 1, 1e6),
    limits.wrongKeysPerMin,
    'Wrong API keys that one address may try; after 5 in a row each takes longer.',
  ),
  'limits.websockets_per_session': setting(
    count(1, 10_000),
    limits.webSocketsPerSession,
    'WebSockets that a session may have open.',
  ),
  'limits.connections': setting(
    count(1, 100_000),
    limits.connections,
    'Connections that a listener holds open at a time.',
  ),
  'limits.connections_per_address': setting(
    count(1, 100_000),
    limits.connectionsPerAddress,
    'Connections that one address holds open at a time; trusted proxies are not counted.',
  ),
};

function wrongPort(listeners: readonly string[]): string | undefined {
  const wrong = listeners.find((listener) => Number(/\d+$/.exec(listener)?.[0]) > 65_535);
  return wrong === undefined ? undefined : `${wrong} is not a port`;
}
