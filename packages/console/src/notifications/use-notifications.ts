import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import { parseTimestamp } from '@kitestring/contract/timestamp.ts';
import { useSyncExternalStore } from 'react';
import { usePreferences } from '../preferences/preferences-context.tsx';
import type { Session } from '../station/session.ts';
import { useStation } from '../station/station-context.tsx';
import { type Alarm, alarmOf } from './alarm.ts';
import { AlarmDesk } from './alarm-desk.ts';
import { type Notifications, notificationsOf } from './notifications-store.ts';

/** Notifications as they are now. */
export function useNotifications(): Notifications {
  const store = notificationsOf(useStation().link);
  return useSyncExternalStore(store.subscribe, store.value);
}

export interface ShownAlarm {
  readonly alarm: Alarm;
  readonly acknowledge: () => void;
  readonly isMuted: boolean;
  readonly mute: (isMuted: boolean) => void;
}

/** What sounds, and what can be done about it. */
export function useAlarm(): ShownAlarm {
  const { active } = useNotifications();
  const { choose, preferences } = usePreferences();
  const desk = alarmDeskOf(useStation().session);
  const state = useSyncExternalStore(desk.subscribe, desk.state);
  const { isMuted } = preferences;
  return {
    alarm: alarmOf({ active, isMuted, ...state }),
    acknowledge: () => desk.acknowledge(active),
    isMuted,
    mute: (muted) => choose({ isMuted: muted }),
  };
}

const desks = new WeakMap<Session, AlarmDesk>();

/** The same desk as long as the page is open, whoever signs in. */
export function alarmDeskOf(session: Session): AlarmDesk {
  const desk = desks.get(session) ?? new AlarmDesk();
  desks.set(session, desk);
  return desk;
}

/** How long one has lasted, or lasted, seconds; undefined before the station has said what time it is. */
export function lastedS({ begin_time, end_time }: Notification, nowMs: number | undefined): number | undefined {
  const beginMs = (parseTimestamp(begin_time) ?? 0) / 1000;
  const endMs = end_time === undefined ? nowMs : (parseTimestamp(end_time) ?? 0) / 1000;
  return endMs === undefined ? undefined : (endMs - beginMs) / 1000;
}
