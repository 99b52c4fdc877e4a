import { operatorNameOf } from '@kitestring/contract/handoff/client-name.ts';
import { classNames } from '@kitestring/kit/class-names.ts';
import { Panel } from '@kitestring/kit/panel.tsx';
import { durationText } from '@kitestring/kit/quantity-text.ts';
import { useStation } from '../station/station-context.tsx';
import { useTopic } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './handoff-drawer.module.css';
import { secondsSince } from './use-control.ts';

/** The queue for control, the next client first, with waiting times. */
export function ControlQueue() {
  const words = useWords();
  const { isStale, value } = useTopic('handoff/state');
  const { link, signedIn } = useStation();
  const { sessionId } = signedIn;
  const waiting = value?.requesting_clients ?? [];
  return (
    <Panel title={words.handoff.queue}>
      {waiting.length === 0 && <p className="quiet">{words.handoff.queueEmpty}</p>}
      {waiting.length > 0 && (
        <ol className={classNames(styles.queue, isStale && styles.stale)} data-stale={isStale || undefined}>
          {waiting.map((client) => (
            <li key={client.session_id}>
              <span className={styles.waiter}>
                {operatorNameOf(client)}
                {client.session_id === sessionId && ` (${words.handoff.you})`}
              </span>
              <span className="quiet small">{words.handoff.from(client.plugin_name ?? '', client.session_name)}</span>
              <span className={classNames(styles.waits, 'figures')}>
                {words.handoff.waits(durationText(secondsSince(client.last_change, link.clock.nowMs()) ?? 0))}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
