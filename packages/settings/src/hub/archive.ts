import Type from 'typebox';
import { fileSetting, optionalSetting, setting } from '../setting.ts';
import { count } from '../table/quantity.ts';

/** Retention of the hub's archive. */
export const hubArchiveSettings = {
  'archive.days': setting(
    count(1, 36_500, 'd'),
    30,
    'Retention of the records of the stations after archiving, and of refused segments and expired invitations. Older ones are removed once an hour; `gaps` of a station gives the number of the first record that is kept.',
  ),
  'archive.event_days': setting(
    count(1, 36_500, 'd'),
    400,
    'Retention of events after archiving, and of commands and ended alarms. `first` in the list of events is the number of the oldest one.',
  ),
  'archive.audit_days': setting(
    count(1, 36_500, 'd'),
    1100,
    'Retention of the audit log of the hub. The oldest entry that is kept contains the hash of the last removed one.',
  ),
  'recordings.days': optionalSetting(
    count(1, 36_500, 'd'),
    'Retention of recordings in the store of the hub. Older ones are removed once an hour, unless they are being read; they stay in the list as `removed`. If not set, none is removed by age.',
  ),
  'recordings.max_gib': optionalSetting(
    count(1, 10_000_000, 'GiB'),
    'Maximum size of all recordings in the store together; above it the oldest are removed once an hour. If not set, none is removed by size.',
  ),
  'flight_logs.days': optionalSetting(
    count(1, 36_500, 'd'),
    'Retention of flight logs in the store of the hub. If not set, none is removed by age.',
  ),
  'storage.low_mib': setting(
    count(1, 10_000_000, 'MiB'),
    2048,
    'Free space on the disk of `data_dir` below which the log, `/readyz` and the metrics warn of little storage.',
  ),
  'storage.low_broker_percent': setting(
    count(1, 90, '%'),
    10,
    'Share of its limits for streams, on disk and in memory, below which the free space of a nats-server is reported as low.',
  ),
};

const text = Type.String({ minLength: 1, maxLength: 200 });

/** Storage of recordings at a hub. */
export const hubObjectSettings = {
  's3.endpoint': optionalSetting(
    Type.String({ minLength: 1, maxLength: 1000, pattern: '^https?://[^/]+/?$' }),
    'S3 or a compatible store for recordings: stations upload to it directly. If not set, recordings are kept in `data_dir`.',
    { allowed: 'an address such as https://s3.eu-central-1.amazonaws.com/' },
  ),
  's3.bucket': optionalSetting(text, 'Its bucket.'),
  's3.ca_file': fileSetting(
    'Certificate authority of `s3.endpoint`, PEM, if it is not a public one. Stations get it with each ticket for a part.',
  ),
  's3.region': setting(text, 'us-east-1', 'Its region.'),
  's3.access_key_id': optionalSetting(text, 'Access key of the hub.'),
  's3.secret_access_key': optionalSetting(
    text,
    'Secret of the access key. There is no flag, because every user of the machine could read it.',
    { flag: false, secret: true },
  ),
};
