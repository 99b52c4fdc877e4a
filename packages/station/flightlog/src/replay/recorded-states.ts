import type { OnBug } from '@kitestring/base/containment.ts';
import type { RecordedTopicName } from '../channels/shift-channels.ts';
import { messageBytes, messagePlaces, messageTimeUs, parsedMessage } from '../mcap/chunk-record.ts';
import { RecordedTopic } from './recorded-topic.ts';
import type { Place, Shift } from './shift.ts';

/** Messages of the chunk that is played, in order. */
interface PlayedChunk {
  readonly index: number;
  readonly content: Uint8Array;
  readonly places: ReturnType<typeof messagePlaces>;
}

/** The states at the time that is played. A jump costs one chunk, however far it is. */
export class RecordedStates {
  readonly topics: ReadonlyMap<RecordedTopicName, RecordedTopic>;
  readonly #shift: Shift;
  readonly #latest = new Map<RecordedTopicName, Place>();
  readonly #shown = new Map<RecordedTopicName, Place>();
  #chunk: PlayedChunk | undefined;
  /** Messages of the chunk that are played. */
  #played = 0;
  #atUs = Number.NEGATIVE_INFINITY;

  constructor(shift: Shift, onBug?: OnBug) {
    this.#shift = shift;
    this.topics = new Map([...shift.first.keys()].map((name) => [name, new RecordedTopic(onBug)]));
    for (const [name, topic] of this.topics) this.#show(name, topic);
  }

  /** Shows the states at this time. Before the first message of a topic it shows that one. */
  playTo(timeUs: number): void {
    const index = this.#chunkAt(timeUs);
    if (index !== this.#chunk?.index || timeUs < this.#atUs) this.#begin(index);
    this.#atUs = timeUs;
    this.#walkTo(timeUs);
    for (const [name, topic] of this.topics) this.#show(name, topic);
  }

  #show(name: RecordedTopicName, topic: RecordedTopic): void {
    const place = this.#latest.get(name) ?? this.#shift.first.get(name);
    if (place === undefined || place === this.#shown.get(name)) return;
    this.#shown.set(name, place);
    const content = this.#shift.contentOf(place.chunk);
    // A recording may be damaged where no checksum tells it, and a client that gets no JSON breaks.
    if (content === undefined || parsedMessage(content, place.offset) === undefined) return;
    topic.show(messageBytes(content, place.offset));
  }

  #begin(index: number): void {
    const { chunks, contentOf } = this.#shift;
    this.#latest.clear();
    for (const [name, place] of chunks[index]?.before ?? []) this.#latest.set(name, place);
    const content = contentOf(index) ?? new Uint8Array(0);
    this.#chunk = { index, content, places: messagePlaces(content) };
    this.#played = 0;
  }

  #walkTo(timeUs: number): void {
    if (this.#chunk === undefined) return;
    const { content, index, places } = this.#chunk;
    for (let next = places[this.#played]; next !== undefined; next = places[this.#played]) {
      if (messageTimeUs(content, next.offset) > timeUs) return;
      this.#played += 1;
      const channel = this.#shift.channels.get(next.channelId);
      if (channel !== undefined && this.topics.has(channel as RecordedTopicName)) {
        this.#latest.set(channel as RecordedTopicName, { chunk: index, offset: next.offset });
      }
    }
  }

  /** The last chunk that begins at this time or earlier. */
  #chunkAt(timeUs: number): number {
    const { chunks } = this.#shift;
    let [low, high] = [0, chunks.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((chunks[middle]?.fromUs ?? 0) <= timeUs) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
