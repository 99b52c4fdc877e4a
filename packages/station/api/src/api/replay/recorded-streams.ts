import { Topic } from '@kitestring/base/topic.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { listVideoStreams } from '@kitestring/station-contract/videostreams/operations.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';
import type { ReplaySource } from './replay-source.ts';

/** The video streams of a recording: listed, but none of them streams. */
export class RecordedStreams {
  readonly #replay: Pick<ReplaySource, 'document' | 'hasPictures'>;
  readonly #topics = new Map<string, Topic<VideoStreamState>>();

  constructor(replay: Pick<ReplaySource, 'document' | 'hasPictures'>) {
    this.#replay = replay;
  }

  /** Without addresses; snapshots are available if pictures were recorded. */
  list(): readonly VideoStreamInfo[] {
    const streams = (this.#replay.document(listVideoStreams.id) ?? []) as readonly VideoStreamInfo[];
    return streams.map((stream) => ({ ...stream, can_do_snapshot: this.#replay.hasPictures(stream.stream_id) }));
  }

  /** STREAM_NOT_FOUND for a stream that is not listed. */
  topicOf(id: string): Result<Topic<VideoStreamState>> {
    const known = this.list().map(({ stream_id }) => stream_id);
    if (!known.includes(id)) return refuse('STREAM_NOT_FOUND', { stream: id.slice(0, 64), known: known.join(', ') });
    const topic = this.#topics.get(id) ?? new Topic(() => ({ stream_id: id, is_streaming: false }));
    this.#topics.set(id, topic);
    return ok(topic);
  }
}
