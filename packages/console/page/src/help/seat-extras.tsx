import { Button } from '@kitestring/console-ui/button.tsx';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { AlarmVoice } from '../attention/alarm-voice.ts';
import { keepAwake } from '../attention/keep-awake.ts';
import { alarmsIn } from '../notifications/alarm.ts';
import { useNotifications } from '../notifications/use-notifications.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { openDrawer } from '../shell/route.ts';
import { useIsStale } from '../station/station-context.tsx';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { shownTip, type Tip, tipOf } from './shown-tip.ts';
import styles from './tips.module.css';

/** A pointer that only passes shows none. */
const AFTER_MS = 600;

/**
 * Shows names of icons and reasons of disabled controls, under a resting pointer and with keyboard focus. Escape closes
 * it. Screen readers get both as name and description.
 */
function Tips() {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (target: EventTarget | null, afterMs: number) => {
      clearTimeout(timer);
      const found = tipOf(target);
      if (found === undefined || afterMs === 0) setTip(found);
      else timer = setTimeout(() => setTip(tipOf(target)), afterMs);
    };
    const listeners = {
      pointerover: ({ pointerType, target }: PointerEvent) => pointerType === 'mouse' && show(target, AFTER_MS),
      pointerdown: () => show(null, 0),
      focusin: ({ target }: FocusEvent) => show((target as Element).matches(':focus-visible') ? target : null, 0),
      focusout: () => show(null, 0),
      keydown: ({ key }: KeyboardEvent) => key === 'Escape' && show(null, 0),
      scroll: () => show(null, 0),
    };
    for (const [name, listener] of Object.entries(listeners)) {
      document.addEventListener(name, listener as EventListener, true);
    }
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) {
        document.removeEventListener(name, listener as EventListener, true);
      }
    };
  }, []);
  if (tip === undefined) return null;
  return createPortal(
    <div className={styles.tip} role="tooltip" style={shownTip(tip, { widthPx: innerWidth, heightPx: innerHeight })}>
      {tip.text}
    </div>,
    document.body,
  );
}

/** Tooltips, the help key, the tour, and the voice of alarms: loaded right after the first picture. */
export function SeatExtras() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target)) return;
      event.preventDefault();
      openDrawer('help');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <AlarmVoice />
      <Tips />
      <Tour />
      <Awake />
    </>
  );
}

/** Keeps the screen on from take-off to landing. */
function Awake() {
  const isFlying = useTopicPart(
    'flight/state',
    ({ flight_state }) => flight_state !== 'StandBy' && flight_state !== 'Unknown',
  );
  useEffect(() => (isFlying === true ? keepAwake({ wakeLock: navigator.wakeLock, document }) : undefined), [isFlying]);
  return null;
}

/** In a text field, where a key is a letter. */
const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="range"]), textarea, select, [contenteditable]') !== null;

/**
 * Three cards at the first sign-in. Invariant: hidden while an alarm is active or data is stale, and below alarms and
 * commands; once closed, it never appears by itself again.
 */
function Tour() {
  const { tour } = useWords().later ?? {};
  const { choose, preferences } = usePreferences();
  const { active } = useNotifications();
  const isStale = useIsStale();
  const [index, setIndex] = useState(0);
  const steps = Object.entries(tour?.steps ?? {});
  const [name, step] = steps[index] ?? [];
  const hasAlarm = alarmsIn(active).length > 0;
  if (tour === undefined || step === undefined || preferences.isTourSeen || hasAlarm || isStale) return null;
  const end = () => {
    choose({ isTourSeen: true });
    setIndex(0);
  };
  const isLast = index === steps.length - 1;
  return (
    <section
      className={styles.tour}
      aria-label={tour.title}
      onKeyDown={(event) => event.key === 'Escape' && end()}
      data-step={name}
    >
      <div role="status">
        <p className={styles.head}>
          {step.title}
          <span className="quiet small">{tour.place(index + 1, steps.length)}</span>
        </p>
        <p>{step.text}</p>
      </div>
      <div className={styles.buttons}>
        {!isLast && (
          <Button look="ghost" onPress={end}>
            {tour.skip}
          </Button>
        )}
        <Button look="primary" onPress={() => (isLast ? end() : setIndex(index + 1))}>
          {isLast ? tour.done : tour.next}
        </Button>
      </div>
    </section>
  );
}
