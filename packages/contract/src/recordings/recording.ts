import Type, { type Static } from 'typebox';
import { named } from '../schema.ts';
import { EncodedRecordingId, withEncodedRecordingId } from './encoded-recording-id.ts';

const VIDEO_FILE_TYPES = ['color', 'thermal'] as const;

const RecordingId = Type.String({
  description: 'Id of the recording: the local time at which it started, with its offset.',
  examples: ['20260301_103000_+0100'],
});

export const VideoFile = named('VideoFile', 'One file of a recording.', {
  type: Type.Enum(VIDEO_FILE_TYPES, { description: 'Type of the camera.', examples: ['color'] }),
  recording_id: RecordingId,
  file_id: Type.String({ description: 'Id of the file in its recording.', examples: ['main.mp4'] }),
  size: Type.Integer({ format: 'int64', description: 'Size so far, bytes.', examples: [73400320] }),
  is_recording: Type.Boolean({ description: 'Whether the file is still growing.', examples: [false] }),
});
export type VideoFile = Static<typeof VideoFile>;

export const Recording = named(
  'Recording',
  'A recording and its files.',
  {
    recording_id: RecordingId,
    is_being_recorded: Type.Boolean({ description: 'Whether it is being recorded.', examples: [false] }),
    videos: Type.Array(VideoFile, { description: 'Its video files: `main.mp4` in colour, `sub.mp4` thermal.' }),
  },
  { '0.5.0': { with: { recording_id: EncodedRecordingId }, write: withEncodedRecordingId } },
);
export type Recording = Static<typeof Recording>;
