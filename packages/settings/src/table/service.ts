import { API_VERSIONS, NEWEST_API_VERSION } from '@kitestring/station-contract/versions.ts';
import Type from 'typebox';
import { networksSetting } from '../networks-setting.ts';
import { fileSetting, optionalSetting, setting } from '../setting.ts';
import { logSettings } from './log.ts';
import { burst, count, perMinute, perSecond } from './quantity.ts';

const LISTENER = '^(\\[[0-9a-fA-F:.]+\\]:|[A-Za-z0-9.-]+:)?[0-9]{1,5}$';
const CONTACT = '^(mailto:[^\\s@]+@[^\\s@]+|https://[!-~]+|tel:\\+?[0-9-]+)$';
const ORIGIN = '^(https?://[A-Za-z0-9.-]+|https?://\\[[0-9a-fA-F:.]+\\])(:[0-9]{1,5})?$';

/** Listening addresses, storage and log. */
export const serviceSettings = {
  host: setting(
    Type.String({ pattern: '^[A-Za-z0-9.:%_-]+$', maxLength: 253 }),
    '127.0.0.1',
    'IP address to listen on. `0.0.0.0` (or `::` with IPv6) means every address of the machine; the default is reachable from this machine only. Any other address requires `tls.mode` to be set.',
    { allowed: 'an IP address or host name of this machine, 0.0.0.0 for all' },
  ),
  port: setting(count(0, 65_535), 3128, 'Port for both HTTP and HTTPS. `0` picks a free port and prints it.'),
  listeners: setting(
    Type.Array(Type.String({ pattern: LISTENER }), { maxItems: 32 }),
    [],
    'Additional ports to listen on, each with or without an address: `80`, `10.0.0.5:443`.',
    { allowed: 'a list of up to 32 ports or address:port', refuse: (value) => wrongPort(value as string[]) },
  ),
  data_dir: setting(
    Type.String({ minLength: 1, maxLength: 4096 }),
    'data',
    'Folder for all persistent data: database, certificate, first API key, `kitestring.yaml`. Created at the first start.',
    { isPath: true, allowed: 'a folder that can be written to' },
  ),
  aircraft: setting(
    Type.String({ pattern: '^(simulated|mavlink:.+)$', maxLength: 4096 }),
    'simulated',
    'The aircraft: `simulated`, or a real one with ArduCopter or PX4 behind a MAVLink link: `mavlink:udp://0.0.0.0:14550` listens, `mavlink:tcp://10.0.0.5:5760` connects, `mavlink:serial:///dev/ttyACM0?baud=57600` is a serial port. See [real aircraft](../builder/real-aircraft.md).',
    { allowed: 'simulated, or mavlink: and the address of a link' },
  ),
  api_version: setting(
    Type.Enum(API_VERSIONS),
    NEWEST_API_VERSION,
    'Version of the published API that is served, for tests against the version of a customer’s system. 0.5.0 has no HTTPS, no rate limits and no console. See [versions](versions.md).',
  ),
  api_key: optionalSetting(
    Type.String({ minLength: 1, maxLength: 256, pattern: '^[\\x21-\\x7e]+$' }),
    'API key of the first plugin, which has all scopes. If not set, the first start generates one. There is no flag, because every user of the machine could read it.',
    { secret: true, flag: false, allowed: '1 to 256 visible ASCII characters without spaces' },
  ),
  'tls.mode': optionalSetting(
    Type.Enum(['both', 'https_only', 'off'] as const),
    'Protocols on the ports. `both`: HTTP and HTTPS; `https_only`: a plain request is redirected to HTTPS (308) or refused (426); `off`: HTTP only, behind a proxy that terminates HTTPS. Default `both` if only this machine can reach the station; on any other address the station does not start without a mode.',
  ),
  'tls.key_file': fileSetting(
    'Private key for HTTPS, PEM. Set together with `tls.cert_file`; if neither is set, a self-signed certificate is generated and stored. Reloaded when the file changes.',
  ),
  'tls.cert_file': fileSetting('Certificate for HTTPS with its chain, PEM.'),
  'security.contact': optionalSetting(
    Type.String({ maxLength: 256, pattern: CONTACT }),
    'Contact for reports of vulnerabilities in this station, published at `/.well-known/security.txt` (RFC 9116).',
    { allowed: 'a `mailto:`, `https://` or `tel:` URI' },
  ),
  'network.mode': setting(
    Type.Enum(['Bridged', 'NAT (DHCP)', 'NAT (Static)'] as const),
    'Bridged',
    'Connection of the system to the customer’s network. In a NAT mode an interface of this machine in the system’s own subnet 192.168.2.0/24 raises a notification.',
  ),
  'network.system_domain': setting(
    Type.String({ minLength: 1, maxLength: 190, pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$' }),
    'local',
    'Domain of the system: its host name is `system.gs_name`, a dot, and this domain. Included in the self-signed certificate.',
    { allowed: 'a domain name such as local or example.org' },
  ),
  'network.mdns': setting(Type.Boolean(), false, 'Announce the station by multicast DNS as `_kitestring._tcp`.'),
  'network.trusted_proxies': networksSetting(
    'Trusted reverse proxies, by address or network. Their `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto` are used; otherwise all clients behind a proxy count as one address.',
  ),
  'network.hosts': setting(
    Type.Array(Type.String({ pattern: '^(\\*|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)$', maxLength: 253 }), {
      maxItems: 32,
    }),
    [],
    'Additional host names by which clients reach the station. Requests for other hosts are refused, except IP addresses, names without a dot, names below `.local` and names in the certificate. `*` allows any name.',
    { allowed: 'a list of host names, or *' },
  ),
  'metrics.access': setting(
    Type.Enum(['local', 'token', 'off'] as const),
    'local',
    'Access to `/metrics`. `local`: this machine without a token, others with one (scope `read`); `token`: only with a token; `off`: none.',
  ),
  'cors.origins': setting(
    Type.Array(Type.String({ pattern: ORIGIN }), { maxItems: 100 }),
    [],
    'Origins whose web pages may call the API (CORS). None by default.',
    { allowed: 'a list of origins such as https://example.org:8443' },
  ),
  ...logSettings,
};

/** Token buckets and other limits that protect clients from each other. */
export const limitSettings = {
  'limits.reads_per_s': setting(perSecond, 100, 'Reads per session, sustained rate.'),
  'limits.reads_burst': setting(burst, 200, 'Reads per session, burst.'),
  'limits.commands_per_s': setting(perSecond, 20, 'Commands per session, sustained rate.'),
  'limits.commands_burst': setting(burst, 40, 'Commands per session, burst.'),
  'limits.plugin_factor': setting(
    count(1, 10_000),
    10,
    'Request quota of all sessions of a plugin together, as a multiple of the quota of one session; for reads and commands.',
  ),
  'limits.token_requests_per_min': setting(perMinute, 60, 'Token requests per address, sustained rate.'),
  'limits.token_requests_burst': setting(burst, 30, 'Token requests per address, burst.'),
  'limits.unauthenticated_per_s': setting(
    perSecond,
    20,
    'Requests without a valid token per address, sustained rate. `/health` and pages do not count.',
  ),
  'limits.unauthenticated_burst': setting(burst, 100, 'Requests without a valid token per address, burst.'),
  'limits.wrong_keys_per_min': setting(
    perMinute,
    10,
    'Failed API key attempts per address; after 5 in a row each further attempt is delayed.',
  ),
  'limits.websockets_per_session': setting(count(1, 10_000), 32, 'Maximum number of open WebSockets per session.'),
  'limits.connections': setting(count(1, 100_000), 4096, 'Maximum number of open connections per listener.'),
  'limits.connections_per_address': setting(
    count(1, 100_000),
    512,
    'Maximum number of open connections per address; trusted proxies do not count.',
  ),
};

function wrongPort(listeners: readonly string[]): string | undefined {
  const wrong = listeners.find((listener) => Number(/\d+$/.exec(listener)?.[0]) > 65_535);
  return wrong === undefined ? undefined : `${wrong} is not a port`;
}
