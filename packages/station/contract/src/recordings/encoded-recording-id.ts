import { percentDecoded } from '@kitestring/base/percent-decoded.ts';
import { Text } from '../schema.ts';

/** A text with everything but letters and digits percent-encoded, as 0.5.0 writes ids of recordings. */
const encodedRecordingId = (id: string): string =>
  id.replaceAll(/[^A-Za-z0-9]/g, (char) =>
    [...new TextEncoder().encode(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

/** For an id from a path, where a client has encoded the encoded one once more. */
export const withDecodedRecordingId = ({ recording_id, ...rest }: Readonly<Record<string, unknown>>) => ({
  ...rest,
  recording_id: percentDecoded(String(recording_id)),
});

export const EncodedRecordingId = Text(
  'Id of the recording: the local time at which it started, with its offset. URL-encoded, as it stands in a path; plain in `VideoFile`.',
  '20260301%5F103000%5F%2B0100',
);

export const withEncodedRecordingId = (value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  typeof value.recording_id === 'string'
    ? { ...value, recording_id: encodedRecordingId(value.recording_id) }
    : { ...value };
