import { classNames } from '../kit/class-names.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './notification-count.module.css';
import { worstOf } from './notification-feed.ts';
import { useNotifications } from './use-notifications.ts';

/** How many notifications are active, in the colour of the worst. */
export function NotificationCount() {
  const words = useWords();
  const { active } = useNotifications();
  const worst = worstOf(active);
  if (worst === undefined) return null;
  const name = words.notifications.count(active.length, words.notifications.severities[worst]);
  return (
    <span className={classNames(styles.count, styles[worst])}>
      <span aria-hidden="true">{active.length}</span>
      <span className="hidden-visually">{name}</span>
    </span>
  );
}
