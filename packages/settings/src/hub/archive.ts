import { optionalSetting, setting } from '../setting.ts';
import { count } from '../table/quantity.ts';

/** How long a hub keeps what it has archived. */
export const hubArchiveSettings = {
  'archive.days': setting(
    count(1, 36_500, 'd'),
    30,
    'Time for which records of the stations are kept, from their archiving on, and refused segments and expired invitations. Older ones are removed once an hour; `gaps` of a station says from which number on records are kept.',
  ),
  'archive.event_days': setting(
    count(1, 36_500, 'd'),
    400,
    'Time for which events are kept, from their archiving on, and commands and ended alarms. `first` in the list of events is the number of the oldest one.',
  ),
  'archive.audit_days': setting(
    count(1, 36_500, 'd'),
    1100,
    'Time for which entries of the audit log of the hub are kept. The oldest one that is kept names the hash of the last one that was removed.',
  ),
  'recordings.days': optionalSetting(
    count(1, 36_500, 'd'),
    'Time for which recordings are kept in the store of the hub, from their storing on. Older ones are removed once an hour, unless somebody reads them then; they stay in the list as `removed`. If not set, none is removed by its age.',
  ),
  'recordings.max_gib': optionalSetting(
    count(1, 10_000_000, 'GiB'),
    'Size that all recordings in the store may have together: above it the oldest are removed once an hour. If not set, none is removed by size.',
  ),
  'flight_logs.days': optionalSetting(
    count(1, 36_500, 'd'),
    'Time for which flight logs are kept in the store of the hub. If not set, none is removed by its age.',
  ),
  'storage.low_mib': setting(
    count(1, 10_000_000, 'MiB'),
    2048,
    'Free space on the disk of `data_dir` below which the log, `/readyz` and the metrics warn: little storage is left.',
  ),
  'storage.low_broker_percent': setting(
    count(1, 90, '%'),
    10,
    'Share of its limits for streams, on disk and in memory, below which the free space of a nats-server is reported as little.',
  ),
};
