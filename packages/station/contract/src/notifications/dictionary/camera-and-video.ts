import { entries } from './entry.ts';

/** 40000 to 49999: the camera. */
export const CAMERA_NOTIFICATIONS = entries({
  CAMERA_OFFLINE: {
    code: 40010,
    severity: 'Warning',
    message: 'Camera not responding.',
    system_reaction: 'Camera commands are refused. The flight continues.',
    instructions: 'Land, and check that the payload is attached and its contacts are clean.',
  },
});

/** 50000 to 59999: video streams and recordings. */
export const VIDEO_NOTIFICATIONS = entries({
  STREAM_LOST: {
    code: 50010,
    severity: 'Warning',
    message: 'Video stream {stream_id} lost.',
    system_reaction: 'The station keeps trying to restart it. The flight continues.',
    instructions: 'Wait a few seconds. If the problem persists, land and restart the camera.',
    parameters: [{ name: 'stream_id', description: 'Id of the stream' }],
  },
  VIDEO_DOWN: {
    code: 50011,
    severity: 'Warning',
    message: 'Live video unavailable.',
    system_reaction: 'The station keeps trying to restart it. The flight continues.',
    instructions: 'Wait a few seconds. If the problem persists, restart the Ground Station.',
  },
  STORAGE_LOW: {
    code: 50020,
    severity: 'Warning',
    message: 'Storage for recordings low ({available_space} GiB left).',
    system_reaction: 'A running recording continues until the storage is full. Below 1 GiB no recording starts.',
    instructions: 'Delete recordings that are no longer needed.',
    parameters: [{ name: 'available_space', description: 'Space left', unit: 'GiB' }],
  },
  STORAGE_FULL: {
    code: 50021,
    severity: 'Critical',
    message: 'Storage for recordings full.',
    system_reaction: 'A running recording is stopped and saved; no new one starts.',
    instructions: 'Delete recordings.',
  },
  RECORDING_FAILED: {
    code: 50022,
    severity: 'Critical',
    message: 'Recording {recording_id} aborted: {reason}.',
    system_reaction:
      'The recorded part is kept. The automatic recording of a flight is started again after at most a minute.',
    instructions: 'Start a new recording. If it happens again, check the storage.',
    parameters: [
      { name: 'recording_id', description: 'Id of the recording' },
      { name: 'reason', description: 'Cause' },
    ],
  },
  RECORDING_REMOVED: {
    code: 50023,
    severity: 'Info',
    message: 'Recording {recording_id} removed to make room.',
    system_reaction: 'The oldest recordings without a bookmark are removed while storage is short.',
    instructions: 'Bookmark recordings that must stay.',
    parameters: [{ name: 'recording_id', description: 'Id of the recording' }],
  },
  SNAPSHOT_REMOVED: {
    code: 50024,
    severity: 'Info',
    message: 'Snapshot {snapshot_id} removed to make room.',
    system_reaction: 'The oldest snapshots without a bookmark are removed when the space for snapshots is used up.',
    instructions: 'Bookmark snapshots that must stay.',
    parameters: [{ name: 'snapshot_id', description: 'Id of the snapshot' }],
  },
});
