import { inboxPrefix, SUBJECTS } from './subjects.ts';

/** Rights of the users of a scoped signing key; the names are those of NATS JWTs. */
export interface ScopeTemplate {
  readonly pub: { readonly allow: readonly string[] };
  readonly sub: { readonly allow: readonly string[] };
  readonly resp?: { readonly max: number; readonly ttl: number };
  /** Most subscriptions; -1 without a limit. An absent one would mean 0. */
  readonly subs: number;
  readonly data: number;
  /** Longest message, bytes. */
  readonly payload: number;
}

/** The broker replaces it by the name in the user’s JWT, which is the sid. */
const NAME = '{{name()}}';

const NS_PER_S = 1e9;

/** The broker’s limit of one message, bytes. */
export const MESSAGE_BYTES_MAX = 1024 * 1024;

/**
 * Template of the signing key `station`. A station can only speak in its own name; it reaches neither the JetStream API
 * nor another station. Answers to requests need no own permission: at most 1000 within 30 s of the request.
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

/** Template of the signing key `hub`: a replica asks stations, and works with streams and buckets. */
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
    ],
  },
  sub: { allow: ['ks.>', '$KV.>', `${inboxPrefix(NAME)}.>`] },
  resp: { max: 1, ttl: 30 * NS_PER_S },
  subs: -1,
  data: -1,
  payload: MESSAGE_BYTES_MAX,
};
