import Type from 'typebox';
import { optionalSetting, setting } from '../setting.ts';

const text = Type.String({ minLength: 1, maxLength: 200 });

/** Where a hub keeps recordings. */
export const hubObjectSettings = {
  's3.endpoint': optionalSetting(
    Type.String({ minLength: 1, maxLength: 1000, pattern: '^https?://[^/]+/?$' }),
    'S3, or what speaks its language, for recordings: stations send to it directly. If not set, recordings are kept in `data_dir`.',
    { allowed: 'an address such as https://s3.eu-central-1.amazonaws.com/' },
  ),
  's3.bucket': optionalSetting(text, 'Its bucket.'),
  's3.ca_file': optionalSetting(
    Type.String({ minLength: 1, maxLength: 1000 }),
    'Certificate authority of `s3.endpoint`, PEM, if no public one. Stations get it with each permission to send a part.',
    { isPath: true, allowed: 'a file' },
  ),
  's3.region': setting(text, 'us-east-1', 'Its region.'),
  's3.access_key_id': optionalSetting(text, 'Access key of the hub.'),
  's3.secret_access_key': optionalSetting(
    text,
    'Secret of the access key. There is no flag, because every user of the machine could read it.',
    { flag: false, secret: true },
  ),
};
