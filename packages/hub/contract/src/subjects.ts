/** Prefix of every subject. */
const ROOT = 'ks';

/** Requests of the hub to a station; each is the last token of `ks.{sid}.rpc.{name}`. */
export const STATION_REQUESTS = [
  ...(['cmd', 'result', 'beat', 'http', 'cursor', 'relay'] as const),
  ...(['upload', 'policy', 'quarantine'] as const),
] as const;
export type StationRequest = (typeof STATION_REQUESTS)[number];

/** Requests of a station to the hub; each is the last token of `ks.hub.{sid}.{name}`. */
export const HUB_REQUESTS = ['hello', 'renew', 'offer', 'ticket', 'uploaded'] as const;
export type HubRequest = (typeof HUB_REQUESTS)[number];

/** Queue group of the replicas of a hub, which share the requests of stations. */
export const HUB_QUEUE = 'hub';

/** Two digits: `07`. */
const shardToken = (shard: number): string => String(shard).padStart(2, '0');

/**
 * Every subject between stations and hub. No two streams may match the same subject, not even an unused one: so the
 * token that distinguishes streams is always at the same position. A topic name, slash included, is one token:
 * `flight/state`. Arguments are validated where they are read from messages; `*` makes a pattern.
 */
export const SUBJECTS = {
  beat: (sid: string) => `${ROOT}.${sid}.beat`,
  topic: (sid: string, topic: string) => `${ROOT}.${sid}.topic.${topic}`,
  want: (sid: string) => `${ROOT}.${sid}.want`,
  journal: (shard: number | '*', sid: string) => `${ROOT}.j.${shard === '*' ? shard : shardToken(shard)}.${sid}`,
  request: (sid: string, name: StationRequest) => `${ROOT}.${sid}.rpc.${name}`,
  /** Every request to a station. */
  requests: (sid: string) => `${ROOT}.${sid}.rpc.>`,
  /** Credit for the chunks of one proxied answer. */
  flow: (sid: string, id: string) => `${ROOT}.${sid}.rpc.flow.${id}`,
  hub: (sid: string, name: HubRequest) => `${ROOT}.hub.${sid}.${name}`,
  /** One event, published after the commit to the archive. The dots of its kind become further tokens. */
  event: (sid: string, kind: string) => `${ROOT}.${sid}.event.${kind}`,
  /** Between replicas of a hub. */
  administration: (what: string) => `${ROOT}.adm.${what}`,
} as const;

/** Prefix of the inboxes of a station, for replies to its own requests. */
export const inboxPrefix = (sid: string): string => `_INBOX_${sid}`;

/** Whether a topic’s name can be one token of a subject. */
export const isTopicToken = (topic: string): boolean => /^[\w/-]{1,64}$/.test(topic);

/** The station in a subject `ks.{sid}...`, `ks.j.{shard}.{sid}` or `ks.hub.{sid}...`. */
export function sidOfSubject(subject: string): string | undefined {
  const [root, first, second, third] = subject.split('.');
  if (root !== ROOT) return undefined;
  if (first === 'j') return third;
  return first === 'hub' ? second : first;
}

/** Id of a published segment for deduplication by the broker; `generation` changes it when the segment is sent again. */
export const segmentMessageId = (sid: string, epoch: string, first: number, generation: number): string =>
  `${sid}:${epoch}:${first}:${generation}`;
