import { existsSync } from 'node:fs';
import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import { listenAddresses } from '@kitestring/settings/listen-addresses.ts';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import { SHORT_KEY_LENGTH } from '@kitestring/settings/start-checks.ts';
import { areLoopback } from '@kitestring/web/listen/listen-address.ts';
import { type Finding, fail, fine, warn } from './finding.ts';

const CHECK = 'Encryption';
const TO_HTTPS = 'Set tls.mode: https_only (--tls-mode https_only), unless clients do not support HTTPS.';

/** Checks that network traffic is encrypted. */
export function checkEncryption(values: SettingValues): Finding {
  const mode = values['tls.mode'];
  if (areLoopback(listenAddresses(values))) return fine(CHECK, 'only this machine can reach the station');
  if (mode === undefined)
    return fail(CHECK, 'other machines can reach the station, but tls.mode is not set: it does not start', TO_HTTPS);
  if (mode === 'both')
    return warn(CHECK, 'plain HTTP is also served: keys and tokens can be read on the network', TO_HTTPS);
  if (mode === 'off') {
    const isBehindProxy = values['network.trusted_proxies'].length > 0;
    if (!isBehindProxy) return warn(CHECK, 'plain HTTP only: keys and tokens can be read on the network', TO_HTTPS);
    return fine(CHECK, `HTTP, behind ${values['network.trusted_proxies'].join(', ')}`);
  }
  const isVideoPlain = values['video.enabled'] && values['video.rtsp_port'] !== 'off';
  if (!isVideoPlain) return fine(CHECK, 'HTTPS only, video over RTSPS and WebRTC only');
  return warn(
    CHECK,
    'HTTPS only, but video also over plain RTSP',
    'Set video.rtsp_port: off, unless players do not support RTSPS.',
  );
}

/** Checks for the first key, which has all scopes, in its file. Undefined if it is not there. */
export function checkFirstKey(values: SettingValues): Finding | undefined {
  const file = firstKeyFile(values.data_dir);
  if (!existsSync(file)) return undefined;
  const found = `the first key, which has all scopes, is in ${file}`;
  if (areLoopback(listenAddresses(values))) return fine('API key', found);
  return warn(
    'API key',
    found,
    `Store it safely, give each client its own key (kitestring plugin add), and delete the file.`,
  );
}

/** Checks the strength of a chosen key. Undefined if none was chosen. */
export function checkChosenKey(values: SettingValues): Finding | undefined {
  const { api_key: key } = values;
  if (key === undefined || key === '') return undefined;
  if (key.length >= SHORT_KEY_LENGTH) return fine('API key', `from KITESTRING_API_KEY, ${key.length} characters`);
  const found = `KITESTRING_API_KEY has ${key.length} characters`;
  const todo = `Choose at least ${SHORT_KEY_LENGTH} random ones: openssl rand -base64 32`;
  return areLoopback(listenAddresses(values)) ? warn('API key', found, todo) : fail('API key', found, todo);
}
