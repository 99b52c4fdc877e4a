import type { PublishedTopic } from '@kitestring/base/topic.ts';

interface WrittenTopicOptions {
  readonly topic: PublishedTopic;
  /** Converts the state to the served version. */
  readonly write: (state: unknown) => unknown;
  /** Revision of other input of `write`. A change of that input must also invalidate the topic. */
  readonly revision?: () => number;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** A topic in the form of an older version: converted once per change, for all readers and subscribers. */
export class WrittenTopic implements PublishedTopic {
  readonly #options: WrittenTopicOptions;
  #writtenVersion = -1;
  #writtenRevision = -1;
  #json = '';
  #bytes: Uint8Array = new Uint8Array(0);
  #version = 0;

  constructor(options: WrittenTopicOptions) {
    this.#options = options;
  }

  get version(): number {
    this.#refresh();
    return this.#version;
  }

  get bytes(): Uint8Array {
    this.#refresh();
    return this.#bytes;
  }

  onInvalidate(listener: () => void) {
    return this.#options.topic.onInvalidate(listener);
  }

  #refresh(): void {
    const { revision = () => 0, topic, write } = this.#options;
    const { version } = topic;
    if (version === this.#writtenVersion && revision() === this.#writtenRevision) return;
    const json = JSON.stringify(write(JSON.parse(decoder.decode(topic.bytes))));
    this.#writtenVersion = version;
    this.#writtenRevision = revision();
    if (json === this.#json) return;
    this.#json = json;
    this.#bytes = encoder.encode(json);
    this.#version += 1;
  }
}
