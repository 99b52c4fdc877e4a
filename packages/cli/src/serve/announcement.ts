import { listenAddresses } from '@kitestring/settings/listen-addresses.ts';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import type { RunningStation } from '@kitestring/station-app/running-station.ts';
import type { World } from '@kitestring/station-app/worlds/world.ts';
import { hasHttps } from '@kitestring/station-contract/versions.ts';
import { areLoopback } from '@kitestring/web/listen/listen-address.ts';
import type { TerminalOutput } from '../context.ts';
import { VERSION } from '../version.ts';
import type { Announcement } from './banner.ts';
import { keyPlace } from './key-place.ts';

type Served = Pick<RunningStation<World>, 'addresses' | 'firstKey' | 'pin' | 'url'> &
  Partial<Pick<RunningStation<World>, 'storeTrouble'>>;

/** The part of the banner that is the same whatever is served. */
export const announcementOf = (
  { addresses, firstKey, pin, storeTrouble, url }: Served,
  values: SettingValues,
  { isTerminal }: TerminalOutput,
): Omit<Announcement, 'aircraft' | 'speed'> => ({
  version: VERSION,
  apiVersion: values.api_version,
  url,
  otherUrls: addresses.slice(1).map(({ host, port }) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
  schemes: schemes(values),
  hasConsole: values['console.enabled'],
  key: keyPlace({ firstKey, values, isTerminal }),
  pin,
  dataDir: values.data_dir,
  storeTrouble,
});

/** Protocols of the ports, the preferred one first: HTTPS on a network. */
function schemes(values: SettingValues): Announcement['schemes'] {
  const { api_version: version, 'tls.mode': mode = hasHttps(version) ? 'both' : 'off' } = values;
  if (mode !== 'both') return mode === 'off' ? ['http'] : ['https'];
  return areLoopback(listenAddresses(values)) ? ['http', 'https'] : ['https', 'http'];
}
