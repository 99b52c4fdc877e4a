import Type from 'typebox';
import { setting } from '../setting.ts';

/** The log of a station, and of a hub. */
export const logSettings = {
  'log.level': setting(
    Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const),
    'info',
    'Minimum level of messages that are logged.',
  ),
  'log.format': setting(
    Type.Enum(['auto', 'json', 'pretty'] as const),
    'auto',
    '`json`: one object per line; `pretty`: human-readable; `auto`: pretty on a terminal, otherwise JSON.',
  ),
};
