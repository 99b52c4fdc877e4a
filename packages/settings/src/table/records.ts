import Type from 'typebox';
import { optionalSetting, setting } from '../setting.ts';
import { count, quantity } from './quantity.ts';

/** Recording of video. */
export const recordingSettings = {
  'recordings.automatic': setting(Type.Boolean(), false, 'Record the video of every flight, from take-off to landing.'),
  'recordings.min_free_mib': setting(quantity('MiB', 0, 1e6), 1024, 'Minimum free disk space to start a recording.'),
  'recordings.low_free_mib': setting(
    quantity('MiB', 0, 1e6),
    5 * 1024,
    'Free disk space below which a notification is raised during a recording.',
  ),
  'recordings.reserve_mib': setting(
    quantity('MiB', 0, 1e6),
    64,
    'Free disk space below which a running recording is stopped.',
  ),
  'recordings.max_mib': optionalSetting(
    quantity('MiB', 1, 1e9),
    'Maximum disk space of all recordings together. If not set, recordings may fill the file system.',
  ),
  'recordings.snapshots_max_mib': setting(
    quantity('MiB', 1, 1e6),
    1024,
    'Maximum disk space of all stored snapshots together. The oldest ones without a bookmark are removed first.',
  ),
  'recordings.remove_oldest': setting(
    Type.Boolean(),
    false,
    'Remove the oldest recordings when disk space runs out, never the newest and none with a bookmark; each is a notification and an audit entry. If off, the station never removes a recording.',
  ),
};

/** Retention of the audit log. */
export const auditSettings = {
  'audit.keep_days': setting(quantity('days', 1, 36_500), 365, 'Retention time of entries of the audit log.'),
  'audit.max_entries_per_kind': setting(
    count(1000, 10_000_000),
    100_000,
    'Maximum number of entries of each kind (sign-ins, commands, ...) in the audit log; the oldest are removed first. About 300 bytes each.',
  ),
};

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
    'Maximum number of flight logs; the oldest are removed when a flight has ended.',
  ),
  'flight_log.max_mib': setting(
    quantity('MiB', 1, 1e6),
    2048,
    'Maximum disk space of all flight logs together. The newest is always kept.',
  ),
};
