import { isHubUrl } from '@kitestring/station-contract/hub-url.ts';
import Type from 'typebox';
import { fileSetting, optionalSetting, setting } from '../setting.ts';
import { count, quantity } from './quantity.ts';

/** The link to a fleet hub. */
export const hubSettings = {
  'hub.url': optionalSetting(
    Type.String({ minLength: 1, maxLength: 1000 }),
    'Address of the fleet hub that this station belongs to, for example `https://hub.example/`. If not set, the station has no link and records nothing for one. Enrol it once with `kitestring enrol`. See [the hub](../explanation/hub.md).',
    {
      allowed: 'an `https://` address that ends with `/`; `http://` on this machine only',
      refuse: (value) => {
        const url = URL.parse(String(value));
        if (url !== null && url.hash === '' && isHubUrl(url)) return undefined;
        return 'it must be an https:// address that ends with / and has no code in it; http:// on this machine only';
      },
    },
  ),
  'hub.ca_file': fileSetting(
    'Certificate authority of the hub and its broker, PEM, if it is not a public one: for enrolment, connection, renewal and uploads. Certificates that the hub names at the enrolment are trusted too. Read again at each connection.',
  ),
  'hub.access': setting(
    Type.Enum(['read', 'control', 'can_override'] as const),
    'read',
    'Upper limit of what people may do on this station through the hub, whatever the hub grants them: `read` states and pictures, `control` also fly and turn the camera, `can_override` also take control from another client.',
  ),
  'hub.journal_max_mib': setting(
    quantity('MiB', 1, 100_000),
    512,
    'Maximum disk space of the records for the hub. When it is full, archived records are removed first, then the oldest samples; events are kept.',
  ),
  'hub.journal_keep_days': setting(
    quantity('days', 0, 365),
    7,
    'How long records are kept after the hub has stored them: a hub that was restored from a backup is filled again from here.',
  ),
  'hub.catchup_kbps': setting(
    count(16, 1_000_000, 'kbit/s'),
    2000,
    'Maximum rate at which records are sent, so that hours without a connection do not fill a mobile uplink.',
  ),
  'hub.upload_kbps': setting(
    count(16, 10_000_000, 'kbit/s'),
    100_000,
    'Maximum rate at which recordings and flight logs are sent to the hub. An order may have a lower one.',
  ),
  'hub.upload_share_percent': setting(
    count(10, 95, '%'),
    70,
    'Maximum share of the uplink, as measured, for recordings and flight logs; the rest is for beats, commands and video.',
  ),
};
