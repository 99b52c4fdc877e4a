import type { FromMedia, ToMedia } from '@kitestring/media/process/protocol.ts';
import { jpegWithFacts } from '@kitestring/media/snapshot/jpeg-with-facts.ts';
import type { SceneState } from '@kitestring/media/source/scene-state.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import { ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import { PendingReplies, PICTURE_LIMITS } from '../process/pending-replies.ts';
import type { KnownStreams } from './known-streams.ts';

type TakenPicture = Extract<FromMedia, { kind: 'snapshot' }>;
type StillPictureMessage = Extract<
  FromMedia,
  { kind: 'snapshot' | 'snapshotFailed' | 'thumbnail' | 'thumbnailFailed' }
>;

/** Whether it answers a request for a still picture. */
export const isOfStills = (message: FromMedia): message is StillPictureMessage =>
  /^(snapshot|thumbnail)(Failed)?$/.test(message.kind);

interface StillPicturesDeps {
  /** Real time. */
  readonly clock: Clock;
  readonly streams: KnownStreams;
  readonly scene: () => SceneState;
  readonly send: (message: ToMedia) => void;
  readonly softwareVersion: () => string;
}

/** Single pictures that the media process takes, or makes small. */
export class StillPictures {
  readonly #deps: StillPicturesDeps;
  readonly #snapshots: PendingReplies<TakenPicture>;
  readonly #thumbnails: PendingReplies<Uint8Array>;

  constructor(deps: StillPicturesDeps) {
    this.#deps = deps;
    this.#snapshots = new PendingReplies(deps.clock, PICTURE_LIMITS);
    this.#thumbnails = new PendingReplies(deps.clock, PICTURE_LIMITS);
  }

  /** A JPEG with time and position in its metadata. */
  async snapshot(id: string): Promise<Result<Uint8Array>> {
    const { send, softwareVersion, streams } = this.#deps;
    const plan = streams.ready(id);
    if (!plan.ok) return plan;
    if (this.#snapshots.isFull) return refuse('STREAM_NOT_READY.manySnapshots');
    const scene = this.#deps.scene();
    const taken = await this.#snapshots.ask((requestId) =>
      send({ kind: 'snapshot', id: requestId, streamId: id, scene }),
    );
    if (taken === undefined) return refuse('VIDEO_UNAVAILABLE.noPicture', { stream: id });
    return ok(jpegWithFacts(taken.jpeg, streams.factsOf(plan.value, taken.state, softwareVersion())));
  }

  /** A JPEG made small, at most 20 kB. @throws without a media process, or for what is no picture */
  async thumbnail(jpeg: Uint8Array): Promise<Uint8Array> {
    if (this.#thumbnails.isFull) throw new Error('too many thumbnails are being made');
    const made = await this.#thumbnails.ask((id) => this.#deps.send({ kind: 'thumbnail', id, jpeg }));
    if (made === undefined) throw new Error('no thumbnail was made of it');
    return made;
  }

  accept(message: StillPictureMessage): void {
    if (message.kind === 'snapshot') this.#snapshots.accept(message.id, message);
    else if (message.kind === 'snapshotFailed') this.#snapshots.accept(message.id, undefined);
    else this.#thumbnails.accept(message.id, message.kind === 'thumbnail' ? message.jpeg : undefined);
  }

  failAll(): void {
    this.#snapshots.failAll();
    this.#thumbnails.failAll();
  }
}
