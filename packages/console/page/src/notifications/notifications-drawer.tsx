import { Button } from '@kitestring/console-ui/button.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { durationText } from '@kitestring/console-ui/quantity-text.ts';
import { Switch } from '@kitestring/console-ui/switch.tsx';
import { useClockTick } from '@kitestring/console-ui/use-clock-tick.ts';
import type { Notification as StationNotification } from '@kitestring/station-contract/notifications/notification.ts';
import { useState } from 'react';
import { canSpeak, useIsSpoken } from '../attention/speech.ts';
import { useTimeText } from '../parts/use-time.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { LateDrawer } from '../shell/late-drawers.tsx';
import { useIsStale, useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { Guidance } from './alert-card.tsx';
import { keyOf } from './notification-feed.ts';
import styles from './notifications-drawer.module.css';
import { SeverityMark } from './severity-mark.tsx';
import { useActionText } from './use-alarm-action.ts';
import { lastedS, useAlarm, useNotifications } from './use-notifications.ts';

/** Notifications, active and past. */
export function NotificationsDrawer() {
  const words = useWords();
  const { active, dictionary } = useNotifications();
  useClockTick(active.length > 0);
  const isStale = useIsStale();
  const isLoaded = !isStale && dictionary.size > 0;
  return (
    <>
      <Panel title={words.notifications.now}>
        {active.length === 0 && (
          <p className="quiet">{isLoaded ? words.notifications.nothing : words.notifications.unknownYet}</p>
        )}
        {active.length > 0 && (
          <ul className="stack loose">
            {active.map((notification) => (
              <NotificationItem key={keyOf(notification)} notification={notification} />
            ))}
          </ul>
        )}
        <Sound />
        <Voice />
        <SystemNotifications />
      </Panel>
      <LateDrawer name="PastNotifications" />
    </>
  );
}

function Sound() {
  const words = useWords();
  const { active } = useNotifications();
  const { acknowledge, alarm, isMuted, mute } = useAlarm();
  const { sound, unknownYet } = words.notifications;
  const isUnknown = useIsStale() && alarm.kind === 'silent';
  return (
    <div className={styles.sound}>
      <Switch
        isSelected={!isMuted}
        onChange={(isOn) => mute(!isOn)}
        hint={isUnknown ? unknownYet : sound.states[alarm.kind]}
      >
        {sound.on}
      </Switch>
      {alarm.kind === 'sounding' && (
        <Button onPress={() => acknowledge(active)} aria-label={sound.acknowledgeHint}>
          {sound.acknowledge}
        </Button>
      )}
    </div>
  );
}

/** Alarms in words; without speech in the browser they sound and are shown. */
function Voice() {
  const { voice } = useWords().notifications;
  const { choose } = usePreferences();
  const isSpoken = useIsSpoken();
  return (
    <Switch
      isSelected={isSpoken}
      isDisabled={!canSpeak()}
      onChange={(isOn) => choose({ isSpoken: isOn })}
      hint={canSpeak() ? voice.hint : voice.missing}
    >
      {voice.on}
    </Switch>
  );
}

/** Notifications of the browser, which asks for permission once. */
function SystemNotifications() {
  const { system } = useWords().notifications;
  const { choose, preferences } = usePreferences();
  const [isBlocked, setIsBlocked] = useState(isRefused);
  const turn = async (isOn: boolean) => {
    if (isOn) await Notification.requestPermission();
    setIsBlocked(isRefused());
    choose({ isNotified: isOn && !isRefused() });
  };
  if (!('Notification' in window)) return null;
  return (
    <Switch
      isSelected={preferences.isNotified && !isBlocked}
      isDisabled={isBlocked}
      onChange={(isOn) => void turn(isOn)}
      hint={isBlocked ? system.blocked : system.hint}
    >
      {system.on}
    </Switch>
  );
}

const isRefused = (): boolean => 'Notification' in window && window.Notification.permission === 'denied';

/** An active one with all its details. */
function NotificationItem({ notification }: { readonly notification: StationNotification }) {
  const words = useWords();
  const timeText = useTimeText();
  const { begin_time, code, message, severity } = notification;
  const action = useActionText()(notification);
  const seconds = lastedS(notification, useStation().link.clock.nowMs());
  return (
    <li className={styles.item}>
      <p className={styles.head}>
        <SeverityMark severity={severity} />
        <span className="quiet small figures">
          {timeText(begin_time)}
          {seconds !== undefined && ` · ${words.notifications.lasts(durationText(seconds))}`}
        </span>
        <span className={styles.code}>{words.notifications.code(code)}</span>
      </p>
      {action !== undefined && <p className="strong">{action}</p>}
      <p className={action === undefined ? 'strong' : undefined}>{message}</p>
      <Guidance notification={notification} />
    </li>
  );
}
