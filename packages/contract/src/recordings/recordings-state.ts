import Type, { type Static } from 'typebox';
import { named, Timestamp } from '../schema.ts';
import { EncodedRecordingId, withEncodedRecordingId } from './encoded-recording-id.ts';

export const RecordingsState = named(
  'RecordingsState',
  'The recorder and its storage.',
  {
    recording_id: Type.Optional(
      Type.String({
        description: 'The running recording, otherwise the last one.',
        examples: ['20260301_103000_+0100'],
      }),
    ),
    started_recording_timestamp: Type.Optional(
      Timestamp(
        'Start of the last recording since the Ground Station was started; `0001-01-01T00:00:00Z` before the first.',
      ),
    ),
    stopped_recording_timestamp: Type.Optional(
      Timestamp(
        'End of that recording; the time of the answer while it is running, `0001-01-01T00:00:00Z` before the first.',
      ),
    ),
    is_recording: Type.Boolean({ description: 'Whether a recording is running.', examples: [true] }),
    recording_seconds: Type.Optional(
      Type.Integer({
        format: 'int32',
        description: 'Length of the running recording so far, seconds; 0 when none runs.',
        examples: [95],
      }),
    ),
    available_space: Type.Integer({
      format: 'int64',
      minimum: 0,
      description: 'Free space, bytes.',
      examples: [48318382080],
    }),
    occupied_space: Type.Optional(
      Type.Integer({
        format: 'int64',
        minimum: 0,
        description: 'Space used by recordings, bytes.',
        examples: [5368709120],
      }),
    ),
    total_space: Type.Integer({
      format: 'int64',
      minimum: 0,
      description: 'Size of the storage, bytes.',
      examples: [53687091200],
    }),
  },
  { '0.5.0': { with: { recording_id: Type.Optional(EncodedRecordingId) }, write: withEncodedRecordingId } },
);
export type RecordingsState = Static<typeof RecordingsState>;
