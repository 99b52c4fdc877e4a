import Type from 'typebox';
import { optionalSetting } from '../setting.ts';

/** Winch, tether power and box that are not the aircraft's own. */
export const groundSettings = {
  'ground.equipment': optionalSetting(
    Type.String({ pattern: '^(json|mavlink):.+$', maxLength: 4096 }),
    'Winch, tether power and box of a real aircraft: `json:tcp://10.0.0.7:5790` or `json:serial:///dev/ttyUSB0?baud=115200` for electronics that speak lines of JSON, `mavlink:udp://0.0.0.0:14560` for a MAVLink winch on a link of its own. A MAVLink winch on the link of the aircraft needs no setting. See [ground equipment](../builder/ground-equipment.md).',
    { flag: 'ground', allowed: 'json: or mavlink:, and the address of a link' },
  ),
  'ground.listen': optionalSetting(
    Type.String({ minLength: 1, maxLength: 300 }),
    'Where the station offers winch, supply and box of its simulated aircraft as ground equipment for another station: `tcp-listen://127.0.0.1:5790`. It has no sign-in: every program that reaches this address may order the winch.',
    { flag: 'ground-listen', allowed: '`tcp-listen://` or `serial://` and a place' },
  ),
};
