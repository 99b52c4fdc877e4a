import Type, { type Static } from 'typebox';
import { named, Quantity, Text, Timestamp, Whole } from '../schema.ts';

const address = (description: string) => Text(description, 'rtmp://relay.example/live/***');

export const NewVideoPush = named('NewVideoPush', 'The relay to which a stream goes.', {
  address: Type.String({
    description:
      'Address of the relay: `rtmp://host/app/key`, `rtmps://host/app/key`, `srt://host:port?streamid=...`, or the `https://` address of a WHIP server, with its bearer token as password: `https://:token@host/path`.',
    minLength: 1,
    maxLength: 2048,
  }),
});
export type NewVideoPush = Static<typeof NewVideoPush>;

export const VideoPush = named('VideoPush', 'A stream that the station brings to a relay.', {
  stream_id: Text('The stream.', 'color'),
  address: address('Address of the relay, without token, key and parameters.'),
  protocol: Type.Enum(['rtmp', 'rtmps', 'srt', 'whip'], { description: 'How it goes there.' }),
  state: Type.Enum(['Connecting', 'Live', 'Waiting'], {
    description: '`Live`: the relay takes the stream. `Waiting`: it does not; the station tries again by itself.',
  }),
  since: Timestamp('When this state began, in station time.'),
  reason: Type.Optional(
    Text(
      'Why the last attempt failed.',
      'the relay at relay.example:1935 refuses the stream: NetStream.Publish.BadName',
    ),
  ),
  retry_in_s: Type.Optional(Quantity('Time until the next attempt, seconds.', 8, { minimum: 0 })),
  sent_bytes: Type.Optional(
    Whole(
      'Bytes sent since the connection began; for WHIP those of all its packets, as of the last second.',
      1_250_000,
      {
        minimum: 0,
      },
    ),
  ),
  skipped_pictures: Type.Optional(
    Whole('Pictures left out since then because the relay reads too slowly; absent for WHIP.', 0, { minimum: 0 }),
  ),
});
export type VideoPush = Static<typeof VideoPush>;

export const VideoPushList = named('VideoPushList', 'The streams that the station brings to relays.', {
  pushes: Type.Array(VideoPush, { description: 'One for each stream that has one.' }),
});
export type VideoPushList = Static<typeof VideoPushList>;
