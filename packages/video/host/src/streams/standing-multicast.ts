import type { ToMedia } from '@kitestring/video-process/process';
import type { StandingStream, TrackGroup } from '@kitestring/video-process/rtsp';

/** Streams that are sent to their groups without viewers, and the groups that were chosen for tracks. */
export class StandingMulticast {
  readonly #send: (message: ToMedia) => void;
  #streams: readonly StandingStream[] = [];
  #groups: readonly TrackGroup[] = [];

  constructor(send: (message: ToMedia) => void) {
    this.#send = send;
  }

  /** Replaces those before. @param groups that were chosen */
  set(streams: readonly StandingStream[], groups: readonly TrackGroup[]): void {
    this.#streams = streams;
    this.#groups = groups;
    this.tell();
  }

  /** Tells the media process; also after its start. */
  tell(): void {
    this.#send({ kind: 'multicast', streams: this.#streams, groups: this.#groups });
  }
}
