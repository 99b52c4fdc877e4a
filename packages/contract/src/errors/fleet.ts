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
    meaning: 'The station does not answer in time, or has refused the order of the hub. A command was not carried out.',
    remedy: 'Read the state and try again; the link to the station may be frozen.',
    message: {
      silent: 'the station {station} has not answered within {waitS} s',
      notCarriedOut: 'the station {station} has not carried the command out: {reason}',
    },
    sample: { station: 'sabcdefghijkl', waitS: 2 },
  },
  COMMAND_ID_REUSED: {
    status: 409,
    meaning: 'The Idempotency-Key was used for another command.',
    remedy: 'Take a new key for each command, and the same one only to repeat it.',
    message: 'the Idempotency-Key {id} belongs to another command',
    sample: { id: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51' },
  },
  OUTCOME_UNKNOWN: {
    status: 504,
    meaning: 'The station may have carried the command out or not: its answer did not arrive.',
    remedy:
      'Read /fleet/v1/commands/{id}: the hub asks the station again as soon as it is back. Repeat only with the same Idempotency-Key.',
    message: 'it is not known whether the station {station} has carried the command {id} out',
    sample: { station: 'sabcdefghijkl', id: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51' },
  },
});
