import type { Cancel } from '@kitestring/base/clock.ts';
import type { ToMedia } from '@kitestring/video-process/process';
import type { StreamDocument, WantedDocuments } from '@kitestring/video-process/rtsp';

type WantedListener = (wanted: WantedDocuments) => void;

/** Texts that go with the pictures of streams to the viewers that have asked for them. */
export class PictureDocuments {
  readonly #send: (message: ToMedia) => void;
  #listener: WantedListener = () => {};
  #streamIds: readonly string[] = [];

  constructor(send: (message: ToMedia) => void) {
    this.#send = send;
  }

  /** One listener, told of the present state at once. @returns a function that ends it */
  follow(listener: WantedListener): Cancel {
    this.#listener = listener;
    listener({ streamIds: this.#streamIds });
    return () => {
      this.#listener = () => {};
    };
  }

  /** @param wanted absent: no one wants any, as the media process has ended */
  accept(wanted: WantedDocuments = { streamIds: [] }): void {
    this.#streamIds = wanted.streamIds;
    this.#listener(wanted);
  }

  send(streamId: string, document: StreamDocument): void {
    if (this.#streamIds.includes(streamId)) this.#send({ kind: 'document', streamId, document });
  }
}
