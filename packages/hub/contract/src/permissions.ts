import { HUB_REQUESTS, inboxPrefix, STATION_REQUESTS, SUBJECTS } from './subjects.ts';

/** Permissions of the users of a scoped signing key; the names are those of NATS JWTs. */
export interface ScopeTemplate {
  readonly pub: { readonly allow: readonly string[] };
  readonly sub: { readonly allow: readonly string[] };
  readonly resp?: { readonly max: number; readonly ttl: number };
  /** Maximum of subscriptions; -1 means no limit. If absent, it would mean 0. */
  readonly subs: number;
  readonly data: number;
  /** Longest message, bytes. */
  readonly payload: number;
}

/** The broker replaces it with the name in the user’s JWT, which is the sid. */
const NAME = '{{name()}}';

const NS_PER_S = 1e9;

/** The broker’s limit of a message, bytes. */
export const MESSAGE_BYTES_MAX = 1024 * 1024;

/** A service of one account that the other one may use; otherwise accounts do not see each other’s subjects. */
interface CrossingSubject {
  readonly subject: string;
  /** Whether a request has several answers. */
  readonly hasStream?: boolean;
}

/**
 * Stations and hub have separate accounts, so the broker itself returns answers. Whatever reply subject a station
 * names, of the hub or of a stream, it is a subject of the stations' account.
 */
export const TO_HUB: readonly CrossingSubject[] = [
  { subject: SUBJECTS.beat('*') },
  { subject: SUBJECTS.topic('*', '*') },
  // Only the shard in use: a wildcard could match the subject of a request, and the broker refuses possible cycles.
  { subject: SUBJECTS.journal(0, '*') },
  ...HUB_REQUESTS.map((name) => ({ subject: SUBJECTS.hub('*', name) })),
];
export const TO_STATIONS: readonly CrossingSubject[] = [
  { subject: SUBJECTS.want('*') },
  { subject: SUBJECTS.flow('*', '*') },
  ...STATION_REQUESTS.map((name) => ({ subject: SUBJECTS.request('*', name), hasStream: name === 'http' })),
];

/** Subjects of the broker for answers to requests of the other account. */
export const ANSWER_SUBJECTS = '_R_.>';

/** Services that an account exports and imports, as claims of NATS JWTs. */
export const crossingClaims = (
  offered: readonly CrossingSubject[],
  used: readonly CrossingSubject[],
  otherAccount: string,
) => ({
  exports: offered.map(({ hasStream = false, subject }) => ({
    name: subject,
    subject,
    type: 'service',
    response_type: hasStream ? 'Stream' : 'Singleton',
  })),
  imports: used.map(({ subject }) => ({ name: subject, subject, account: otherAccount, type: 'service' })),
});

/**
 * Template of the signing key `station`. A station can only publish under its own name; it reaches neither the
 * JetStream API nor another station. Answers to requests need no permission of their own: at most 1000 within 30 s of
 * the request.
 */
export const STATION_TEMPLATE: ScopeTemplate = {
  pub: {
    allow: [
      SUBJECTS.beat(NAME),
      SUBJECTS.topic(NAME, '*'),
      SUBJECTS.journal('*', NAME),
      `${SUBJECTS.hub(NAME, 'hello').split('.').slice(0, -1).join('.')}.>`,
    ],
  },
  sub: { allow: [SUBJECTS.requests(NAME), SUBJECTS.want(NAME), `${inboxPrefix(NAME)}.>`] },
  resp: { max: 1000, ttl: 30 * NS_PER_S },
  subs: 64,
  data: -1,
  payload: MESSAGE_BYTES_MAX,
};

/** Template of the signing key `hub`: a replica sends requests to stations, answers theirs, and uses streams and buckets. */
export const HUB_TEMPLATE: ScopeTemplate = {
  pub: {
    allow: [
      SUBJECTS.requests('*'),
      SUBJECTS.want('*'),
      `${SUBJECTS.event('*', '>')}`,
      SUBJECTS.administration('>'),
      '$JS.API.>',
      '$JS.ACK.>',
      '$KV.>',
      ANSWER_SUBJECTS,
    ],
  },
  sub: { allow: ['ks.>', '$KV.>', `${inboxPrefix(NAME)}.>`] },
  subs: -1,
  data: -1,
  payload: MESSAGE_BYTES_MAX,
};
