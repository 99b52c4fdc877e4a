import type { PublishedTopic } from '@kitestring/base/topic.ts';
import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import type { TopicName } from '@kitestring/contract/topics.ts';
import type { Notifications } from '@kitestring/station/notifications/notifications.ts';
import type { EndedRecords, NotificationRecord } from '@kitestring/station/ports/notification-store.ts';

/** The time of a replay, and its controls. */
export interface ReplayControl {
  readonly fromUs: number;
  readonly toUs: number;
  /** Multiple of the pace at which it was recorded. */
  speed: number;
  isLooped: boolean;
  readonly isPaused: boolean;
  readonly isAtEnd: boolean;
  /** Station time, microseconds. */
  nowUs(): number;
  pause(): void;
  /** At the end it starts again at the beginning. */
  resume(): void;
  /** @param timeUs from `fromUs` to `toUs` */
  jumpTo(timeUs: number): void;
}

interface EndedNotification extends NotificationRecord {
  readonly shown: Notification;
}

/** A recorded station at the time that is played, as its API needs it. */
export interface ReplaySource {
  readonly playback: ReplayControl;
  /** Only topics that were recorded. */
  readonly topics: ReadonlyMap<TopicName, PublishedTopic>;
  readonly notifications: Pick<Notifications, 'state' | 'history'> & EndedRecords<EndedNotification>;
  /** Parts of the file that could not be read, in one line; undefined for none. */
  readonly loss: string | undefined;
  /** Answer of an operation that was recorded; undefined where there is none. */
  document(operation: string): unknown;
  /** Latest picture of a stream, JPEG; undefined where none was recorded until now. */
  picture(streamId: string): Uint8Array | undefined;
  /** Whether pictures of this stream are in the recording. */
  hasPictures(streamId: string): boolean;
}
