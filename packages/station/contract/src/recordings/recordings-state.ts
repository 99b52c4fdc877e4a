import Type, { type Static } from 'typebox';
import { named, Text, Timestamp, Whole, YesNo } from '../schema.ts';
import { EncodedRecordingId, withEncodedRecordingId } from './encoded-recording-id.ts';

export const RecordingsState = named(
  'RecordingsState',
  'The recorder and its storage.',
  {
    recording_id: Type.Optional(Text('The running recording, otherwise the last one.', '20260301_103000_+0100')),
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
    is_recording: YesNo('Whether a recording is running.', true),
    recording_seconds: Type.Optional(
      Whole('Length of the running recording so far, seconds; 0 when none runs.', 95, { format: 'int32' }),
    ),
    available_space: Whole('Free space, bytes.', 48318382080, { format: 'int64', minimum: 0 }),
    occupied_space: Type.Optional(
      Whole('Space used by recordings, bytes.', 5368709120, { format: 'int64', minimum: 0 }),
    ),
    total_space: Whole('Size of the storage, bytes.', 53687091200, { format: 'int64', minimum: 0 }),
  },
  { '0.5.0': { with: { recording_id: Type.Optional(EncodedRecordingId) }, write: withEncodedRecordingId } },
);
export type RecordingsState = Static<typeof RecordingsState>;
