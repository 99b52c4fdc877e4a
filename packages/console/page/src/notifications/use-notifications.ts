import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { onePer, Store } from '@kitestring/console-ui/store.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { useSyncExternalStore } from 'react';
import { usePreferences } from '../preferences/preferences.tsx';
import type { PageSession } from '../station/page-session.ts';
import { useStation } from '../station/station-context.tsx';
import type { StationTranslator } from '../words/station-texts.ts';
import { useWords } from '../words/words-context.tsx';
import { type Alarm, acknowledgedWith, alarmOf, alarmsIn } from './alarm.ts';
import { keyOf } from './notification-feed.ts';
import { type NotificationsState, notifications } from './notifications-store.ts';

/** Current notifications, in the language of the page. */
export function useNotifications(): NotificationsState {
  const told = useStationNotifications();
  const { translator } = useWords();
  return translator === undefined ? told : translatedFeed(told, translator);
}

/** The same in the station's own words. */
export function useStationNotifications(): NotificationsState {
  const store = notifications(useStation().link);
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

/** Cached for all parts of the page, so that a notification is the same object everywhere. */
const translatedFeeds = new WeakMap<StationTranslator, WeakMap<NotificationsState, NotificationsState>>();

function translatedFeed(told: NotificationsState, translator: StationTranslator): NotificationsState {
  const feeds = translatedFeeds.get(translator) ?? new WeakMap<NotificationsState, NotificationsState>();
  translatedFeeds.set(translator, feeds);
  const known = feeds.get(told);
  if (known !== undefined) return known;
  const feed = {
    ...told,
    active: told.active.map((one) => translator.notification(one)),
    ended: told.ended.map((one) => translator.notification(one)),
    dictionary: new Map([...told.dictionary].map(([code, item]) => [code, translator.item(item)])),
  };
  feeds.set(told, feed);
  return feed;
}

interface ShownAlarm {
  readonly alarm: Alarm;
  /** The worst unsilenced one; undefined if there is none. */
  readonly unheard: Notification | undefined;
  /** Keys of occurrences that were silenced here. */
  readonly acknowledged: ReadonlySet<string>;
  /** @param shown those visible to the operator */
  readonly acknowledge: (shown: readonly Notification[]) => void;
  readonly isMuted: boolean;
  readonly mute: (isMuted: boolean) => void;
}

/** The sounding alarm, and the actions on it. */
export function useAlarm(): ShownAlarm {
  const { active } = useNotifications();
  const { choose, preferences } = usePreferences();
  const store = alarmStore(useStation().session);
  const state = useSyncExternalStore(store.subscribe, store.snapshot);
  const { isMuted } = preferences;
  return {
    alarm: alarmOf({ active, isMuted, ...state }),
    unheard: alarmsIn(active).find((one) => !state.acknowledged.has(keyOf(one))),
    acknowledged: state.acknowledged,
    acknowledge: (shown) => store.acknowledge(active, shown),
    isMuted,
    mute: (muted) => choose({ isMuted: muted }),
  };
}

/** Duration of a notification so far, or in total, seconds; undefined before station time is known. */
export function lastedS({ begin_time, end_time }: Notification, nowMs: number | undefined): number | undefined {
  const beginMs = (parseTimestamp(begin_time) ?? 0) / 1000;
  const endMs = end_time === undefined ? nowMs : (parseTimestamp(end_time) ?? 0) / 1000;
  return endMs === undefined ? undefined : (endMs - beginMs) / 1000;
}

/** Alarm acknowledgements on this page. */
interface AlarmState {
  readonly acknowledged: ReadonlySet<string>;
  /** The page has been touched, so that browsers let it play sounds. */
  readonly isUnlocked: boolean;
}

/** Kept across sign-ins: an acknowledged alarm stays acknowledged. */
class AlarmStore extends Store<AlarmState> {
  constructor() {
    super({ acknowledged: new Set(), isUnlocked: false });
  }

  /** Silences visible ones; others, and later ones, continue to sound. */
  acknowledge(active: readonly Notification[], shown: readonly Notification[]): void {
    const state = this.snapshot();
    this.become({ ...state, acknowledged: acknowledgedWith(state.acknowledged, active, shown) });
  }

  readonly unlock = (): void => {
    if (!this.snapshot().isUnlocked) this.become({ ...this.snapshot(), isUnlocked: true });
  };
}

/** For the lifetime of the page, across sign-ins. */
export const alarmStore = onePer((_: PageSession) => new AlarmStore());
