import Type from 'typebox';
import { optionalSetting, setting } from '../setting.ts';
import { count } from './quantity.ts';

/** The aircraft as a MAVLink vehicle. */
export const mavlinkSettings = {
  'mavlink.address': optionalSetting(
    Type.String({ minLength: 1, maxLength: 300 }),
    'Where the station offers its simulated aircraft as a MAVLink vehicle: `udp://127.0.0.1:14550` sends to a ground station there, `udp-listen://127.0.0.1:14540` and `tcp-listen://127.0.0.1:5760` wait for one. If not set, the station speaks no MAVLink. Without `mavlink.signing_passphrase` every program that reaches this address may fly. See [MAVLink](../builder/mavlink.md).',
    { flag: 'mavlink', allowed: '`udp://`, `udp-listen://`, `tcp://`, `tcp-listen://` or `serial://` and a place' },
  ),
  'mavlink.persona': setting(
    Type.Enum(['generic', 'px4', 'ardupilot'] as const),
    'generic',
    'Autopilot whose manners the vehicle has: modes, frames of altitudes, parameters, refusals.',
  ),
  'mavlink.system': setting(count(1, 250), 1, 'MAVLink system id of the vehicle.'),
  'mavlink.backup_battery': optionalSetting(
    count(0, 255),
    'Battery of a real aircraft on which it lands when the tether gives no power: its id in BATTERY_STATUS. If not set, the first with a charge.',
  ),
  'mavlink.tether_battery': optionalSetting(
    count(0, 255),
    'Id in BATTERY_STATUS of what comes up the tether of a real aircraft. If not set, the only one of several that has a voltage and no charge.',
  ),
  'mavlink.signing_passphrase': optionalSetting(
    Type.String({ minLength: 8, maxLength: 200, pattern: '^[\\x20-\\x7e]+$' }),
    'Passphrase whose SHA-256 is the key of MAVLink 2 signing, as ground stations make theirs: of the vehicle that is offered, or of the link to a real aircraft. With it everything that is sent is signed, and only signed packets are taken. If not set, nothing is signed. There is no flag, because every user of the machine could read it.',
    { secret: true, flag: false, allowed: '8 to 200 visible ASCII characters or spaces' },
  ),
};
