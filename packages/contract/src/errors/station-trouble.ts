import { errorTable } from './error-definition.ts';

/** Faults of the station, whatever the request: 5xx. */
export const STATION_TROUBLE_ERRORS = errorTable({
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'Internal error of the station; its log has the details.',
    remedy: 'Report it with the time and the request.',
    message: {
      logged: 'internal error; it is in the log as request {request}',
      unlogged: 'internal error',
    },
    sample: { request: '5a0d6f1e-2f0b-4a52-9a34-0c1c5a2f9d11' },
  },
  VIDEO_UNAVAILABLE: {
    status: 502,
    meaning: 'The video source or the recorder does not respond.',
    remedy: 'Try again; the flight is not affected.',
    message: {
      silent: 'the media process does not answer; it is being started again',
      late: 'the media process did not answer in time; try again',
      noSource: 'this station has no video source',
      noRecorder: 'this station has no recorder',
      noRecorderNow: 'this station has no recorder now',
      starting: 'the station is starting',
      noStreams: 'no stream of the camera gives pictures',
      noPicture: 'the stream {stream} gave no picture in time',
      noPictures: 'the stream {stream} gives no pictures: {reason}',
      stoppedBefore: 'the recording was stopped before it began',
      recorderGaveUp: 'the recorder gave up: {reason}',
      webRtcOff: 'WebRTC is switched off here: it may use no UDP port',
      viewing: '{reason}',
    },
  },
  DATA_NOT_READY: {
    status: 503,
    meaning: 'The data has not been gathered yet.',
    remedy: 'Try again in a second.',
    message: 'the data has not been gathered yet',
  },
  AIRCRAFT_LINK_DOWN: {
    status: 503,
    meaning: 'The link to the aircraft is down.',
    remedy: 'Wait until `flight_state` is no longer `Unknown`.',
    message: 'there is no data from the {source}',
    sample: { source: 'aircraft' },
  },
  CAMERA_OFFLINE: {
    status: 503,
    meaning: 'The camera was detected before and is offline now.',
    remedy: 'Wait until `online_state` is `Online`.',
    message: 'the camera is off',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    meaning: 'The storage of the recordings or of the flight logs cannot be read or written.',
    remedy: 'Check the storage; the flight is not affected.',
    message: {
      unreadable: 'the storage of the recordings cannot be read',
      unwritable: 'the storage of the recordings cannot be written',
      silent: 'the storage of the recordings does not answer',
      endNotWritten: 'the end of the recording {recording} could not be written',
      flights: 'the flight logs cannot be read',
    },
  },
  STATION_BUSY: {
    status: 503,
    meaning:
      'Too many API keys are being checked at once, too many flight logs are being read, or another scenario is.',
    remedy: 'Try again after the seconds in `Retry-After`, or in a second.',
    message: {
      keys: 'too many API keys are being checked, try again in 1 s',
      scenario: 'another scenario is being read, try again in 1 s',
      flights: 'too many flight logs are being read, try again in 1 s',
    },
  },
  STORE_UNUSABLE: {
    status: 503,
    meaning: 'The station cannot write its store: the disk is full, or the data folder is damaged.',
    remedy: 'Free disk space or run `kitestring doctor`; the flight is not affected.',
    message: 'the store cannot be written',
  },
  SHUTTING_DOWN: {
    status: 503,
    meaning: 'The station is stopping.',
    remedy: 'Connect again when it is back.',
    message: 'the station is stopping',
  },
  STORAGE_FULL: {
    status: 507,
    meaning: 'There is too little disk space for a recording or a snapshot.',
    remedy: 'Delete recordings or snapshots.',
    message: {
      tooLittle: 'a recording needs {neededGib} GiB of free space, there are {freeGib} GiB',
      nothingLeft: 'there is no space left on the storage of the recordings',
      endedBefore: 'the recording {recording} ended before: the storage is full',
      noSnapshot: 'a snapshot is kept only with {neededMib} MiB of free space, there are {freeMib} MiB',
      allBookmarked:
        'kept snapshots may take {maxMib} MiB, and those that take it are bookmarked: delete one or its bookmark',
    },
    sample: { neededGib: 1, freeGib: 0.4 },
  },
});
