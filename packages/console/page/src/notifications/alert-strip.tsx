import { ALARM_PATTERNS, AlarmSound } from '@kitestring/console-ui/alarm-sound.ts';
import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { SoundIcon, SoundOffIcon } from '@kitestring/console-ui/icons.tsx';
import { SeverityIcon } from '@kitestring/console-ui/severity-mark.tsx';
import { useClockTick } from '@kitestring/console-ui/use-clock-tick.ts';
import { PHONE, useMedia } from '@kitestring/console-ui/use-media.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { useEffect, useRef } from 'react';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { type Alarm, alarmsIn, unheardFirst } from './alarm.ts';
import { AlertCard } from './alert-card.tsx';
import styles from './alert-strip.module.css';
import { keyOf } from './notification-feed.ts';
import { useActionText, withAction } from './use-alarm-action.ts';
import { alarmStore, useAlarm, useNotifications } from './use-notifications.ts';

/** Plays the sound of the alarm. Used once on a page. */
function useAlarmSound(alarm: Alarm): void {
  const store = alarmStore(useStation().session);
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

/** Browsers allow sounds after the first touch of a page, which may have been at the sign-in. */
function watchTouch(touched: () => void): () => void {
  if (navigator.userActivation?.hasBeenActive === true) touched();
  const events = ['pointerdown', 'keydown'] as const;
  for (const name of events) addEventListener(name, touched, { capture: true, once: true });
  return () => {
    for (const name of events) removeEventListener(name, touched, { capture: true });
  };
}

/** Active warnings in at most two lines above the picture. */
export function AlertStrip() {
  const words = useWords();
  const { active } = useNotifications();
  const room = useMedia(PHONE) ? 1 : 2;
  const { acknowledged, alarm } = useAlarm();
  const action = useActionText();
  useAlarmSound(alarm);
  const alarms = unheardFirst(alarmsIn(active), acknowledged);
  const shown = alarms.slice(0, room);
  const warnings = active.filter(({ severity }) => severity === 'Warning');
  useClockTick(alarms.length > 0);
  const isEmpty = alarms.length === 0 && warnings.length === 0;
  return (
    <section
      aria-label={words.notifications.strip}
      className={isEmpty ? 'hidden-visually' : styles.strip}
      data-alarm={alarm.kind}
      data-sounding={alarm.kind === 'sounding' ? alarm.severity : undefined}
    >
      <Announcer />
      {alarms.length > 0 && (
        <ul className={styles.cards}>
          {shown.map((notification) => (
            <AlertCard key={keyOf(notification)} notification={notification} />
          ))}
        </ul>
      )}
      {!isEmpty && (
        <div className={styles.foot}>
          {alarms.length > 0 && <SoundControl shown={shown} />}
          <Rest hidden={alarms.length - shown.length} warnings={warnings.map(withAction(action))} />
        </div>
      )}
    </section>
  );
}

/** Silences the sound, or shows why there is none. */
function SoundControl({ shown }: { readonly shown: readonly Notification[] }) {
  const words = useWords();
  const { acknowledge, alarm, mute } = useAlarm();
  const { sound } = words.notifications;
  if (alarm.kind === 'sounding') {
    return (
      <Button onPress={() => acknowledge(shown)} aria-label={sound.acknowledgeHint}>
        <SoundIcon />
        <span className={styles.wide}>{sound.acknowledge}</span>
      </Button>
    );
  }
  if (alarm.kind === 'muted') {
    return (
      <Button look="ghost" onPress={() => mute(false)} aria-label={`${sound.states.muted} ${sound.on}`}>
        <SoundOffIcon />
        <span className={styles.wide}>{sound.mutedShort}</span>
      </Button>
    );
  }
  if (alarm.kind === 'locked') return <span className={styles.state}>{sound.lockedShort}</span>;
  return null;
}

interface RestProps {
  /** Critical and Fatal ones without a line. */
  readonly hidden: number;
  readonly warnings: readonly string[];
}

/** Link to notifications without a line; warnings by their number, a single one by its message. */
function Rest({ hidden, warnings }: RestProps) {
  const words = useWords();
  if (hidden === 0 && warnings.length === 0) return null;
  return (
    <a className={styles.rest} href="#/notifications">
      {/* On a phone only the number; its meaning is for screen readers. */}
      <span className={styles.number} aria-hidden="true">
        <SeverityIcon severity={hidden > 0 ? 'Critical' : 'Warning'} />
        {hidden + warnings.length}
      </span>
      {hidden > 0 && <strong>{words.notifications.more(hidden)}</strong>}
      {warnings.length > 0 && (
        <span className={styles.warnings}>
          <SeverityIcon severity="Warning" />
          <span className="strong">{words.notifications.warnings(warnings.length)}</span>
          <span className={classNames(styles.warning, 'quiet')}>{warnings[0]}</span>
        </span>
      )}
    </a>
  );
}

/** Announces each Critical or Fatal one once to screen readers. */
function Announcer() {
  const words = useWords();
  const { active } = useNotifications();
  const action = useActionText();
  const told = useRef(new Set<string>());
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const news = alarmsIn(active).filter((notification) => !told.current.has(keyOf(notification)));
    if (news.length === 0 || place.current === null) return;
    for (const notification of news) told.current.add(keyOf(notification));
    const { announced, severities } = words.notifications;
    place.current.textContent = news
      .map((one) => announced(severities[one.severity], withAction(action)(one)))
      .join(' ');
  });
  return <div ref={place} role="alert" className="hidden-visually" />;
}
