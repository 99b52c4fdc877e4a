import { anyOf, operation } from '../operation.ts';
import { READS, STATION_BASE } from './paths.ts';
import { PictureDisplay } from './picture-display.ts';

/** Nothing moves; who flies and who administers may both choose it. */
const SEAT = { base: STATION_BASE, access: anyOf('control', 'internal') } as const;

const EXAMPLE = {
  blocks: [{ corner: 'top_left', size: 'small', lines: ['time_utc', 'position', 'incident'] }],
} as const;

export const getPictureDisplay = operation({
  ...READS,
  id: 'station.display',
  path: '/display',
  summary: 'The on-screen display',
  description: 'What is written into the pictures of streams, recordings, snapshots and pushes.',
  replies: { 200: PictureDisplay },
  replyExample: EXAMPLE,
});

export const setPictureDisplay = operation({
  ...SEAT,
  id: 'station.display.set',
  method: 'POST',
  path: '/display',
  summary: 'Set the on-screen display',
  description:
    'Replaces what is written into the pictures, for all viewers and files. It survives a restart. Pictures of real cameras pass through without it.',
  body: PictureDisplay,
  replies: { 200: PictureDisplay },
  errors: ['STREAM_NOT_FOUND', 'VIDEO_UNAVAILABLE', 'STORE_UNUSABLE'],
  examples: [{ summary: 'Time, position and incident', value: EXAMPLE }],
  replyExample: EXAMPLE,
});
