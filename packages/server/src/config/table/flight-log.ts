import Type from 'typebox';
import { DEFAULT_FLIGHT_LOG_SETTINGS as flightLog } from '../../flight-log/flight-log-settings.ts';
import { setting } from '../setting.ts';
import { count, quantity } from './quantity.ts';

/** Recording of flights. */
export const flightLogSettings = {
  'flight_log.on': setting(
    Type.Boolean(),
    flightLog.isOn,
    'Record every flight into a file in `flights` of the data folder.',
  ),
  'flight_log.max_files': setting(
    count(1, 100_000),
    flightLog.maxFiles,
    'Most flights that are kept; the oldest file is removed for the next one.',
  ),
  'flight_log.max_mib': setting(
    quantity('MiB', 1, 1e6),
    flightLog.maxBytes / 2 ** 20,
    'Most space that all flights together take. The newest one is always kept.',
  ),
};
