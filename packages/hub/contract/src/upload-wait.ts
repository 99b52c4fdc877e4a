import { OneOf } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';

/** Causes known to the station. */
const STATION_WAITS = [
  'policy',
  'hours',
  'link',
  'queue',
  'recording',
  'line',
  'store',
  'store_full',
  'station',
] as const;
/** One more is known only to the hub. */
export const UPLOAD_WAITS = ['offline', ...STATION_WAITS] as const;

const time = Type.String({ pattern: '^\\d\\d:\\d\\d$', maxLength: 5 });

const details = {
  hours: Type.Optional(Type.Object({ from: time, to: time }, { description: 'With `hours`: those of the policy.' })),
  least_kbps: Type.Optional(
    Type.Integer({ minimum: 1, description: 'With `link`: the rate that the policy requires, kbit/s.' }),
  ),
  link_kbps: Type.Optional(
    Type.Integer({ minimum: 0, description: 'With `link`: the rate as measured by uploads, kbit/s.' }),
  ),
  detail: Type.Optional(Type.String({ maxLength: 300, description: 'The fault itself, for a technician.' })),
};

/** Why the station does not send an upload now, as reported to the hub. */
export const StationWait = Type.Object({ for: Type.Enum(STATION_WAITS), ...details });
export type StationWait = Static<typeof StationWait>;

/** The same in the form of the API. */
export const UploadWait = Type.Object(
  {
    for: OneOf(
      UPLOAD_WAITS,
      '`offline`: the station is not connected. `policy`: its policy no longer includes it. `hours`: its policy allows it at other hours. `link`: its link is slower than its policy requires. `queue`: another upload of the station comes first. `recording`: it is still being recorded. `line`: the connection between station and hub fails. `store`: the store of the hub does not answer or refuses it. `store_full`: the store of the hub is full. `station`: the station cannot read it, or gives no reason.',
    ),
    ...details,
  },
  { description: 'Why it is not being sent now; absent while it is. It continues automatically.' },
);
export type UploadWait = Static<typeof UploadWait>;

/** The cause as one line, for logs and refusals. */
export function waitText({ detail, for: cause, hours, least_kbps: least, link_kbps: link }: StationWait): string {
  if (hours !== undefined) return `the policy allows it from ${hours.from} to ${hours.to}`;
  if (least !== undefined) return `the policy allows it from ${least} kbit/s on, the link carries ${link}`;
  return detail ?? TEXTS[cause];
}

const TEXTS: Readonly<Record<StationWait['for'], string>> = {
  policy: 'the policy does not ask for it',
  hours: 'the policy allows it at other hours',
  link: 'the link is narrower than the policy asks',
  queue: 'another recording is being uploaded',
  recording: 'it is still being recorded',
  line: 'the line to the hub breaks',
  store: 'the store of the hub does not take it',
  store_full: 'the store of the hub is full',
  station: 'the station cannot read it',
};
