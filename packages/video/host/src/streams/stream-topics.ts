import type { Clock } from '@kitestring/base/clock.ts';
import type { OnBug } from '@kitestring/base/containment.ts';
import { Topic } from '@kitestring/base/topic.ts';
import { ok, type Result } from '@kitestring/station-contract/refusal.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';
import type { CameraDirection } from '@kitestring/station-core/camera/shown-camera-state.ts';
import type { KnownStreams } from './known-streams.ts';
import type { PictureWatch } from './picture-watch.ts';
import { shownStreamState } from './shown-stream.ts';

interface StreamTopicsDeps {
  readonly streams: KnownStreams;
  readonly watch: PictureWatch;
  /** Real time. */
  readonly clock: Clock;
  readonly pose: () => CameraDirection | undefined;
  readonly onBug: OnBug;
}

/** Published states of the streams, and who follows them. */
export class StreamTopics {
  readonly #deps: StreamTopicsDeps;
  readonly #topics = new Map<string, Topic<VideoStreamState>>();

  constructor(deps: StreamTopicsDeps) {
    this.#deps = deps;
  }

  state(id: string): Result<VideoStreamState> {
    const { clock, pose, streams, watch } = this.#deps;
    const plan = streams.find(id);
    if (!plan.ok) return plan;
    return ok(
      shownStreamState({
        plan: plan.value,
        controls: streams.controls(plan.value),
        canStream: streams.ready(id).ok && !watch.isMissed(id),
        nowUs: clock.nowUs(),
        picture: watch.picture(id),
        pose: pose(),
      }),
    );
  }

  /** After a change to a camera without this stream it stays unchanged. */
  of(id: string): Result<Topic<VideoStreamState>> {
    const found = this.#topics.get(id);
    if (found !== undefined) return ok(found);
    const plan = this.#deps.streams.find(id);
    if (!plan.ok) return plan;
    let last: VideoStreamState = { stream_id: id, is_streaming: false };
    const topic = new Topic(() => {
      const state = this.state(id);
      last = state.ok ? state.value : withoutPictures(last);
      return last;
    }, this.#deps.onBug);
    this.#topics.set(id, topic);
    return ok(topic);
  }

  invalidate(id: string): void {
    this.#topics.get(id)?.invalidate();
  }

  invalidateAll(): void {
    for (const topic of this.#topics.values()) topic.invalidate();
  }
}

const withoutPictures = ({ timestamp: _, ...state }: VideoStreamState): VideoStreamState => ({
  ...state,
  is_streaming: false,
});
