import type { Clock } from '@kitestring/base/clock.ts';
import type { OnBug } from '@kitestring/base/containment.ts';
import type { Topic } from '@kitestring/base/topic.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';
import { type FindFeed, StateFeed } from '@kitestring/web/subscriptions';

interface VideoFeedsDeps {
  readonly video: { topicOf(streamId: string): Result<Topic<VideoStreamState>> };
  readonly realTimeClock: Clock;
  readonly clock: Pick<Clock, 'nowUs'>;
  readonly onBug?: OnBug | undefined;
}

/** Feeds of the stream states: the streams depend on the camera, so each feed is created on request. */
export function videoFeeds({ clock, onBug, video, realTimeClock }: VideoFeedsDeps): FindFeed {
  const feeds = new Map<string, StateFeed>();
  return ({ stream_id: id = '' }) => {
    const topic = video.topicOf(id);
    if (!topic.ok) return { refusal: topic.refusal };
    const name = `videostreams/${id}/state`;
    const feed = feeds.get(id) ?? new StateFeed({ name, topic: topic.value, realTimeClock, clock, onBug });
    feeds.set(id, feed);
    return feed;
  };
}
