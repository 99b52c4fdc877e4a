import { fillTemplate } from '@kitestring/base/template.ts';
import { Button } from '@kitestring/console-ui/button.tsx';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { ChevronIcon } from '@kitestring/console-ui/icons.tsx';
import { durationText } from '@kitestring/console-ui/quantity-text.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { useId, useState } from 'react';
import { usePreferences } from '../preferences/preferences.tsx';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './alert-strip.module.css';
import { instructing, keyOf } from './notification-feed.ts';
import type { NotificationsState } from './notifications-store.ts';
import { SeverityMark } from './severity-mark.tsx';
import { useActionText } from './use-alarm-action.ts';
import { lastedS, useNotifications, useStationNotifications } from './use-notifications.ts';

/** The action first, then the message; details open over the picture, which stays in place. */
export function AlertCard({ notification }: { readonly notification: Notification }) {
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { message, severity } = notification;
  const action = useActionText()(notification);
  const seconds = lastedS(notification, useStation().link.clock.nowMs());
  return (
    <li
      className={classNames(styles.card, severity === 'Fatal' && styles.fatal)}
      onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
    >
      <div className={styles.line}>
        <SeverityMark severity={severity} />
        <span className={styles.text}>
          <span className={styles.told}>
            {action !== undefined && <strong className={styles.action}>{action}</strong>}
            <span className={classNames(styles.message, action === undefined && styles.action)}>{message}</span>
          </span>
          {seconds !== undefined && (
            <span className={classNames(styles.since, 'figures')}>{durationText(seconds)}</span>
          )}
        </span>
        <Button
          look="ghost"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={words.notifications.detailsOf(message)}
          onPress={() => setIsOpen(!isOpen)}
        >
          <span className={styles.wide}>{words.notifications.details}</span>
          <ChevronIcon isUp={isOpen} />
        </Button>
      </div>
      <div id={id} className={styles.open} hidden={!isOpen}>
        {isOpen && <Guidance notification={notification} />}
      </div>
    </li>
  );
}

/** Reaction of the system to a notification, and the action for the operator. */
export function Guidance({ notification }: { readonly notification: Notification }) {
  const words = useWords();
  const { reaction, instructions } = guidance(notification, useNotifications());
  if (reaction === undefined && instructions === undefined)
    return <p className="quiet">{words.notifications.noDetails}</p>;
  return (
    <dl className={styles.guidance}>
      {reaction !== undefined && <Part name={words.notifications.reaction} text={reaction} />}
      {instructions !== undefined && <Part name={words.notifications.instructions} text={instructions} />}
      <StationsEnglish notification={notification} />
    </dl>
  );
}

/** The station's original text, for comparison with logs and manuals. */
function StationsEnglish({ notification }: { readonly notification: Notification }) {
  const { translator } = useWords();
  const { isEnglishShown } = usePreferences().preferences;
  const told = useStationNotifications();
  const english = [...told.active, ...told.ended].find((one) => keyOf(one) === keyOf(notification));
  if (translator === undefined || !isEnglishShown || english === undefined) return null;
  const { reaction, instructions } = guidance(english, told);
  return (
    <div lang="en">
      <dt>English</dt>
      <dd>{[english.message, reaction, instructions].filter(Boolean).join(' ')}</dd>
    </div>
  );
}

function guidance(notification: Notification, { active, dictionary }: NotificationsState) {
  const instructor = instructing(notification, active);
  const fill = (text: string | undefined, of: Notification) => text && fillTemplate(text, of.parameters);
  return {
    reaction: fill(dictionary.get(notification.code)?.system_reaction, notification),
    instructions: fill(dictionary.get(instructor.code)?.instructions, instructor),
  };
}

function Part({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}
