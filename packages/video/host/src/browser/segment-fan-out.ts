/** Distributes each stream's pictures, which arrive once, to all its WebSockets. */
import { VIDEO_CLOSE_CODES } from '@kitestring/station-contract/video/paths.ts';
import type { VideoHead } from '@kitestring/station-contract/video/video-head.ts';
import type { BrowserOrder, SegmentHead, ViewerCounts } from '@kitestring/video-process/process';
import { SegmentViewer } from './segment-viewer.ts';
import type { MessageFrame, ViewerConnection } from './viewer-connection.ts';

/** A consumer of a stream in the station itself. */
export interface SegmentTap {
  readonly onHead: (head: SegmentHead) => void;
  readonly onSegment: (bytes: Uint8Array, isKeyFrame: boolean) => void;
  /** The stream, or the media process, has ended. */
  readonly onEnd: () => void;
}

interface WatchedStream {
  /** Undefined before the media process has sent the codec parameters. */
  head: SegmentHead | undefined;
  readonly viewers: Map<ViewerConnection, SegmentViewer>;
  readonly taps: Set<SegmentTap>;
}

export class SegmentFanOut {
  readonly #order: (order: BrowserOrder) => void;
  readonly #messageFrame: MessageFrame;
  readonly #sent = { packets: 0, bytes: 0, framesSkipped: 0 };
  readonly #streams = new Map<string, WatchedStream>();

  constructor(order: (order: BrowserOrder) => void, messageFrame: MessageFrame) {
    this.#order = order;
    this.#messageFrame = messageFrame;
  }

  get counts(): ViewerCounts {
    const viewers = this.#streams.values().reduce((sum, stream) => sum + stream.viewers.size, 0);
    return { protocol: 'mse', viewers, ...this.#sent };
  }

  /** Removed when it closes. */
  add(streamId: string, connection: ViewerConnection): void {
    connection.onClose(() => this.#remove(streamId, connection));
    const viewer = new SegmentViewer(connection);
    const { head, viewers } = this.#join(streamId);
    viewers.set(connection, viewer);
    if (head !== undefined) viewer.sendHead(this.#frames(streamId, head));
  }

  /** @returns a function that ends it */
  tap(streamId: string, tap: SegmentTap): () => void {
    const { head, taps } = this.#join(streamId);
    taps.add(tap);
    if (head !== undefined) tap.onHead(head);
    return () => {
      const stream = this.#streams.get(streamId);
      if (stream?.taps.delete(tap) === true) this.#leave(streamId, stream);
    };
  }

  acceptHead(streamId: string, head: SegmentHead): void {
    const stream = this.#streams.get(streamId);
    if (stream === undefined) return;
    stream.head = head;
    for (const tap of stream.taps) tap.onHead(head);
    if (stream.viewers.size === 0) return;
    const frames = this.#frames(streamId, head);
    for (const viewer of stream.viewers.values()) viewer.sendHead(frames);
  }

  acceptSegment(streamId: string, bytes: Uint8Array, isKeyFrame: boolean): void {
    const stream = this.#streams.get(streamId);
    if (stream?.head === undefined) return;
    for (const tap of stream.taps) tap.onSegment(bytes, isKeyFrame);
    if (stream.viewers.size === 0) return;
    const frame = this.#messageFrame('binary', bytes);
    for (const viewer of stream.viewers.values()) this.#count(viewer.sendPicture(frame, isKeyFrame), frame.length);
  }

  /** The stream has ended. */
  end(streamId: string): void {
    this.#close(streamId, VIDEO_CLOSE_CODES.tryAgainLater, `the stream ${streamId} gives no pictures now`);
    // An order for a viewer that came meanwhile may be on its way.
    this.#orderAll();
  }

  /** The media process has ended. */
  endAll(): void {
    const reason = 'the pictures are interrupted for a moment';
    for (const id of this.#streams.keys()) this.#close(id, VIDEO_CLOSE_CODES.serviceRestart, reason);
  }

  #count(outcome: 'sent' | 'skipped' | 'waiting', bytes: number): void {
    if (outcome === 'skipped') this.#sent.framesSkipped += 1;
    if (outcome !== 'sent') return;
    this.#sent.packets += 1;
    this.#sent.bytes += bytes;
  }

  #close(streamId: string, code: number, reason: string): void {
    const stream = this.#streams.get(streamId);
    this.#streams.delete(streamId);
    for (const connection of stream?.viewers.keys() ?? []) connection.close(code, reason);
    for (const tap of stream?.taps ?? []) tap.onEnd();
  }

  #remove(streamId: string, connection: ViewerConnection): void {
    const stream = this.#streams.get(streamId);
    if (stream?.viewers.delete(connection) === true) this.#leave(streamId, stream);
  }

  #join(streamId: string): WatchedStream {
    const known = this.#streams.get(streamId);
    if (known !== undefined) {
      this.#order({ act: 'joined', streamId });
      return known;
    }
    const stream: WatchedStream = { head: undefined, viewers: new Map(), taps: new Set() };
    this.#streams.set(streamId, stream);
    this.#orderAll();
    return stream;
  }

  #leave(streamId: string, { taps, viewers }: WatchedStream): void {
    if (viewers.size + taps.size > 0) return;
    this.#streams.delete(streamId);
    this.#orderAll();
  }

  #orderAll(): void {
    this.#order({ act: 'segments', streamIds: [...this.#streams.keys()] });
  }

  #frames(streamId: string, { codec, framesPerS, heightPx, init, widthPx }: SegmentHead): readonly Buffer[] {
    const head: VideoHead = {
      type: 'video',
      stream_id: streamId,
      codec,
      width: widthPx,
      height: heightPx,
      frames_per_second: framesPerS,
    };
    return [this.#messageFrame('text', Buffer.from(JSON.stringify(head))), this.#messageFrame('binary', init)];
  }
}
