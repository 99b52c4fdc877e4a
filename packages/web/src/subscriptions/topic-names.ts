import type { Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { refusal } from '@kitestring/station-contract/refusal.ts';
import { matchTopic } from '@kitestring/station-contract/topics.ts';
import { operationIn } from '@kitestring/station-contract/versions/operation-versions.ts';
import { API_VERSIONS, type ApiVersion, NEWEST_API_VERSION } from '@kitestring/station-contract/versions.ts';
import type { RefusalAnswer } from '../http/route.ts';
import { Router } from '../http/router.ts';
import type { Feed } from './feed.ts';

/** Feeds by topic name of the contract. A topic without a feed has a refusal instead. */
export type Feeds = ReadonlyMap<string, Feed | FindFeed>;

/** The feed of a parameterised topic, or a refusal. */
export type FindFeed = (params: Readonly<Record<string, string>>) => Feed | RefusalAnswer;

/** Resources of a version that can be read or commanded, by their paths in the newest version. */
function knownPaths(version: ApiVersion): Router<Operation> {
  const router = new Router<Operation>();
  for (const operation of OPERATIONS) {
    const { method, path } = operation;
    if (/subscribe$/.test(path) || operationIn(version, operation) === undefined) continue;
    router.add(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), operation);
  }
  return router;
}

const known = new Map(API_VERSIONS.map((version) => [version, knownPaths(version)]));

const NO_RECORDER: RefusalAnswer = {
  refusal: refusal('VIDEO_UNAVAILABLE.noRecorder'),
};

/** The feed of a topic as a client names it (`flight/state`); TOPIC_NOT_FOUND, NOT_SUBSCRIBABLE, VIDEO_UNAVAILABLE. */
export function feedNamed(name: string, feeds: Feeds, version: ApiVersion = NEWEST_API_VERSION): Feed | RefusalAnswer {
  const match = matchTopic(name);
  if (match !== undefined) {
    const found = feeds.get(match.topic.name);
    return typeof found === 'function' ? found(match.params) : (found ?? NO_RECORDER);
  }
  const shown = name.slice(0, 100);
  if (known.get(version)?.methods(`/v1/${name}`).length === 0) {
    return { refusal: refusal('TOPIC_NOT_FOUND', { topic: shown }) };
  }
  return {
    refusal: refusal('NOT_SUBSCRIBABLE', { topic: shown }),
    // No method is allowed on this path (RFC 9110 section 10.2.1).
    headers: ['Allow', ''],
  };
}
