import {
  RECORDED_TOPICS,
  type RecordedTopicName,
  SHIFT_CHANNELS,
  type ShiftChannel,
} from '../channels/shift-channels.ts';
import { messageBytes, messagePlaces, messageTimeUs, parsedMessage } from '../mcap/chunk-record.ts';
import { inOrderOfTime, type NotificationChange, notificationChange } from './notification-changes.ts';
import type { Place, RecordedDocument, Shift, ShiftChunk, TimedPlace } from './shift.ts';

/** Bounds of what is held in memory: far more than a station publishes in days. */
const NOTIFICATIONS_MAX = 100_000;
const DOCUMENTS_MAX = 10_000;
const PICTURES_MAX = 500_000;

const CHANNEL_BY_TOPIC: ReadonlyMap<string, ShiftChannel> = new Map(
  (Object.keys(SHIFT_CHANNELS) as ShiftChannel[]).map((name) => [SHIFT_CHANNELS[name].topic, name]),
);
const TOPICS: ReadonlySet<string> = new Set(RECORDED_TOPICS);
const isTopic = (channel: ShiftChannel): channel is RecordedTopicName => TOPICS.has(channel);

/** Collects the index of a recording from its chunks, in the order of the file. */
export class ShiftIndex {
  readonly channels = new Map<number, ShiftChannel>();
  /** Topics of the file, for the message about a foreign one. */
  readonly topics: string[] = [];
  readonly chunks: ShiftChunk[] = [];
  readonly first = new Map<RecordedTopicName, Place>();
  readonly documents = new Map<string, RecordedDocument[]>();
  readonly pictures = new Map<string, TimedPlace[]>();
  messages = 0;
  /** Messages that are no JSON, or beyond what is held. */
  lost = 0;
  readonly #latest = new Map<RecordedTopicName, Place>();
  readonly #notifications: NotificationChange[] = [];
  #documentCount = 0;
  #pictureCount = 0;
  #fromUs: number | undefined;
  #toUs = 0;

  /** The summary repeats the channels. */
  addChannel(id: number, topic: string): void {
    if (this.channels.has(id)) return;
    this.topics.push(topic);
    const channel = CHANNEL_BY_TOPIC.get(topic);
    if (channel !== undefined) this.channels.set(id, channel);
  }

  /** @param content message records of the next chunk */
  addChunk(content: Uint8Array): void {
    const chunk = this.chunks.length;
    const before = new Map(this.#latest);
    const fromUs = this.#toUs;
    let firstUs: number | undefined;
    for (const { channelId, offset } of messagePlaces(content)) {
      const channel = this.channels.get(channelId);
      if (channel === undefined) continue;
      const timeUs = this.#time(messageTimeUs(content, offset), channel);
      firstUs ??= timeUs;
      this.messages += 1;
      this.#add(channel, content, { chunk, offset, timeUs });
    }
    this.chunks.push({ fromUs: firstUs ?? fromUs, before });
  }

  result(): Pick<
    Shift,
    'fromUs' | 'toUs' | 'notifications' | 'chunks' | 'first' | 'documents' | 'pictures' | 'messages'
  > {
    const { chunks, documents, first, messages, pictures } = this;
    const fromUs = this.#fromUs ?? 0;
    const notifications = inOrderOfTime(this.#notifications, fromUs);
    return { fromUs, toUs: Math.max(fromUs, this.#toUs), notifications, chunks, first, documents, pictures, messages };
  }

  /** Time never goes back in a recording; before the first topic the recorder does not know it yet. */
  #time(messageUs: number, channel: ShiftChannel): number {
    if (isTopic(channel) && messageUs > 0) this.#fromUs ??= messageUs;
    this.#toUs = Math.max(this.#toUs, messageUs);
    return this.#toUs;
  }

  #add(channel: ShiftChannel, content: Uint8Array, place: TimedPlace): void {
    if (isTopic(channel)) {
      const isFirst = !this.first.has(channel) && parsedMessage(content, place.offset) !== undefined;
      if (isFirst) this.first.set(channel, place);
      this.#latest.set(channel, place);
    } else if (channel === 'picture') this.#addPicture(content, place);
    else if (channel === 'document' || channel === 'notifications/state') this.#addSmall(channel, content, place);
  }

  #addSmall(channel: 'document' | 'notifications/state', content: Uint8Array, { offset, timeUs }: TimedPlace): void {
    const value = parsedMessage(content, offset);
    if (channel === 'document') this.#addDocument(value, timeUs);
    else {
      const change = notificationChange(value, timeUs);
      if (change === undefined || this.#notifications.length >= NOTIFICATIONS_MAX) this.lost += 1;
      else this.#notifications.push(change);
    }
  }

  /** The same again, after a reconnection, is left out. */
  #addDocument(value: unknown, timeUs: number): void {
    const { body, operation } = (value ?? {}) as { readonly body?: unknown; readonly operation?: unknown };
    if (typeof operation !== 'string' || body === undefined || this.#documentCount >= DOCUMENTS_MAX) {
      this.lost += 1;
      return;
    }
    const known = this.documents.get(operation) ?? [];
    this.documents.set(operation, known);
    if (JSON.stringify(known.at(-1)?.body) === JSON.stringify(body)) return;
    known.push({ timeUs, body });
    this.#documentCount += 1;
  }

  #addPicture(content: Uint8Array, place: TimedPlace): void {
    const stream = streamId(messageBytes(content, place.offset));
    if (stream === undefined || this.#pictureCount >= PICTURES_MAX) {
      this.lost += 1;
      return;
    }
    const known = this.pictures.get(stream) ?? [];
    this.pictures.set(stream, known);
    known.push(place);
    this.#pictureCount += 1;
  }
}

/** The id of the stream stands before the picture, which is long. */
const HEAD_OF_PICTURE_BYTES = 400;

function streamId(message: Uint8Array): string | undefined {
  const head = Buffer.from(message.subarray(0, HEAD_OF_PICTURE_BYTES)).toString('latin1');
  return /"frame_id":"([\w-]{1,64})"/.exec(head)?.[1];
}
