import { OneOf } from '@kitestring/contract/schema.ts';
import Type from 'typebox';

const UPLINK_REASONS = ['free', 'queue', 'loss', 'silent', 'ceiling', 'floor'] as const;
export type StreamUplinkReason = (typeof UPLINK_REASONS)[number];

/** Why a stream cannot use more of the uplink. */
export const StreamUplinkReason = OneOf(
  UPLINK_REASONS,
  '`free`: nothing speaks against more, it grows. `queue`: packets wait on the way. `loss`: packets are lost. `silent`: the relay reports nothing. `ceiling`: the hub allows no more (`relay.max_kbps`). `floor`: less would be no picture.',
);

const px = (description: string) => Type.Integer({ minimum: 1, maximum: 16_384, description });

/** State of the uplink of a station for a stream that it publishes to a relay. */
export const StreamUplink = Type.Object({
  stream: Type.String({ maxLength: 40, description: 'Id of the stream, as in the published API.' }),
  kbps: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Most that the stream may take now.' }),
  why: StreamUplinkReason,
  made: Type.Optional(
    Type.Object(
      {
        w: px('Width of the pictures.'),
        h: px('Height of the pictures.'),
        fps: Type.Number({ minimum: 0, maximum: 1000, description: 'Most pictures in a second.' }),
      },
      { description: 'Pictures that are encoded for the uplink; absent while the stream goes out as it is.' },
    ),
  ),
});
