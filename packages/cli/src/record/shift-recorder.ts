import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { LiveTopic, TopicStatus } from '@kitestring/client/live-topic.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { RECORDED_TOPICS, SHIFT_CHANNELS, type ShiftChannel } from '@kitestring/station-flightlog/channels';
import { MessageRecords } from '@kitestring/station-flightlog/encode';
import type { Facts } from '@kitestring/station-flightlog/mcap';
import { LogFile } from '@kitestring/station-flightlog/write';
import { ZSTD } from '@kitestring/station-flightlog/zstd-codec.ts';
import { failureText } from '../failure-text.ts';
import type { RecordedRequest } from './recorded-request.ts';

const CHUNK_BYTES = 256 * 1024;
/** Maximum loss by a kill. */
const SAVE_EVERY_MS = 1000;
/** Interval at which the history is read: notifications that ended while the connection was lost are in it. */
const HISTORY_EVERY_MS = 10_000;
const IDS = new Map(Object.keys(SHIFT_CHANNELS).map((name, index) => [name, index + 1]));

interface ShiftRecorderOptions {
  readonly client: KitestringClient;
  readonly path: string;
  readonly facts: Facts;
  /** Seconds between two pictures of each stream; undefined: none. */
  readonly picturesEveryS: number | undefined;
  /** Called once when the file cannot be written any more. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * Follows a station by its published API and writes what it says to an MCAP file. Its memory is bounded: what the disk
 * does not take is dropped and counted.
 */
export class ShiftRecorder {
  readonly #options: ShiftRecorderOptions;
  readonly #file: LogFile;
  readonly #records = new MessageRecords();
  readonly #leave: (() => void)[];
  readonly #timers: NodeJS.Timeout[];
  readonly #known = new Map<string, string>();
  readonly #busy = new Set<string>();
  #historyFrom: string | undefined;
  /** Whether the station records video; undefined until it has said so. */
  #isStationRecording: boolean | undefined;
  #savedBytes = 0;
  #timeUs = 0;
  #messages = 0;
  #isEnded = false;

  constructor(options: ShiftRecorderOptions) {
    const { client, facts, onFault, path, picturesEveryS } = options;
    this.#options = options;
    const channels = Object.values(SHIFT_CHANNELS);
    this.#file = new LogFile({ path, facts, codec: ZSTD, onFault, channels });
    this.#leave = [
      ...RECORDED_TOPICS.map((name) => this.#follow(client.topic(name), name)),
      client.topic('recordings/state').subscribe({
        message: ({ is_recording: isRecording }) => this.#followRecorder(isRecording),
      }),
      client.topic('notifications/state').subscribe({
        message: (notification, timeUs) => this.#note(notification, timeUs),
        status: (status) => this.#connection('notifications/state', status),
        failed: (error) => this.#connection('notifications/state', 'failed', failureText(error)),
      }),
    ];
    this.#timers = [
      setInterval(() => this.#save(), SAVE_EVERY_MS),
      setInterval(() => this.#readHistory(), HISTORY_EVERY_MS),
      ...(picturesEveryS === undefined ? [] : [setInterval(() => this.#takePictures(), picturesEveryS * 1000)]),
    ];
  }

  /** Messages written so far. */
  get messages(): number {
    return this.#messages;
  }

  /** Messages that the disk was too slow for. */
  get dropped(): number {
    return this.#file.dropped;
  }

  /** Latest station time, microseconds; 0 before the first message. */
  get timeUs(): number {
    return this.#timeUs;
  }

  /** Completes the file. @returns false when it could not be written */
  async finish(reason: string): Promise<boolean> {
    for (const leave of this.#leave) leave();
    for (const timer of this.#timers) clearInterval(timer);
    this.#isEnded = true;
    this.#writeChunk(1);
    await this.#file.finish({ reason, messages_lost: String(this.#file.dropped) });
    return !this.#file.hasFailed;
  }

  /** Notes a request of a client. */
  readonly request = (request: RecordedRequest): void => this.#write('request', undefined, request);

  #follow<Message>(topic: LiveTopic<Message>, name: (typeof RECORDED_TOPICS)[number]): () => void {
    return topic.subscribe({
      message: (message, timeUs) => this.#write(name, timeUs, message),
      status: (status) => this.#connection(name, status),
      failed: (error) => this.#connection(name, 'failed', failureText(error)),
    });
  }

  #connection(topic: string, status: TopicStatus, reason?: string): void {
    if (status === 'idle') return;
    this.#write('connection', undefined, { topic, status, ...(reason !== undefined && { reason }) });
    if (topic !== 'flight/state' || status !== 'live') return;
    this.#readDocuments();
    this.#readHistory();
    if (this.#options.picturesEveryS !== undefined) this.#takePictures();
  }

  /** Events arrive again after a reconnection, and from the history: each change is written once. */
  #note(notification: Notification, timeUs: number | undefined): void {
    const key = `${notification.code} ${notification.begin_time}`;
    const text = JSON.stringify(notification);
    if (this.#known.get(key) === text) return;
    this.#known.delete(key);
    this.#known.set(key, text);
    const [oldest] = this.#known.keys();
    if (this.#known.size > 10_000 && oldest !== undefined) this.#known.delete(oldest);
    this.#write('notifications/state', timeUs, notification);
  }

  #readHistory(): void {
    this.#ask('history', async () => {
      const from_time = this.#historyFrom;
      const query = from_time === undefined ? {} : { from_time };
      const { notifications, to_time } = await this.#options.client.notifications.getNotificationHistory(query);
      this.#historyFrom = to_time;
      for (const notification of notifications) this.#note(notification, undefined);
    });
  }

  #readDocuments(): void {
    const { client } = this.#options;
    const reads = {
      'system.info': () => client.system.getSystemInfo(),
      'flight.info': () => client.flight.getFlightInfo(),
      'camera.info': () => client.camera.getCameraInfo(),
      videostreams: async () => (await client.videostreams.listVideoStreams()).map(withoutAddresses),
    };
    for (const [operation, read] of Object.entries(reads)) this.#readDocument(operation, read);
    this.#readRecordings();
  }

  #readDocument(operation: string, read: () => Promise<unknown>): void {
    this.#ask(operation, async () => this.#write('document', undefined, { operation, body: await read() }));
  }

  #readRecordings(): void {
    this.#readDocument('recordings', () => this.#options.client.recordings.listRecordings());
  }

  /** A video that begins or ends is another list. */
  #followRecorder(isRecording: boolean): void {
    if (this.#isStationRecording !== undefined && this.#isStationRecording !== isRecording) this.#readRecordings();
    this.#isStationRecording = isRecording;
  }

  #takePictures(): void {
    const { client } = this.#options;
    this.#ask('pictures', async () => {
      for (const { stream_id, can_do_snapshot } of await client.videostreams.listVideoStreams()) {
        if (!can_do_snapshot) continue;
        const response = await client.videostreams.getSnapshot({ stream_id });
        const data = Buffer.from(await response.arrayBuffer()).toString('base64');
        const timestamp = { sec: Math.floor(this.#timeUs / 1e6), nsec: (this.#timeUs % 1e6) * 1000 };
        this.#write('picture', undefined, { timestamp, frame_id: stream_id, data, format: 'jpeg' });
      }
    });
  }

  /** At most one request of a kind at a time; one that fails is in the recording, and tried again at its next turn. */
  #ask(kind: string, ask: () => Promise<void>): void {
    if (this.#busy.has(kind) || this.#isEnded) return;
    this.#busy.add(kind);
    ask()
      .catch((error: unknown) =>
        this.#write('connection', undefined, { topic: kind, status: 'failed', reason: failureText(error) }),
      )
      .finally(() => this.#busy.delete(kind));
  }

  /** @param timeUs station time; the latest known where the station does not say it */
  #write(channel: ShiftChannel, timeUs: number | undefined, value: unknown): void {
    if (this.#isEnded) return;
    this.#timeUs = Math.max(this.#timeUs, timeUs ?? 0);
    this.#records.begin(IDS.get(channel) ?? 0, this.#timeUs);
    this.#records.out.text(JSON.stringify(value));
    this.#records.end();
    this.#messages += 1;
    this.#writeChunk(CHUNK_BYTES);
  }

  #writeChunk(minBytes: number): void {
    if (this.#records.byteLength < minBytes) return;
    const { count } = this.#records;
    this.#file.addChunk(this.#records.take(), count);
    this.#savedBytes = 0;
  }

  #save(): void {
    const { out } = this.#records;
    if (out.length === this.#savedBytes) return;
    if (this.#file.saveTail(out.view(this.#savedBytes).slice())) this.#savedBytes = out.length;
  }
}

/** The addresses of a stream hold a ticket with which anybody can watch. */
function withoutAddresses({
  rtsp_url: _,
  rtsps_url: __,
  ...stream
}: VideoStreamInfo): Omit<VideoStreamInfo, 'rtsp_url' | 'rtsps_url'> {
  return stream;
}
