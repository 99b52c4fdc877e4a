import Type from 'typebox';
import { fileSetting, optionalSetting, setting } from '../setting.ts';
import { quantity } from '../table/quantity.ts';
import { isPlainAddress } from './plain-address.ts';

/** Relays for live video. */
export const hubRelaySettings = {
  'relay.urls': setting(
    Type.Array(Type.String({ maxLength: 500 }), { maxItems: 64 }),
    [],
    'Addresses of the LiveKit servers that relay live video, as hub, stations and viewers reach them. Each is an independent relay: a stream goes through one of them. If empty, there is no video through the hub.',
    {
      allowed: 'a list of addresses such as https://relay.example',
      refuse: (value) => (value as string[]).map(wrongRelayUrl).find((wrong) => wrong !== undefined),
    },
  ),
  'relay.key': optionalSetting(
    Type.String({ minLength: 1, maxLength: 200 }),
    'API key of the hub at its relays: the name in `keys` of LiveKit.',
    { allowed: 'an API key of LiveKit' },
  ),
  'relay.secret_file': fileSetting('File with the secret of that key, readable by the user of the hub only.'),
  'relay.max_kbps': setting(quantity('kbit/s', 100, 50_000), 4000, 'Upper limit of one stream on a station’s uplink.'),
};

const wrongRelayUrl = (text: string): string | undefined =>
  isPlainAddress(text) ? undefined : `${text} must be an address such as https://relay.example, without a path`;
