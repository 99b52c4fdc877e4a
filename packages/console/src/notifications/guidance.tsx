import type { Notification } from '@kitestring/contract/notifications/notification.ts';
import { fillPlaceholders } from '@kitestring/contract/notifications/notification-dictionary.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './guidance.module.css';
import { useNotifications } from './use-notifications.ts';

/** What the system does about a notification by itself, and what a person should do. */
export function Guidance({ notification }: { readonly notification: Notification }) {
  const words = useWords();
  const item = useNotifications().dictionary.get(notification.code);
  const reaction = item?.system_reaction;
  const instructions = item?.instructions;
  if (reaction === undefined && instructions === undefined)
    return <p className="quiet">{words.notifications.noDetails}</p>;
  const fill = (text: string) => fillPlaceholders(text, notification.parameters);
  return (
    <dl className={styles.guidance}>
      {reaction !== undefined && <Part name={words.notifications.reaction} text={fill(reaction)} />}
      {instructions !== undefined && <Part name={words.notifications.instructions} text={fill(instructions)} />}
    </dl>
  );
}

function Part({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}
