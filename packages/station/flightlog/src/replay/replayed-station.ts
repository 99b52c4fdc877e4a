import type { OnBug } from '@kitestring/base/containment.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { TopicName } from '@kitestring/station-contract/topics.ts';
import { parsedMessage } from '../mcap/chunk-record.ts';
import { Playback, type PlaybackOptions } from './playback.ts';
import { RecordedNotifications } from './recorded-notifications.ts';
import { RecordedStates } from './recorded-states.ts';
import type { RecordedTopic } from './recorded-topic.ts';
import type { Shift } from './shift.ts';

/** How the replay starts. */
export type ReplayOptions = Omit<PlaybackOptions, 'fromUs' | 'toUs' | 'realTimeClock'>;

interface ReplayedStationOptions extends ReplayOptions {
  readonly shift: Shift;
  readonly realTimeClock: PlaybackOptions['realTimeClock'];
  /** Maximum number of notifications in one answer of their history. */
  readonly historyLimit: number;
  readonly onBug?: OnBug | undefined;
}

/** A recorded station at the time that is played: what it published, without the rules of a live one. */
export class ReplayedStation {
  readonly shift: Shift;
  readonly playback: Playback;
  readonly notifications: RecordedNotifications;
  readonly topics: ReadonlyMap<TopicName, RecordedTopic>;

  constructor({ historyLimit, onBug, shift, ...options }: ReplayedStationOptions) {
    const { fromUs, notifications: changes, toUs } = shift;
    this.shift = shift;
    this.playback = new Playback({ ...options, fromUs, toUs });
    const notifications = new RecordedNotifications({ changes, historyLimit, onBug });
    const states = new RecordedStates(shift, onBug);
    this.notifications = notifications;
    this.topics = states.topics;
    this.playback.follow({
      playTo: (timeUs) => {
        states.playTo(timeUs);
        notifications.playTo(timeUs);
      },
      jumpTo: (timeUs) => {
        states.playTo(timeUs);
        notifications.jumpTo(timeUs);
      },
    });
  }

  /** Parts of the file that could not be read, in one line; undefined for none. */
  get loss(): string | undefined {
    return this.shift.loss;
  }

  /** The flight state that is played. */
  flightState(): FlightState {
    return (this.topics.get('flight/state')?.value ?? { flight_state: 'Unknown' }) as FlightState;
  }

  /** Latest answer of an operation that was recorded, or the first one before it; undefined where there is none. */
  document(operation: string): unknown {
    const known = this.shift.documents.get(operation);
    return (known?.findLast(({ timeUs }) => timeUs <= this.playback.nowUs()) ?? known?.[0])?.body;
  }

  /** Latest picture of a stream, JPEG; undefined where none was recorded until now. */
  picture(streamId: string): Uint8Array | undefined {
    const place = this.shift.pictures.get(streamId)?.findLast(({ timeUs }) => timeUs <= this.playback.nowUs());
    const content = place && this.shift.contentOf(place.chunk);
    if (place === undefined || content === undefined) return undefined;
    const { data } = (parsedMessage(content, place.offset) ?? {}) as { readonly data?: unknown };
    return typeof data === 'string' ? Buffer.from(data, 'base64') : undefined;
  }

  /** Whether pictures of this stream are in the recording. */
  hasPictures(streamId: string): boolean {
    return this.shift.pictures.has(streamId);
  }

  stop(): void {
    this.playback.stop();
  }
}
