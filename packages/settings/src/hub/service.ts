import Type from 'typebox';
import { networksSetting } from '../networks-setting.ts';
import { fileSetting, optionalSetting, setting } from '../setting.ts';
import { logSettings } from '../table/log.ts';
import { burst, count, perSecond } from '../table/quantity.ts';
import { isPlainAddress } from './plain-address.ts';

const file = Type.String({ minLength: 1, maxLength: 4096 });
const wrongPublicUrl = (value: unknown) =>
  isPlainAddress(String(value)) && String(value).endsWith('/')
    ? undefined
    : 'it must be an address such as https://hub.example/, without a path';

const hostName = Type.String({ pattern: '^[A-Za-z0-9.:%_-]+$', maxLength: 253 });

/** Listening address, data, certificate, map and log of a hub. */
export const hubServiceSettings = {
  data_dir: setting(
    file,
    'hub-data',
    'Folder of keys, database and broker of this process, and of `hub.yaml`. Created at the first start.',
    { isPath: true, allowed: 'a folder that can be written to' },
  ),
  host: setting(
    hostName,
    '127.0.0.1',
    'IP address to listen on. `0.0.0.0` (or `::` with IPv6) means every address of the machine. On any address other than the loopback interface the hub speaks HTTPS only, unless `tls.mode` is `off`.',
    { allowed: 'an IP address or host name of this machine, 0.0.0.0 for all' },
  ),
  port: setting(count(0, 65_535), 3180, 'Port of the API; `0` picks a free one and prints it.'),
  public_host: optionalSetting(
    hostName,
    'Name or address under which stations and clients reach this hub. Default: `host`, or the name of this machine.',
    { allowed: 'a host name or an IP address' },
  ),
  public_url: optionalSetting(
    Type.String({ minLength: 1, maxLength: 1000 }),
    'Address of this hub behind a proxy that terminates HTTPS, as invitations have it. Default: the address of the request.',
    { allowed: 'an https:// address that ends with /', refuse: wrongPublicUrl },
  ),
  'tls.mode': setting(
    Type.Enum(['auto', 'off'] as const),
    'auto',
    '`auto`: HTTPS and WSS except on an address of this machine; `off`: without encryption, only behind a proxy that terminates HTTPS in the same protected network.',
  ),
  'tls.key_file': fileSetting(
    'Private key for HTTPS, PEM. Set together with `tls.cert_file`; if neither is set, a self-signed certificate is created and stored. Read again when the file changes.',
    { flag: 'tls-key' },
  ),
  'tls.cert_file': fileSetting('Certificate for HTTPS with its chain, PEM.', { flag: 'tls-cert' }),
  'network.trusted_proxies': networksSetting(
    'Trusted reverse proxies, by address or network. Their `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto` are used.',
  ),
  'webhooks.allow_networks': networksSetting(
    'Non-public networks to which webhooks may send, also by `http://`. Without them webhooks go to public addresses by `https://` only.',
  ),
  'metrics.access': setting(
    Type.Enum(['local', 'token', 'off'] as const),
    'local',
    'Access to `/metrics`. `local`: this machine without a key, others with one of a role that may read; `token`: only with such a key; `off`: none. Behind a proxy that is not in `network.trusted_proxies` every request comes from this machine: use `token` there.',
  ),
  'map.archive': fileSetting(
    'Archive of map tiles for the map of the page: a PMTiles 3 file, vector or raster. Only the hub serves it; each replica needs the file. If it cannot be used, log and page show a warning, and the map shows the world overview only.',
  ),
  'telemetry.otlp_url': optionalSetting(
    Type.String({ maxLength: 1000, pattern: '^https?://[^/?#@]+(/[^?#]*)?$' }),
    'OpenTelemetry collector for traces, OTLP over HTTP as JSON; `/v1/traces` is added. If not set, trace ids are in log and answers only.',
    { allowed: 'an address such as http://127.0.0.1:4318' },
  ),
  ...logSettings,
};

/** Requests of the clients of a hub. */
export const hubLimitSettings = {
  'limits.reads_per_s': setting(
    perSecond,
    100,
    'Reads for each API key, person and token for a station, sustained rate; all tokens of a key together ten times that. For each replica.',
  ),
  'limits.reads_burst': setting(burst, 200, 'The same, burst.'),
  'limits.commands_per_s': setting(
    perSecond,
    20,
    'Commands and other changes for each API key, person and token for a station, sustained rate. For each replica.',
  ),
  'limits.commands_burst': setting(burst, 40, 'The same, burst.'),
};
