import { OPERATIONS } from '@kitestring/contract/operations.ts';
import { matchTopic } from '@kitestring/contract/topics.ts';
import { KnownPaths } from '../http/known-paths.ts';
import type { Failure } from '../http/route.ts';
import type { Feed } from './feed.ts';

/** Feeds by the name of their topic as the contract has it. A topic without one has a reason instead. */
export type Feeds = ReadonlyMap<string, Feed | FindFeed>;

/** The feed of a topic with parameters, or why there is none. */
export type FindFeed = (params: Readonly<Record<string, string>>) => Feed | Failure;

const readable = new KnownPaths();
for (const { method, path } of OPERATIONS) {
  if (!/subscribe$/.test(path)) readable.add(method, path.replaceAll(/\{(\w+)\}/g, ':$1'));
}

const NO_RECORDER: Failure = {
  refusal: { code: 'VIDEO_UNAVAILABLE', message: 'this station has no recorder' },
};

/** The feed of a topic as a client names it (`flight/state`); TOPIC_NOT_FOUND, NOT_SUBSCRIBABLE, VIDEO_UNAVAILABLE. */
export function feedNamed(name: string, feeds: Feeds): Feed | Failure {
  const match = matchTopic(name);
  if (match !== undefined) {
    const found = feeds.get(match.topic.name);
    return typeof found === 'function' ? found(match.params) : (found ?? NO_RECORDER);
  }
  const shown = name.slice(0, 100);
  if (readable.methodsOf(`/v1/${name}`).length === 0) {
    return { refusal: { code: 'TOPIC_NOT_FOUND', message: `there is no topic ${shown}` } };
  }
  return {
    refusal: { code: 'NOT_SUBSCRIBABLE', message: `changes of ${shown} are not published` },
    // There is nothing that this path allows (RFC 9110 section 10.2.1).
    headers: ['Allow', ''],
  };
}
