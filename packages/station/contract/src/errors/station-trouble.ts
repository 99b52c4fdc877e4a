import { errorTable } from './error-definition.ts';

/** Faults of the station, whatever the request: 5xx. */
export const STATION_TROUBLE_ERRORS = errorTable(503, {
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'Internal error of the station; its log has the details.',
    remedy: 'Report it with the time and the request.',
    message: {
      logged: 'internal error; see request {request} in the log of the station',
      unlogged: 'internal error',
    },
    sample: { request: '5a0d6f1e-2f0b-4a52-9a34-0c1c5a2f9d11' },
  },
  VIDEO_UNAVAILABLE: {
    status: 502,
    meaning: 'The video source or the recorder does not respond.',
    remedy: 'Try again; the flight is not affected.',
    message: {
      silent: 'the media process does not respond; it is being restarted',
      late: 'the media process did not respond in time; try again',
      noSource: 'this station has no video source',
      noRecorder: 'this station has no recorder',
      noRecorderNow: 'the recorder of this station is not available now',
      starting: 'the station is starting',
      noStreams: 'no stream of the camera provides pictures',
      noPicture: 'the stream {stream} provided no picture in time',
      noPictures: 'the stream {stream} provides no pictures: {reason}',
      stoppedBefore: 'the recording was stopped before its first picture',
      recorderGaveUp: 'the recorder failed: {reason}',
      webRtcOff: 'WebRTC is disabled: no UDP port is configured for it',
      viewing: '{reason}',
      noRelay: 'this hub has no relay for video: relay.urls is not set',
      relayAway: 'no relay of the hub answers; try again',
      notRelayed: 'the station does not reach the relay of the hub: {reason}',
    },
  },
  DATA_NOT_READY: {
    meaning: 'The data has not been gathered yet.',
    remedy: 'Try again in a second.',
    message: 'the data has not been gathered yet',
  },
  AIRCRAFT_LINK_DOWN: {
    meaning: 'The link to the aircraft is down.',
    remedy: 'Wait until `flight_state` is no longer `Unknown`.',
    message: 'there is no data from the {source}',
    sample: { source: 'aircraft' },
  },
  CAMERA_OFFLINE: {
    meaning: 'The camera was detected before and is offline now.',
    remedy: 'Wait until `online_state` is `Online`.',
    message: 'the camera is off',
  },
  CAMERA_DIRECTION_UNKNOWN: {
    meaning: 'The camera is online but does not report the angle that the turn starts from.',
    remedy: 'Wait until the angle is in camera/state, or turn with a speed.',
    message: 'the {axis} of the camera is not known now',
    sample: { axis: 'pan' },
  },
  STORAGE_UNAVAILABLE: {
    meaning: 'The storage of the recordings or of the flight logs cannot be read or written.',
    remedy: 'Check the storage; the flight is not affected.',
    message: {
      unreadable: 'the storage of the recordings cannot be read',
      unwritable: 'the storage of the recordings cannot be written',
      silent: 'the storage of the recordings does not respond',
      endNotWritten: 'the end of the recording {recording} could not be written',
      flights: 'the flight logs cannot be read',
    },
  },
  STATION_BUSY: {
    meaning:
      'Too many API keys or flight logs, or another scenario, are being processed at once; or too many clients of a hub read one station.',
    remedy: 'Try again after the seconds in `Retry-After`, or in a second.',
    message: {
      keys: 'too many API keys are being checked, try again in 1 s',
      scenario: 'another scenario is being read, try again in 1 s',
      flights: 'too many flight logs are being read, try again in 1 s',
      reads: 'too many clients of the hub read this station, try again in 1 s',
      fault: 'the station is busy (simulated fault)',
    },
  },
  STORE_UNUSABLE: {
    meaning:
      'The station cannot write its store: the disk is full or does not answer, the data folder is damaged, or another program has locked the database.',
    remedy:
      'Free disk space, close the other program, or run `kitestring doctor`; the flight is not affected. With `Retry-After`, try again.',
    message: {
      unwritable: 'the store cannot be written',
      inUse: 'the store is in use by another program, nothing was changed; try again in 1 s',
    },
  },
  SHUTTING_DOWN: {
    meaning: 'The station is stopping.',
    remedy: 'Reconnect after the restart.',
    message: 'the station is stopping',
  },
  STORAGE_FULL: {
    status: 507,
    meaning: 'There is too little disk space for a recording or a snapshot.',
    remedy: 'Delete recordings or snapshots.',
    message: {
      tooLittle: 'a recording needs {neededGib} GiB of free space, only {freeGib} GiB are free',
      nothingLeft: 'there is no space left on the storage of the recordings',
      endedBefore: 'the recording {recording} has already ended: the storage is full',
      noSnapshot: 'a snapshot needs {neededMib} MiB of free space, only {freeMib} MiB are free',
      allBookmarked:
        'the {maxMib} MiB for kept snapshots are filled by bookmarked ones: delete one, or remove a bookmark',
    },
    sample: { neededGib: 1, freeGib: 0.4 },
  },
});
