import { Button } from '../kit/button.tsx';
import { Panel } from '../kit/panel.tsx';
import { Switch } from '../kit/switch.tsx';
import { useClockTick } from '../kit/use-clock-tick.ts';
import { useWords } from '../words/words-context.tsx';
import { keyOf } from './notification-feed.ts';
import { NotificationItem } from './notification-item.tsx';
import styles from './notifications-drawer.module.css';
import { PastNotifications } from './past-notifications.tsx';
import { useAlarm, useNotifications } from './use-notifications.ts';

/** Notifications, active and past. */
export function NotificationsDrawer() {
  const words = useWords();
  const { active, dictionary } = useNotifications();
  useClockTick(active.length > 0);
  const isHeard = dictionary.size > 0 || active.length > 0;
  return (
    <>
      <Panel title={words.notifications.now}>
        {active.length === 0 && (
          <p className="quiet">{isHeard ? words.notifications.nothing : words.notifications.unknownYet}</p>
        )}
        {active.length > 0 && (
          <ul className={styles.list}>
            {active.map((notification) => (
              <NotificationItem key={keyOf(notification)} notification={notification} />
            ))}
          </ul>
        )}
        <Sound />
      </Panel>
      <PastNotifications />
    </>
  );
}

function Sound() {
  const words = useWords();
  const { acknowledge, alarm, isMuted, mute } = useAlarm();
  const { sound } = words.notifications;
  return (
    <div className={styles.sound}>
      <Switch isSelected={!isMuted} onChange={(isOn) => mute(!isOn)} hint={sound.states[alarm.kind]}>
        {sound.on}
      </Switch>
      {alarm.kind === 'sounding' && (
        <Button look="danger" onPress={acknowledge} aria-label={sound.acknowledgeHint}>
          {sound.acknowledge}
        </Button>
      )}
    </div>
  );
}
