import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import { durationText } from '../kit/duration-text.ts';
import { useTimeText } from '../kit/use-time-text.ts';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { Guidance } from './guidance.tsx';
import styles from './notifications-drawer.module.css';
import { SeverityMark } from './severity-mark.tsx';
import { lastedS } from './use-notifications.ts';

/** An active one with all that is known of it. */
export function NotificationItem({ notification }: { readonly notification: Notification }) {
  const words = useWords();
  const timeText = useTimeText();
  const { begin_time, code, message, severity } = notification;
  const seconds = lastedS(notification, useStation().link.clock.nowMs());
  return (
    <li className={styles.item}>
      <p className={styles.head}>
        <SeverityMark severity={severity} />
        <span className={styles.time}>
          {timeText(begin_time)}
          {seconds !== undefined && ` · ${words.notifications.lasts(durationText(seconds))}`}
        </span>
        <span className={styles.code}>{words.notifications.code(code)}</span>
      </p>
      <p className={styles.message}>{message}</p>
      <Guidance notification={notification} />
    </li>
  );
}
