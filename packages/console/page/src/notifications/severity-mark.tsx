import { classNames } from '@kitestring/console-ui/class-names.ts';
import rail from '@kitestring/console-ui/rail.module.css';
import { SeverityBadge } from '@kitestring/console-ui/severity-mark.tsx';
import type { NotificationSeverity } from '@kitestring/station-contract/notifications/notification.ts';
import { useWords } from '../words/words-context.tsx';
import notificationCountStyles from './notification-count.module.css';
import { worstOf } from './notification-feed.ts';
import { useNotifications } from './use-notifications.ts';

/** A severity by shape, word and colour. */
export function SeverityMark({ severity }: { readonly severity: NotificationSeverity }) {
  const words = useWords();
  return <SeverityBadge severity={severity}>{words.notifications.severities[severity]}</SeverityBadge>;
}

/** Number of active notifications, in the colour of the worst. */
export function NotificationCount() {
  const words = useWords();
  const { active } = useNotifications();
  const worst = worstOf(active);
  if (worst === undefined) return null;
  const name = words.notifications.count(active.length, words.notifications.severities[worst]);
  return (
    <span className={classNames(rail.count, notificationCountStyles.count, notificationCountStyles[worst])}>
      <span aria-hidden="true">{active.length}</span>
      <span className="hidden-visually">{name}</span>
    </span>
  );
}
