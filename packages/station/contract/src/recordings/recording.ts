import Type, { type Static } from 'typebox';
import { named, OneOf, Text, Whole, YesNo } from '../schema.ts';
import { EncodedRecordingId, withEncodedRecordingId } from './encoded-recording-id.ts';

const VIDEO_FILE_TYPES = ['color', 'thermal'] as const;

const RecordingId = Text(
  'Id of the recording: the local time at which it started, with its offset.',
  '20260301_103000_+0100',
);

export const VideoFile = named('VideoFile', 'One file of a recording.', {
  type: OneOf(VIDEO_FILE_TYPES, 'Type of the camera.', 'color'),
  recording_id: RecordingId,
  file_id: Text('Id of the file in its recording.', 'main.mp4'),
  size: Whole('Size so far, bytes.', 73400320, { format: 'int64' }),
  is_recording: YesNo('Whether the file is still growing.', false),
});
export type VideoFile = Static<typeof VideoFile>;

export const Recording = named(
  'Recording',
  'A recording and its files.',
  {
    recording_id: RecordingId,
    is_being_recorded: YesNo('Whether it is being recorded.', false),
    videos: Type.Array(VideoFile, { description: 'Its video files: `main.mp4` in colour, `sub.mp4` thermal.' }),
  },
  { '0.5.0': { with: { recording_id: EncodedRecordingId }, write: withEncodedRecordingId } },
);
export type Recording = Static<typeof Recording>;
