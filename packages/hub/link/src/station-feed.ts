import type { Cancel } from '@kitestring/base/clock.ts';
import type { PublishedTopic } from '@kitestring/base/topic.ts';
import type { Beat } from '@kitestring/hub-contract/beat.ts';
import type { Inventory } from '@kitestring/hub-contract/inventory.ts';
import type { RecordData } from '@kitestring/hub-contract/record.ts';

/** An event of the station; it is recorded and never dropped. */
export type StationEvent =
  | { readonly kind: 'flight.phase'; readonly data: RecordData<'flight.phase'> }
  | { readonly kind: 'notification.begin'; readonly data: RecordData<'notification.begin'> }
  | { readonly kind: 'notification.end'; readonly data: RecordData<'notification.end'> }
  | { readonly kind: 'recording'; readonly data: RecordData<'recording'> };

/** The station as seen by its link. */
export interface StationFeed {
  sample(): RecordData<'state'>;
  beat(): Pick<Beat, 'phase' | 'alt' | 'lat' | 'lon' | 'alarms'>;
  /** Without `rev`, which is computed from the rest. */
  inventory(): Omit<Inventory, 'rev'>;
  /** Active notifications, in the form in which they are recorded. */
  activeNotifications(): readonly RecordData<'notification.begin'>[];
  onEvent(listener: (event: StationEvent) => void): Cancel;
  /** A state that clients subscribe to, or `NOTIFICATIONS_TOPIC`; undefined for an unknown name. */
  topic(name: string): PublishedTopic | undefined;
}
