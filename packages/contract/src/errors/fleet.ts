import { errorTable } from './error-definition.ts';

/** Errors of a station that is reached through a hub. */
export const FLEET_ERRORS = errorTable({
  STATION_OFFLINE: {
    status: 503,
    meaning: 'The hub has no connection to the station.',
    remedy: 'Try again when /fleet/v1/stations shows it as online.',
    message: 'the station {station} is {state}',
    sample: { station: 'sabcdefghijkl', state: 'offline' },
  },
  STATION_NOT_LIVE: {
    status: 503,
    meaning: 'The station is online, but does not answer in time.',
    remedy: 'Try again; the link to the station may be frozen.',
    message: 'the station {station} has not answered within {waitS} s',
    sample: { station: 'sabcdefghijkl', waitS: 2 },
  },
});
