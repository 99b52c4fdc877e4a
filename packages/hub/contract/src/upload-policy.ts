import { OneOf, Text } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { Seq, Sid, Version } from './tokens.ts';
import { UPLOAD_KINDS } from './upload.ts';
import { LINK_KBPS_MAX, LINK_KBPS_MIN, POLICY_RECORDINGS } from './upload-limits.ts';

const TimeOfDay = (description: string) => Text(description, '22:00', { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

/** Fields of an upload policy: the recordings and logs that stations upload automatically. */
export const uploadPolicy = {
  recordings: OneOf(
    POLICY_RECORDINGS,
    '`none`: no recording. `flights`: those with a part of a flight. `all`: every recording, once it has ended.',
  ),
  flight_logs: Type.Boolean({ description: 'Whether the log of each flight is uploaded, after its end.' }),
  min_link_kbps: Type.Optional(
    Type.Integer({
      minimum: LINK_KBPS_MIN,
      maximum: LINK_KBPS_MAX,
      examples: [2000],
      description:
        'Only while the link carries at least this rate, kbit/s, as measured by uploads. A slower link is measured again after ten minutes.',
    }),
  ),
  hours: Type.Optional(
    Type.Object(
      { from: TimeOfDay('Beginning.'), to: TimeOfDay('End; before the beginning: on the next day.') },
      { description: 'Only at this time of the day, in the time zone of the station’s computer.' },
    ),
  ),
};

export const UploadPolicy = Type.Object(uploadPolicy);
export type UploadPolicy = Static<typeof UploadPolicy>;

/** The default policy of a station. */
export const NO_UPLOADS: UploadPolicy = { recordings: 'none', flight_logs: false };

/**
 * The policy of a station, signed like a command with `POLICY_TYPE` as `typ`. The order with the highest `rev` applies,
 * in whatever order they arrive; the station stores it, and follows it also without a link.
 */
export const PolicyOrder = Type.Object({
  v: Version,
  sid: Sid,
  rev: Seq('Number of this policy.'),
  policy: UploadPolicy,
});
export type PolicyOrder = Static<typeof PolicyOrder>;
export const POLICY_TYPE = 'kitestring-policy';

/** Number of the policy that the station follows now. */
export const PolicyReply = Type.Object({ v: Version, rev: Seq('Number of the policy that it follows.') });
export type PolicyReply = Static<typeof PolicyReply>;

/** The person in orders that come from a policy. */
export const POLICY_PERSON = { id: 'upload-policy', name: 'Upload policy', role: 'none' } as const;

/** Maximum in one message. */
export const OFFERS_MAX = 32;

/** The request `offer`: recordings and logs of the station that match its policy. */
export const OfferRequest = Type.Object({
  v: Version,
  items: Type.Array(
    Type.Object({
      kind: OneOf(UPLOAD_KINDS, 'What it is.'),
      recording: Type.String({
        pattern: '^[A-Za-z0-9_+-]{1,64}$',
        description: 'Id of the recording, or of the flight.',
      }),
    }),
    { minItems: 1, maxItems: OFFERS_MAX },
  ),
});
export type OfferRequest = Static<typeof OfferRequest>;

export const OfferReply = Type.Object({
  v: Version,
  taken: Type.Integer({ minimum: 0, maximum: OFFERS_MAX, description: 'How many the hub has or is receiving.' }),
});
