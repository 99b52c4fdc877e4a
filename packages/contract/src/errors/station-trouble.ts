import { errorTable } from './error-definition.ts';

/** The station cannot do it, whatever the request says: 5xx. */
export const STATION_TROUBLE_ERRORS = errorTable({
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'A bug of the station; the details are in its log.',
    remedy: 'Report it with the time and the request.',
    example: 'internal error',
  },
  VIDEO_UNAVAILABLE: {
    status: 502,
    meaning: 'The video source or the recorder does not answer.',
    remedy: 'Try again; the flight is not affected.',
    example: 'the video source does not answer',
  },
  DATA_NOT_READY: {
    status: 503,
    meaning: 'The data has not been gathered yet.',
    remedy: 'Try again in a second.',
    example: 'the data has not been gathered yet',
  },
  AIRCRAFT_LINK_DOWN: {
    status: 503,
    meaning: 'The link to the aircraft is down.',
    remedy: 'Wait until `flight_state` is no longer `Unknown`.',
    example: 'there is no data from the aircraft',
  },
  CAMERA_OFFLINE: {
    status: 503,
    meaning: 'The camera was seen before and is off now.',
    remedy: 'Wait until `online_state` is `Online`.',
    example: 'the camera is off',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    meaning: 'The storage of the recordings cannot be read or written.',
    remedy: 'Check the storage; the flight is not affected.',
    example: 'the storage of the recordings cannot be read',
  },
  STATION_BUSY: {
    status: 503,
    meaning: 'Too many API keys are being checked at once, or another scenario is being read.',
    remedy: 'Try again after the seconds in `Retry-After`, or in a second.',
    example: 'too many API keys are being checked, try again in 1 s',
  },
  STORE_UNUSABLE: {
    status: 503,
    meaning: 'The station cannot write its store: the disk is full, or the data folder is damaged.',
    remedy: 'Make room on the disk or see `kitestring doctor`; the flight is not affected.',
    example: 'the store cannot be written',
  },
  SHUTTING_DOWN: {
    status: 503,
    meaning: 'The station is stopping.',
    remedy: 'Connect again when it is back.',
    example: 'the station is stopping',
  },
  STORAGE_FULL: {
    status: 507,
    meaning: 'There is too little space for a recording.',
    remedy: 'Delete recordings.',
    example: 'a recording needs 1 GiB of free space, there are 0.4 GiB',
  },
});
