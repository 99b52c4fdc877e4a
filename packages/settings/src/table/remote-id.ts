import Type from 'typebox';
import { optionalSetting } from '../setting.ts';

/** Data that Remote ID of a real aircraft transmits. */
export const remoteIdSettings = {
  'remote_id.operator_id': optionalSetting(
    Type.String({ pattern: '^[\\x21-\\x7e]{1,20}$' }),
    'Registration of the operator at the aviation authority, which Remote ID of a real aircraft transmits. See [real aircraft](../builder/real-aircraft.md).',
    { allowed: '1 to 20 ASCII characters without spaces' },
  ),
  'remote_id.description': optionalSetting(
    Type.String({ pattern: '^[\\x20-\\x7e]{1,23}$' }),
    'Purpose of the flights, which Remote ID of a real aircraft transmits.',
    { allowed: '1 to 23 ASCII characters' },
  ),
  'remote_id.serial': optionalSetting(
    Type.String({ pattern: '^[0-9A-HJ-NP-Z]{4}[1-9A-F][0-9A-HJ-NP-Z]{1,15}$' }),
    'Serial number of a real aircraft after ANSI/CTA-2063-A, where its Remote ID transmitter has none of its own.',
    { allowed: 'four characters of the maker, one for the length of the rest, and the rest' },
  ),
};
