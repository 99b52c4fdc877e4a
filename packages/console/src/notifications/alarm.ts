import type { Notification } from '@kitestring/contract/notifications/notification.ts';
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
  const severity = severityOf(unheard[0] ?? alarms[0]);
  if (severity === undefined) return { kind: 'silent' };
  if (unheard.length === 0) return { kind: 'acknowledged', severity };
  if (isMuted) return { kind: 'muted', severity };
  return { kind: isUnlocked ? 'sounding' : 'locked', severity };
}

/** Those that are loud, the worst first. */
export const alarmsIn = (active: readonly Notification[]): readonly Notification[] =>
  byUrgency(active.filter((notification) => severityOf(notification) !== undefined));

const severityOf = (notification: Notification | undefined): AlarmSeverity | undefined =>
  ALARM_SEVERITIES.find((severity) => severity === notification?.severity);

export interface AlarmPattern {
  /** Beginnings of the pulses from that of the burst, seconds. */
  readonly pulsesS: readonly number[];
  readonly pulseS: number;
  /** Frequency of each pulse, if they differ. */
  readonly frequencyHz: number | readonly number[];
  /** From burst to burst, milliseconds. */
  readonly everyMs: number;
}

/**
 * Rhythms after IEC 60601-1-8, which people who work with alarms know: ten pulses in two groups of three and two for what
 * is of high priority, three for medium.
 */
export const ALARM_PATTERNS: Readonly<Record<AlarmSeverity, AlarmPattern>> = {
  Fatal: {
    pulsesS: [0, 0.18, 0.36, 0.7, 0.88, 1.6, 1.78, 1.96, 2.3, 2.48],
    pulseS: 0.12,
    frequencyHz: 880,
    everyMs: 5000,
  },
  Critical: { pulsesS: [0, 0.36, 0.72], pulseS: 0.2, frequencyHz: 587, everyMs: 7000 },
};
