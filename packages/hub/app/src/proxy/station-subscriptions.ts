import type { OnBug } from '@kitestring/base/containment.ts';
import { FLEET_BASE } from '@kitestring/hub-contract/fleet/operations.ts';
import { isTopicToken } from '@kitestring/hub-contract/subjects.ts';
import { NOTIFICATIONS_TOPIC } from '@kitestring/hub-contract/want.ts';
import { accepted, type Result, refusal, refuse } from '@kitestring/station-contract/refusal.ts';
import { matchTopic, TOPICS_BY_NAME } from '@kitestring/station-contract/topics.ts';
import { NEWEST_API_VERSION } from '@kitestring/station-contract/versions.ts';
import {
  CLOSE,
  type Connection,
  type Connections,
  type Feed,
  type Feeds,
  type FindFeed,
  NotificationFeed,
  StateFeed,
  Subscriptions,
  type WebSocketUpgrade,
} from '@kitestring/web/subscriptions';
import type { HubDeps } from '../hub-deps.ts';
import { FIRST_VALUE_MS, type TopicMirror } from '../mirror/topic-mirror.ts';
import type { Presence, StationPresence } from '../presence/presence.ts';
import { MirroredNotifications } from './mirrored-notifications.ts';
import { MirroredTopic } from './mirrored-topic.ts';

const FLIGHT_STATE = 'flight/state';
const PHASE = /"flight_state":"(\w+)"/;

interface StationSubscriptionsDeps extends Pick<HubDeps, 'stations' | 'realTimeClock'> {
  readonly mirror: TopicMirror;
  readonly presence: Pick<Presence, 'onChange'>;
  readonly connections: Connections;
  readonly upgrade: WebSocketUpgrade;
  readonly onBug: OnBug;
}

/** WebSockets of one station. */
interface OfStation {
  readonly subscriptions: Subscriptions;
  readonly open: Set<Connection>;
  boot: string | undefined;
}

/**
 * Subscriptions of the published API of each station. Its states come from the mirror, so any number of subscribers
 * loads the link to a station only once. They end when the station disconnects or restarts, as they would at the
 * station itself.
 */
export class StationSubscriptions {
  readonly #deps: StationSubscriptionsDeps;
  readonly #bySid = new Map<string, OfStation>();
  readonly #cancel: () => void;

  constructor(deps: StationSubscriptionsDeps) {
    this.#deps = deps;
    this.#cancel = deps.presence.onChange((presence) => this.#follow(presence));
  }

  stop(): void {
    this.#cancel();
  }

  of(sid: string): Subscriptions {
    return this.#ofStation(sid).subscriptions;
  }

  /** Waits until the mirror has the state of a topic, so that a subscriber gets it at once. Unknown names are refused later. */
  async ready(sid: string, topic: string): Promise<Result<void>> {
    const name = this.#mirroredName(sid, topic);
    const isThere = name === undefined || (await this.#deps.mirror.read(sid, name)) !== undefined;
    return isThere ? accepted : refuse('STATION_NOT_LIVE.silent', { station: sid, waitS: FIRST_VALUE_MS / 1000 });
  }

  #mirroredName(sid: string, topic: string): string | undefined {
    const match = matchTopic(topic);
    if (match === undefined || !isTopicToken(topic)) return undefined;
    if (match.topic.kind === 'event') return NOTIFICATIONS_TOPIC;
    const { stream_id: stream } = match.params;
    return stream === undefined || this.#streams(sid).includes(stream) ? topic : undefined;
  }

  #streams(sid: string): readonly string[] {
    return this.#deps.stations.get(sid)?.inventory.cameras ?? [];
  }

  #ofStation(sid: string): OfStation {
    const known = this.#bySid.get(sid);
    if (known !== undefined) return known;
    const { connections, upgrade } = this.#deps;
    const open = new Set<Connection>();
    const subscriptions = new Subscriptions({
      feeds: this.#feeds(sid),
      version: NEWEST_API_VERSION,
      cookiePath: `${FLEET_BASE}/stations/${sid}/`,
      connections: {
        get: (id) => [...open].find((connection) => connection.id === id),
        subscribe: (connection, feed) => connections.subscribe(connection, feed),
        unsubscribe: (connection, feed) => connections.unsubscribe(connection, feed),
      },
      upgrade: {
        open: (call, options, opened) =>
          upgrade.open(call, options, (connection) => {
            open.add(connection);
            connection.onClose(() => open.delete(connection));
            opened(connection);
          }),
      },
    });
    const made: OfStation = { subscriptions, open, boot: undefined };
    this.#bySid.set(sid, made);
    return made;
  }

  #feeds(sid: string): Feeds {
    const { mirror, onBug, realTimeClock } = this.#deps;
    const stateFeed = (name: string): Feed => {
      const topic = new MirroredTopic(mirror, sid, name);
      // The station has a rate limit too: with two limits in a row a phase of a fast flight would be lost.
      const isAtOnce = name === FLIGHT_STATE ? phaseWatch(topic) : undefined;
      const deps = { name, topic, realTimeClock, clock: { nowUs: () => topic.stationUs }, onBug };
      return new StateFeed({ ...deps, ...(isAtOnce !== undefined && { isAtOnce }) });
    };
    const topics = Object.values(TOPICS_BY_NAME).map(({ kind, name }): [string, Feed | FindFeed] => {
      if (kind === 'event') return [name, this.#notifications(sid, name)];
      return [name, name.includes('{') ? this.#streamFeeds(sid, stateFeed) : stateFeed(name)];
    });
    return new Map(topics);
  }

  #notifications(sid: string, name: string): Feed {
    const topic = new MirroredTopic(this.#deps.mirror, sid, NOTIFICATIONS_TOPIC);
    const notifications = new MirroredNotifications(topic);
    return new NotificationFeed({ name, notifications, clock: { nowUs: () => topic.stationUs } });
  }

  #streamFeeds(sid: string, stateFeed: (name: string) => Feed): FindFeed {
    const feeds = new Map<string, Feed>();
    return ({ stream_id: stream = '' }) => {
      const known = this.#streams(sid);
      if (!known.includes(stream)) {
        return { refusal: refusal('STREAM_NOT_FOUND', { stream: stream.slice(0, 64), known: known.join(', ') }) };
      }
      const feed = feeds.get(stream) ?? stateFeed(`videostreams/${stream}/state`);
      feeds.set(stream, feed);
      return feed;
    };
  }

  #follow({ beat, sid, state }: StationPresence): void {
    const ofStation = this.#bySid.get(sid);
    if (ofStation === undefined) return;
    const { boot, open } = ofStation;
    ofStation.boot = beat?.boot;
    if (state !== 'online') closeAll(open, `the station is ${state}`);
    else if (boot !== undefined && boot !== beat?.boot) closeAll(open, 'the station has started again');
  }
}

function closeAll(open: ReadonlySet<Connection>, reason: string): void {
  for (const connection of open) connection.close(CLOSE.tryAgainLater, reason);
}

/** Reports whether the flight phase has changed since the last call. */
function phaseWatch(topic: MirroredTopic): () => boolean {
  let known: string | undefined;
  return () => {
    const [, phase] = PHASE.exec(Buffer.from(topic.bytes).toString('latin1')) ?? [];
    const isOther = phase !== known;
    known = phase;
    return isOther;
  };
}
