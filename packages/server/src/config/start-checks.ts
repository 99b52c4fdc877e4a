import { areLoopback } from '../tls/tls-mode.ts';
import type { LoadedSettings } from './load-settings.ts';
import { listenAddressesOf } from './server-settings-of.ts';
import type { SettingName } from './settings.ts';
import { SettingsError } from './settings-error.ts';

/** A key that is shorter can be guessed; the ones that are made have 43 random characters. */
export const SHORT_KEY_LENGTH = 16;

/**
 * What a station that can be reached over a network needs before it starts. Nothing else judges this: other commands work
 * with the same settings, and doctor says what is wrong with them.
 * @throws SettingsError that says what to write
 */
export function checkStart({ values, origins }: LoadedSettings): void {
  const listeners = listenAddressesOf(values);
  if (areLoopback(listeners)) return;
  const placeOf = (name: SettingName) => origins.get(name) ?? 'default';
  const place = placeOf(origins.has('host') ? 'host' : 'listeners');
  if (values['tls.mode'] === undefined) {
    throw new SettingsError(
      place,
      `a station that others can reach (${listeners.map(({ host }) => host).join(', ')}) needs a tls.mode; write tls.mode: https_only (--tls-mode https_only), or "both" where clients cannot do HTTPS and everybody on the network may read keys and tokens, or "off" behind a proxy that speaks HTTPS`,
    );
  }
  const { api_key: key } = values;
  if (key !== undefined && key.length < SHORT_KEY_LENGTH) {
    throw new SettingsError(
      placeOf('api_key'),
      `an API key of a station that others can reach needs at least ${SHORT_KEY_LENGTH} characters, got ${key.length}; without one the station makes one of 256 random bits`,
    );
  }
}
