import Type from 'typebox';
import { setting } from '../setting.ts';
import { count, quantity } from './quantity.ts';

/** Recording of flights. */
export const flightLogSettings = {
  'flight_log.on': setting(
    Type.Boolean(),
    true,
    'Log every flight to a file in the folder `flights` of the data folder.',
  ),
  'flight_log.max_files': setting(
    count(1, 100_000),
    200,
    'Maximum number of flight logs; the oldest is removed when a new one starts.',
  ),
  'flight_log.max_mib': setting(
    quantity('MiB', 1, 1e6),
    2048,
    'Maximum disk space of all flight logs together. The newest is always kept.',
  ),
};
