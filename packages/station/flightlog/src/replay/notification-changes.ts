import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { NotificationRecord } from '@kitestring/station-core/ports';

/** A begin, a change of parameters or an end of a notification, at the time at which it happened. */
export interface NotificationChange extends NotificationRecord {
  readonly timeUs: number;
  /** As the station has published it. */
  readonly shown: Notification;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Undefined where the value is no notification. @param timeUs when it was received */
export function notificationChange(value: unknown, timeUs: number): NotificationChange | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const shown = value as Partial<Notification>;
  const { begin_time: begin, code, end_time: end, parameters = {} } = shown;
  const beginUs = isText(begin) ? parseTimestamp(begin) : undefined;
  const endUs = isText(end) ? parseTimestamp(end) : undefined;
  if (beginUs === undefined || typeof code !== 'number' || (end !== undefined && endUs === undefined)) return undefined;
  const identity = { code, beginUs, parameters, shown: shown as Notification };
  return endUs === undefined ? { ...identity, timeUs } : { ...identity, timeUs: Math.max(endUs, beginUs), endUs };
}

/**
 * The changes in order of time. What was received is put at the time at which it happened: an end that was only found in
 * the history, after a lost connection, has its begin too.
 * @param fromUs start of the recording: what began earlier is active from there
 */
export function inOrderOfTime(received: readonly NotificationChange[], fromUs: number): readonly NotificationChange[] {
  const known = new Map<string, NotificationChange[]>();
  for (const change of received) {
    const key = `${change.code} ${change.beginUs}`;
    const earlier = known.get(key);
    if (earlier === undefined) {
      const begin = beginning(change, fromUs);
      known.set(key, change.endUs === undefined ? [begin] : [begin, change]);
      // The history returns the latest ends again.
    } else if (earlier.at(-1)?.endUs === undefined) earlier.push(change);
  }
  return [...known.values()].flatMap(beforeTheirEnd).sort(byTime);
}

/** A change that was received late is none after the end. */
function beforeTheirEnd(changes: readonly NotificationChange[]): readonly NotificationChange[] {
  const endUs = changes.at(-1)?.endUs ?? Number.POSITIVE_INFINITY;
  return changes.map((change) => (change.timeUs > endUs ? { ...change, timeUs: endUs } : change));
}

/** At one time what begins comes before what ends, and ends are in the order of a history. */
const byTime = (a: NotificationChange, b: NotificationChange): number =>
  a.timeUs - b.timeUs ||
  Number(a.endUs !== undefined) - Number(b.endUs !== undefined) ||
  a.beginUs - b.beginUs ||
  a.code - b.code;

function beginning({ endUs: _, shown: { end_time: __, ...shown }, ...change }: NotificationChange, fromUs: number) {
  return { ...change, shown, timeUs: Math.max(change.beginUs, fromUs) };
}
