import { hasHttps } from '@kitestring/station-contract/versions.ts';
import { areLoopback } from '@kitestring/web/listen/listen-address.ts';
import { listenAddresses } from './listen-addresses.ts';
import type { LoadedSettings } from './load-settings.ts';
import type { SettingName } from './settings.ts';
import { SettingsFault } from './settings-fault.ts';

/** Shorter keys can be guessed; generated ones have 43 random characters. */
export const SHORT_KEY_LENGTH = 16;

/**
 * Requirements of a station that is reachable over a network, checked before the start only: other commands work with
 * the same settings, and doctor reports problems.
 * @throws SettingsFault with the remedy
 */
export function checkStart({ values, origins }: LoadedSettings): void {
  const listeners = listenAddresses(values);
  if (areLoopback(listeners)) return;
  const placeOf = (name: SettingName) => origins.get(name) ?? 'default';
  const place = placeOf(areLoopback(listeners.slice(0, 1)) ? 'listeners' : 'host');
  if (values['tls.mode'] === undefined && !hasHttps(values.api_version)) {
    throw new SettingsFault(
      place,
      `a station that others can reach (${listeners.map(({ host }) => host).join(', ')}) needs a tls.mode, and api_version ${values.api_version} has no HTTPS; write tls.mode: off (--tls-mode off), and everybody on the network may read keys and tokens`,
    );
  }
  if (values['tls.mode'] === undefined) {
    throw new SettingsFault(
      place,
      `a station that others can reach (${listeners.map(({ host }) => host).join(', ')}) needs a tls.mode; write tls.mode: https_only (--tls-mode https_only), or "both" where clients cannot do HTTPS and everybody on the network may read keys and tokens, or "off" behind a proxy that speaks HTTPS`,
    );
  }
  const { api_key: key } = values;
  if (key !== undefined && key.length < SHORT_KEY_LENGTH) {
    throw new SettingsFault(
      placeOf('api_key'),
      `an API key of a station that others can reach needs at least ${SHORT_KEY_LENGTH} characters, got ${key.length}; without one the station makes one of 256 random bits`,
    );
  }
}
