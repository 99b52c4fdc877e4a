import Type, { type Static } from 'typebox';
import { named, Quantity } from '../schema.ts';

export const VideoClock = named(
  'VideoClock',
  'Reference for the age of a picture: the clock of the player may be wrong, and WebRTC carries only the RTP time of a picture.',
  {
    now_ms: Quantity('The real-time clock of the station, milliseconds since 1970.', 1772357400250.5),
    rtp_time: Type.Optional(
      Quantity('RTP timestamp of the newest picture, 90 kHz, 32 bits; absent without a viewer in a browser.', 2712960),
    ),
    taken_ms: Type.Optional(Quantity('Capture time of that picture, on the same clock as `now_ms`.', 1772357400221)),
  },
);
export type VideoClock = Static<typeof VideoClock>;
