import { useEffect, useRef } from 'react';
import { useStation } from '../station/station-context.tsx';
import { ALARM_PATTERNS, type Alarm } from './alarm.ts';
import { AlarmSound } from './alarm-sound.ts';
import { alarmStoreOf } from './use-notifications.ts';

/** Lets the alarm be heard. To be used once on a page. */
export function useAlarmSound(alarm: Alarm): void {
  const store = alarmStoreOf(useStation().session);
  const sound = useRef<AlarmSound>(undefined);
  useEffect(() => watchTouch(store.unlock), [store]);
  const severity = alarm.kind === 'sounding' ? alarm.severity : undefined;
  useEffect(() => {
    if (severity === undefined) return;
    sound.current ??= new AlarmSound();
    sound.current.play(ALARM_PATTERNS[severity]);
    return () => sound.current?.stop();
  }, [severity]);
  useEffect(
    () => () => {
      sound.current?.close();
      sound.current = undefined;
    },
    [],
  );
}

/** Browsers let a page play sounds from its first touch on, which may have been that of the sign-in. */
function watchTouch(touched: () => void): () => void {
  if (navigator.userActivation?.hasBeenActive === true) touched();
  const events = ['pointerdown', 'keydown'] as const;
  for (const name of events) addEventListener(name, touched, { capture: true, once: true });
  return () => {
    for (const name of events) removeEventListener(name, touched, { capture: true });
  };
}
