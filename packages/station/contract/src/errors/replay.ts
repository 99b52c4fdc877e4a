import { errorTable } from './error-definition.ts';

/** Errors of a replay, which serves a recording. */
export const REPLAY_ERRORS = errorTable(409, {
  REPLAY_READ_ONLY: {
    meaning: 'This is a replay: what was recorded cannot be changed by commands.',
    remedy: 'Send commands to a live station. Time and pace of the replay are set by `/replay/v1/control`.',
    message: 'this is a replay of a recording: commands are not possible',
  },
  NOT_IN_RECORDING: {
    status: 404,
    meaning: 'This is a replay, and the recording does not contain this, or not yet at this time of it.',
    remedy: 'Ask a live station. Single pictures are there when they were recorded, with `--thumbnails`.',
    message: 'this is a replay, and its recording has no {what} here',
    sample: { what: 'flight.info' },
  },
  REPLAY_TIME_OUT_OF_RANGE: {
    status: 400,
    meaning: 'The time is not one of the recording.',
    remedy: 'Choose one of its period, as in `/replay/v1/state`.',
    message: 'time: allowed are {from} to {to}, got {time}',
    sample: {
      from: '2026-03-01T09:00:00.000000Z',
      to: '2026-03-01T17:00:00.000000Z',
      time: '2026-03-01T18:00:00Z',
    },
  },
});
