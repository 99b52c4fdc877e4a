import Type from 'typebox';
import { binary, Nothing, operation } from '../operation.ts';
import { Text } from '../schema.ts';
import { type SchemaDifference, versioned } from '../versions/schema-versions.ts';
import type { ByVersion } from '../versions.ts';
import { DownloadHeaders, PreviewDownloadHeaders } from './download-headers.ts';
import { withDecodedRecordingId } from './encoded-recording-id.ts';
import { Recording } from './recording.ts';
import { RecordingsState } from './recordings-state.ts';

const recordingId = Text(
  'Id of the recording, as in recordings. Its `+` may be sent as `%2B` or unencoded.',
  '20260301_103000_+0100',
);
const fileId = Text('Id of the file in its recording.', 'main.mp4');

const ENCODED_ID: ByVersion<SchemaDifference> = { '0.5.0': { read: withDecodedRecordingId } };

const RecordingParams = versioned(Type.Object({ recording_id: recordingId }), ENCODED_ID);
const RecordingFileParams = versioned(Type.Object({ recording_id: recordingId, file_id: fileId }), ENCODED_ID);

const RECORDING = {
  recording_id: '20260301_103000_+0100',
  is_being_recorded: false,
  videos: [
    {
      type: 'color',
      recording_id: '20260301_103000_+0100',
      file_id: 'main.mp4',
      size: 73400320,
      is_recording: false,
    },
  ],
};

export const listRecordings = operation({
  id: 'recordings',
  path: '/v1/recordings',
  summary: 'List recordings',
  description: 'All recordings with their files, the newest first.',
  access: ['read'],
  replies: { 200: Type.Array(Recording) },
  errors: ['VIDEO_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
  replyExample: [RECORDING],
});

export const getRecordingsState = operation({
  id: 'recordings.state',
  path: '/v1/recordings/state',
  summary: 'Recorder and storage',
  description: 'Whether a recording is running, for how long, and how much space is left.',
  access: ['read'],
  replies: { 200: RecordingsState },
  errors: ['VIDEO_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
  replyExample: {
    recording_id: '20260301_103000_+0100',
    started_recording_timestamp: '2026-03-01T09:30:00.250000+00:00',
    stopped_recording_timestamp: '2026-03-01T09:31:35.500000+00:00',
    is_recording: true,
    recording_seconds: 95,
    available_space: 48318382080,
    occupied_space: 5368709120,
    total_space: 53687091200,
  },
});

export const getRecording = operation({
  id: 'recordings.get',
  path: '/v1/recordings/{recording_id}',
  summary: 'One recording',
  description: 'A recording and its files.',
  access: ['read'],
  params: RecordingParams,
  replies: { 200: Recording },
  errors: ['RECORDING_NOT_FOUND', 'VIDEO_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
  replyExample: RECORDING,
});

export const deleteRecording = operation({
  id: 'recordings.delete',
  method: 'DELETE',
  path: '/v1/recordings/{recording_id}',
  summary: 'Delete a recording',
  description: 'Deletes a recording with all its files. Stop a running recording first.',
  access: ['control'],
  params: RecordingParams,
  replies: { 200: Nothing },
  errors: ['RECORDING_IN_USE', 'CONTROL_TAKEN', 'RECORDING_NOT_FOUND', 'VIDEO_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
});

const FILE_TYPES = ['video/mp4', 'image/jpeg', 'application/json', 'application/octet-stream'] as const;

export const getRecordingFile = operation({
  id: 'recordings.file',
  path: '/v1/recordings/{recording_id}/{file_id}',
  summary: 'Download a file of a recording',
  description:
    'The file, or the ranges requested by `Range` (206), several as `multipart/byteranges`. Videos are MP4, the preview picture is JPEG, telemetry is MCAP; `recording.json` has start and end of the recording and of each video. A growing file is sent up to its current size.',
  access: ['read'],
  params: RecordingFileParams,
  headers: DownloadHeaders,
  replies: { 200: binary(...FILE_TYPES), 206: binary(...FILE_TYPES, 'multipart/byteranges'), 304: Nothing },
  errors: [
    'INVALID_REQUEST',
    'RECORDING_NOT_FOUND',
    'RANGE_NOT_SATISFIABLE',
    'TOO_MANY_DOWNLOADS',
    'VIDEO_UNAVAILABLE',
    'STORAGE_UNAVAILABLE',
  ],
  versions: { '0.5.0': { headers: PreviewDownloadHeaders } },
});

export const startRecording = operation({
  id: 'recordings.control.start',
  method: 'POST',
  path: '/v1/recordings/control/start',
  summary: 'Start a recording',
  description: 'Records all streams of the camera. Needs at least 1 GiB of free space.',
  access: ['control'],
  // On a busy machine the first picture takes seconds.
  answersWithinS: 30,
  replies: { 201: Nothing },
  errors: [
    'CONTROL_TAKEN',
    'ALREADY_RECORDING',
    'VIDEO_UNAVAILABLE',
    'CAMERA_OFFLINE',
    'STORAGE_UNAVAILABLE',
    'STORAGE_FULL',
  ],
  versions: { '0.5.0': { replies: { 200: Nothing } } },
});

export const stopRecording = operation({
  id: 'recordings.control.stop',
  method: 'POST',
  path: '/v1/recordings/control/stop',
  summary: 'Stop the recording',
  description: 'Ends the running recording and completes its files.',
  access: ['control'],
  // The files of a day are completed in some seconds, on a slow disk in more.
  answersWithinS: 45,
  replies: { 201: Nothing },
  errors: ['CONTROL_TAKEN', 'NOT_RECORDING', 'VIDEO_UNAVAILABLE', 'STORAGE_UNAVAILABLE', 'STORAGE_FULL'],
  versions: { '0.5.0': { replies: { 200: Nothing } } },
});
