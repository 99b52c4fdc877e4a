import { setting } from '../setting.ts';
import { burst, perSecond } from '../table/quantity.ts';

/** Requests of the clients of a hub. */
export const hubLimitSettings = {
  'limits.reads_per_s': setting(
    perSecond,
    100,
    'Reads for each API key, person and token for a station, sustained rate; all tokens of a key together ten times that. For each replica.',
  ),
  'limits.reads_burst': setting(burst, 200, 'The same, burst.'),
  'limits.commands_per_s': setting(
    perSecond,
    20,
    'Commands and other changes for each API key, person and token for a station, sustained rate. For each replica.',
  ),
  'limits.commands_burst': setting(burst, 40, 'The same, burst.'),
};
