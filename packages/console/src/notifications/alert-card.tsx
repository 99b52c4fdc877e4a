import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import { useId, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { classNames } from '../kit/class-names.ts';
import { durationText } from '../kit/duration-text.ts';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './alert-strip.module.css';
import { Guidance } from './guidance.tsx';
import { SeverityMark } from './severity-mark.tsx';
import { lastedS } from './use-notifications.ts';

/** One line; what to do about it opens over the picture, which stays where it is. */
export function AlertCard({ notification }: { readonly notification: Notification }) {
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { message, severity } = notification;
  const seconds = lastedS(notification, useStation().link.clock.nowMs());
  return (
    <li
      className={classNames(styles.card, severity === 'Fatal' && styles.fatal)}
      onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
    >
      <div className={styles.line}>
        <SeverityMark severity={severity} />
        <span className={styles.message}>{message}</span>
        {seconds !== undefined && <span className={classNames(styles.since, 'figures')}>{durationText(seconds)}</span>}
        <Button
          look="ghost"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={words.notifications.detailsOf(message)}
          onPress={() => setIsOpen(!isOpen)}
        >
          <span className={styles.wide}>{words.notifications.details}</span>
          <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
        </Button>
      </div>
      <div id={id} className={styles.open} hidden={!isOpen}>
        {isOpen && <Guidance notification={notification} />}
      </div>
    </li>
  );
}
