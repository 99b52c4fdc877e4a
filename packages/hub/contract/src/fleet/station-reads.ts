import { isBinary, isJson, type Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import { TOPICS_BY_NAME } from '@kitestring/station-contract/topics.ts';
import { VIDEO_OPERATIONS } from '@kitestring/station-contract/video/operations.ts';
import { throughHub } from './through-hub.ts';

/** A read of the published API of a station that the hub forwards. */
export interface StationRead {
  readonly published: Operation;
  readonly operation: Operation;
  /** It needs no token at the station either: the hub reads for itself. */
  readonly isOpen: boolean;
}

/** States are served by the mirror of the hub. */
const MIRRORED: ReadonlySet<string> = new Set(
  Object.values(TOPICS_BY_NAME).flatMap(({ kind, operationId }) => (kind === 'state' ? [operationId] : [])),
);

/** They wait for a change, longer than the broker allows. */
const WAITS = /\.changes$/;

/** Reads with one answer: no WebSockets, and no answers with tokens. */
const isPassedOn = ({ access, id, method, replies }: Operation): boolean => {
  const [, reply] = Object.entries(replies).find(([status]) => status === '200') ?? [];
  const isAnswer = reply !== undefined && (isJson(reply) || isBinary(reply));
  const isRead = access === 'open' || (Array.isArray(access) && access.every((scope) => scope === 'read'));
  return method === 'GET' && isAnswer && isRead && !MIRRORED.has(id) && !id.startsWith('auth.') && !WAITS.test(id);
};

/** Every read that is forwarded to the station, below `/stations/{sid}` with the path of the station. */
export const STATION_READS: readonly StationRead[] = [...OPERATIONS, ...STATION_OPERATIONS, ...VIDEO_OPERATIONS]
  .filter(isPassedOn)
  .map((published) => ({
    published,
    isOpen: published.access === 'open',
    operation: throughHub(published, {
      more: 'The answer of the station, unchanged except for its limits for a hub.',
      errors: [
        ...(['INVALID_REQUEST', 'STATION_OFFLINE', 'STATION_NOT_LIVE', 'STATION_BUSY'] as const),
        ...(['INSUFFICIENT_SCOPE', 'TOO_MANY_DOWNLOADS'] as const),
      ],
    }),
  }));
