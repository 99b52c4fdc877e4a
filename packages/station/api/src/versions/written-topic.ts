import { type PublishedTopic, Topic } from '@kitestring/base/topic.ts';

interface WrittenTopicOptions {
  readonly topic: PublishedTopic;
  /** Converts the state to the served version. */
  readonly write: (state: unknown) => unknown;
  /** Revision of other input of `write`. A change of that input must also invalidate the topic. */
  readonly revision?: () => number;
}

const decoder = new TextDecoder();

/** A topic in the form of an older version: converted once per change, for all readers and subscribers. */
export class WrittenTopic implements PublishedTopic {
  readonly #options: WrittenTopicOptions;
  readonly #written: Topic;
  #writtenVersion = -1;
  #writtenRevision = -1;

  constructor(options: WrittenTopicOptions) {
    const { topic, write } = options;
    this.#options = options;
    this.#written = new Topic(() => write(JSON.parse(decoder.decode(topic.bytes))));
  }

  get version(): number {
    return this.#upToDate().version;
  }

  get bytes(): Uint8Array {
    return this.#upToDate().bytes;
  }

  onInvalidate(listener: () => void) {
    return this.#options.topic.onInvalidate(listener);
  }

  #upToDate(): Topic {
    const { revision = () => 0, topic } = this.#options;
    const { version } = topic;
    if (version === this.#writtenVersion && revision() === this.#writtenRevision) return this.#written;
    this.#writtenVersion = version;
    this.#writtenRevision = revision();
    this.#written.invalidate();
    return this.#written;
  }
}
