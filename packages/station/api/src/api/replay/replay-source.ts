import type { PublishedTopic } from '@kitestring/base/topic.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { TopicName } from '@kitestring/station-contract/topics.ts';
import type { Notifications } from '@kitestring/station-core/notifications';
import type { EndedRecords, NotificationRecord } from '@kitestring/station-core/ports';

/** The clock of a replay, with its controls. */
export interface ReplayControl {
  readonly fromUs: number;
  readonly toUs: number;
  /** Multiple of the recorded pace. */
  speed: number;
  isLooped: boolean;
  readonly isPaused: boolean;
  readonly isAtEnd: boolean;
  /** Station time, microseconds. */
  nowUs(): number;
  pause(): void;
  /** Restarts from the beginning if it is at the end. */
  resume(): void;
  /** @param timeUs from `fromUs` to `toUs` */
  jumpTo(timeUs: number): void;
}

interface EndedNotification extends NotificationRecord {
  readonly shown: Notification;
}

/** A recorded station at the current time of the replay, as needed by the API. */
export interface ReplaySource {
  readonly playback: ReplayControl;
  /** Only topics that were recorded. */
  readonly topics: ReadonlyMap<TopicName, PublishedTopic>;
  readonly notifications: Pick<Notifications, 'state' | 'history'> & EndedRecords<EndedNotification>;
  /** Parts of the file that could not be read, in one line; undefined: none. */
  readonly loss: string | undefined;
  /** Recorded answer of an operation; undefined if there is none. */
  document(operation: string): unknown;
  /** Latest picture of a stream, JPEG; undefined if none was recorded so far. */
  picture(streamId: string): Uint8Array | undefined;
  /** Whether pictures of this stream are in the recording. */
  hasPictures(streamId: string): boolean;
}
