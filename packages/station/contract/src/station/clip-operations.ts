import Type, { type Static } from 'typebox';
import { binary, operation } from '../operation.ts';
import { named, Quantity, Text, Timestamp } from '../schema.ts';
import { STATION_BASE } from './paths.ts';

/** Parts of one file at most. */
const CLIP_PARTS_MAX = 32;
/** Pictures a second of a time-lapse without a wish. */
export const CLIP_LAPSE_FPS = 25;
const FILM_MAX_S = 1_000_000;

const second = (description: string, example: number) =>
  Type.Optional(Quantity(description, example, { minimum: 0, maximum: FILM_MAX_S }));

export const ClipPart = named('ClipPart', 'A stretch of a recording, by seconds of its video or by station time.', {
  recording_id: Text('Recording, as in captures.', '20260301_103000_+0100', { maxLength: 64 }),
  file_id: Type.Optional(Text('Video of the recording. Absent: `main.mp4`.', 'main.mp4', { maxLength: 64 })),
  from_s: second('Begin, seconds of the video. Absent, and without `from_time`: its begin.', 12.5),
  to_s: second('End, seconds of the video. Absent, and without `to_time`: its end.', 42),
  from_time: Type.Optional(Timestamp('Begin, station time; in place of `from_s`.')),
  to_time: Type.Optional(Timestamp('End, station time; in place of `to_s`.')),
});
export type ClipPart = Static<typeof ClipPart>;

export const ClipRequest = named('ClipRequest', 'Stretches of recordings for one file.', {
  clips: Type.Array(ClipPart, {
    minItems: 1,
    maxItems: CLIP_PARTS_MAX,
    description: 'One after the other. All have the same picture size and coding.',
    examples: [[{ recording_id: '20260301_103000_+0100', from_s: 12.5, to_s: 42 }]],
  }),
  every_s: Type.Optional(
    Quantity('Time-lapse: one picture of so many seconds, the key frame at that time or the next one.', 10, {
      minimum: 1,
      maximum: 3600,
    }),
  ),
  frames_per_s: Type.Optional(
    Quantity(`Pictures a second of a time-lapse. Absent: ${CLIP_LAPSE_FPS}.`, CLIP_LAPSE_FPS, {
      minimum: 1,
      maximum: 60,
    }),
  ),
});
export type ClipRequest = Static<typeof ClipRequest>;

export const makeClip = operation({
  base: STATION_BASE,
  id: 'station.clips.make',
  method: 'POST',
  path: '/clips',
  summary: 'A stretch of a recording as MP4',
  description:
    'Stretches of recordings as one MP4 with their telemetry, copied without encoding; also of a recording in progress. The file begins at the key frame before the requested begin, and has an edit list from which players begin exactly; the end is exact.',
  access: ['read'],
  body: ClipRequest,
  replies: { 200: binary('video/mp4') },
  errors: ['INVALID_CLIP', 'RECORDING_NOT_FOUND', 'TOO_MANY_DOWNLOADS', 'VIDEO_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
  examples: [
    {
      summary: 'Half a minute',
      value: { clips: [{ recording_id: '20260301_103000_+0100', from_s: 12.5, to_s: 42 }] },
    },
    {
      summary: 'A time-lapse of the whole',
      value: { clips: [{ recording_id: '20260301_103000_+0100' }], every_s: 10 },
    },
  ],
});
