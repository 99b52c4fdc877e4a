import { entries } from './entry.ts';

/** 40000 to 49999: the camera. */
export const CAMERA_NOTIFICATIONS = entries({
  CAMERA_OFFLINE: {
    code: 40010,
    severity: 'Warning',
    message: 'The camera does not answer.',
    system_reaction: 'Camera commands are refused. The flight goes on.',
    instructions: 'Land, and check that the payload is attached and its contacts are clean.',
    parameters: [],
  },
});

/** 50000 to 59999: video streams and recordings. */
export const VIDEO_NOTIFICATIONS = entries({
  STREAM_LOST: {
    code: 50010,
    severity: 'Warning',
    message: 'The video stream {stream_id} has stopped.',
    system_reaction: 'The station keeps trying to start it again. The flight goes on.',
    instructions: 'Wait a few seconds. If it stays so, land and restart the camera.',
    parameters: [{ name: 'stream_id', description: 'Id of the stream' }],
  },
  VIDEO_DOWN: {
    code: 50011,
    severity: 'Warning',
    message: 'Live video is not available.',
    system_reaction: 'The station keeps trying to start it again. The flight goes on.',
    instructions: 'Wait a few seconds. If it stays so, restart the Ground Station.',
    parameters: [],
  },
  STORAGE_LOW: {
    code: 50020,
    severity: 'Warning',
    message: 'There is little space left for recordings ({available_space} GiB).',
    system_reaction: 'A running recording goes on until the space is gone. Below 1 GiB no recording starts.',
    instructions: 'Delete recordings that are no longer needed.',
    parameters: [{ name: 'available_space', description: 'Space left', unit: 'GiB' }],
  },
  STORAGE_FULL: {
    code: 50021,
    severity: 'Critical',
    message: 'There is no space left for recordings.',
    system_reaction: 'A running recording is ended cleanly; no new one starts.',
    instructions: 'Delete recordings.',
    parameters: [],
  },
  RECORDING_FAILED: {
    code: 50022,
    severity: 'Critical',
    message: 'The recording {recording_id} was broken off: {reason}.',
    system_reaction: 'What was recorded before is kept.',
    instructions: 'Start a new recording. If it happens again, check the storage.',
    parameters: [
      { name: 'recording_id', description: 'Id of the recording' },
      { name: 'reason', description: 'What went wrong' },
    ],
  },
});
