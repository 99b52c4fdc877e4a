import { OneOf } from '@kitestring/station-contract/schema.ts';
import Type from 'typebox';

const UPLINK_REASONS = ['free', 'queue', 'loss', 'silent', 'ceiling', 'floor'] as const;
export type StreamUplinkReason = (typeof UPLINK_REASONS)[number];

/** Why a stream cannot use more of the uplink. */
export const StreamUplinkReason = OneOf(
  UPLINK_REASONS,
  '`free`: no limit found yet, the rate increases. `queue`: packets are delayed. `loss`: packets are lost. `silent`: the relay sends no reports. `ceiling`: the hub allows no more (`relay.max_kbps`). `floor`: a lower rate would give no usable picture.',
);

const px = (description: string) => Type.Integer({ minimum: 1, maximum: 16_384, description });

/** State of the uplink of a station for a stream that it publishes to a relay. */
export const StreamUplink = Type.Object({
  stream: Type.String({ maxLength: 40, description: 'Id of the stream, as in the published API.' }),
  kbps: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Current upper limit of the stream.' }),
  why: StreamUplinkReason,
  made: Type.Optional(
    Type.Object(
      {
        w: px('Width of the pictures.'),
        h: px('Height of the pictures.'),
        fps: Type.Number({ minimum: 0, maximum: 1000, description: 'Maximum frame rate.' }),
      },
      { description: 'Pictures that are encoded for the uplink; absent while the original stream is sent.' },
    ),
  ),
});
