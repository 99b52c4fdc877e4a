import { AlarmSound } from '@kitestring/console-ui/alarm-sound.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useActionText, withAction } from '../notifications/use-alarm-action.ts';
import { alarmStore, useAlarm } from '../notifications/use-notifications.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { useStation } from '../station/station-context.tsx';
import { ATTENTION_PATTERNS, foremost, useAttention, useCallForAttention } from './use-attention.ts';
import { useFlightWarnings } from './use-flight-warnings.ts';

/** Draws attention by sound, in the title of the tab, and by notifications of the browser if the user wants them. */
export function AttentionSignals() {
  useFlightWarnings();
  const attention = useAttention();
  const kind = foremost(attention);
  const text = kind && attention[kind];
  const { isMuted, isNotified } = usePreferences().preferences;
  const store = alarmStore(useStation().session);
  const { isUnlocked } = useSyncExternalStore(store.subscribe, store.snapshot);
  const { alarm, unheard } = useAlarm();
  const actionText = useActionText();
  useCallForAttention('alarm', unheard && withAction(actionText)(unheard));
  // An alarm of the station has priority: two sounds at once could not be told apart.
  const isSilent = isMuted || !isUnlocked || alarm.kind === 'sounding';
  const heard = isSilent || kind === 'alarm' ? undefined : kind;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another reason
  useEffect(() => {
    if (heard === undefined) return;
    const sound = new AlarmSound();
    sound.play(ATTENTION_PATTERNS[heard]);
    return () => sound.close();
  }, [heard, text]);
  useEffect(() => {
    if (text === undefined) return;
    const before = document.title;
    document.title = `● ${text}`;
    return () => {
      document.title = before;
    };
  }, [text]);
  useEffect(() => {
    if (kind === undefined || text === undefined || !isNotified || !document.hidden) return;
    const shown = systemNotification(document.title, kind);
    return () => shown?.close();
  }, [kind, text, isNotified]);
  return <span hidden data-attention={kind} data-heard={heard} />;
}

/** Undefined if the browser does not allow it or, as on Android, has no notifications of pages. */
function systemNotification(title: string, kind: string): Notification | undefined {
  if (!('Notification' in window) || Notification.permission !== 'granted') return undefined;
  try {
    const shown = new Notification(title, { tag: `kitestring-${kind}` });
    shown.onclick = () => window.focus();
    return shown;
  } catch {
    return undefined;
  }
}
