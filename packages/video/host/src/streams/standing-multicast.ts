import type { ToMedia } from '@kitestring/video-process/process';
import type { StandingStream } from '@kitestring/video-process/rtsp';

/** Streams that are sent to their groups without viewers. */
export class StandingMulticast {
  readonly #send: (message: ToMedia) => void;
  #streams: readonly StandingStream[] = [];

  constructor(send: (message: ToMedia) => void) {
    this.#send = send;
  }

  /** Replaces those before. */
  set(streams: readonly StandingStream[]): void {
    this.#streams = streams;
    this.tell();
  }

  /** Tells the media process; also after its start. */
  tell(): void {
    this.#send({ kind: 'multicast', streams: this.#streams });
  }
}
