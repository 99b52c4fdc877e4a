import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { byUrgency, keyOf } from './notification-feed.ts';

/** Severities with a sound. */
const ALARM_SEVERITIES = ['Critical', 'Fatal'] as const;
type AlarmSeverity = (typeof ALARM_SEVERITIES)[number];

/**
 * - `silent`: no alarm.
 * - `acknowledged`: silenced by the operator; a new alarm sounds again.
 * - `muted`: muted in this browser.
 * - `locked`: browsers play no sound before the page has been touched.
 * - `sounding`: audible now.
 */
export type Alarm =
  | { readonly kind: 'silent' }
  | { readonly kind: 'acknowledged' | 'muted' | 'locked' | 'sounding'; readonly severity: AlarmSeverity };

export interface AlarmSituation {
  readonly active: readonly Notification[];
  /** Keys of occurrences acknowledged here. */
  readonly acknowledged: ReadonlySet<string>;
  readonly isMuted: boolean;
  /** The page has been touched. */
  readonly isUnlocked: boolean;
}

/** The sounding alarm, or the reason of silence. */
export function alarmOf({ acknowledged, active, isMuted, isUnlocked }: AlarmSituation): Alarm {
  const alarms = alarmsIn(active);
  const unheard = alarms.filter((notification) => !acknowledged.has(keyOf(notification)));
  const severity = alarmSeverity(unheard[0] ?? alarms[0]);
  if (severity === undefined) return { kind: 'silent' };
  if (unheard.length === 0) return { kind: 'acknowledged', severity };
  if (isMuted) return { kind: 'muted', severity };
  return { kind: isUnlocked ? 'sounding' : 'locked', severity };
}

/** Audible ones, worst first. */
export const alarmsIn = (active: readonly Notification[]): readonly Notification[] =>
  byUrgency(active.filter((notification) => alarmSeverity(notification) !== undefined));

/** Alarms in the order in which they get room on the screen: unsilenced ones first. */
export const unheardFirst = (
  alarms: readonly Notification[],
  acknowledged: ReadonlySet<string>,
): readonly Notification[] =>
  alarms.toSorted((one, other) => Number(acknowledged.has(keyOf(one))) - Number(acknowledged.has(keyOf(other))));

/** Acknowledgements after silencing the visible ones. Others stay active; ended ones are removed. */
export const acknowledgedWith = (
  acknowledged: ReadonlySet<string>,
  active: readonly Notification[],
  shown: readonly Notification[],
): ReadonlySet<string> =>
  new Set([...active.map(keyOf).filter((key) => acknowledged.has(key)), ...alarmsIn(shown).map(keyOf)]);

const alarmSeverity = (notification: Notification | undefined): AlarmSeverity | undefined =>
  ALARM_SEVERITIES.find((severity) => severity === notification?.severity);
