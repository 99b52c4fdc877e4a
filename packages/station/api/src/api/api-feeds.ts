import { TOPICS_BY_NAME } from '@kitestring/station-contract/topics.ts';
import { noVideo } from '@kitestring/video-host/streams/known-streams.ts';
import {
  type Feed,
  type Feeds,
  type FindFeed,
  NotificationFeed,
  type NotificationFeedDeps,
  StateFeed,
  type StateFeedDeps,
} from '@kitestring/web/subscriptions';
import type { ServedVersion } from '../versions/served-version.ts';
import type { ApiDeps } from './make-api.ts';
import { videoFeeds } from './videostreams/video-feeds.ts';

/** Feeds of the topics that clients can subscribe to, by name. */
export function makeFeeds(
  { base: { onBug, realTimeClock }, content, lab }: Pick<ApiDeps, 'base' | 'content' | 'lab'>,
  version: ServedVersion,
): Feeds {
  const observer = lab?.observer;
  const { station, topics } = content;
  const { clock, notifications } = station;
  const feeds = new Map<string, Feed | FindFeed>();
  const flight: Pick<StateFeedDeps, 'onSend'> = {
    onSend: (connections) => observer?.flightStateSent(connections, () => station.topics.flight.value.flight_state),
  };
  for (const [name, newest] of topics) {
    const topic = version.topic(name, newest);
    feeds.set(
      name,
      new StateFeed({ name, topic, realTimeClock, clock, onBug, ...(name === 'flight/state' && flight) }),
    );
  }
  const streams = content.streams ?? content.video ?? { topicOf: noVideo };
  feeds.set(
    TOPICS_BY_NAME['videostreams/{stream_id}/state'].name,
    videoFeeds({ video: streams, realTimeClock, clock, onBug }),
  );
  const { name } = TOPICS_BY_NAME['notifications/state'];
  const onSend: NotificationFeedDeps['onSend'] = (to, notification) => observer?.notificationSent(to, notification);
  return feeds.set(name, new NotificationFeed({ name, notifications, clock, onSend }));
}
