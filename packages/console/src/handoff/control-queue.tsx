import { operatorNameOf } from '@kitestring/contract/handoff/client-name.ts';
import { classNames } from '../kit/class-names.ts';
import { durationText } from '../kit/duration-text.ts';
import { Panel } from '../kit/panel.tsx';
import { useStation } from '../station/station-context.tsx';
import { useTopic } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './handoff-drawer.module.css';
import { useControl } from './use-control.ts';

/** Who waits for control, the next one first, and for how long this page has seen them wait. */
export function ControlQueue() {
  const words = useWords();
  const { waitingSince } = useControl();
  const { isStale, value } = useTopic('handoff/state');
  const { sessionId } = useStation().signedIn;
  const waiting = value?.requesting_clients ?? [];
  const secondsOf = (id: string) => (performance.now() - (waitingSince.get(id) ?? performance.now())) / 1000;
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
                {words.handoff.waits(durationText(secondsOf(client.session_id)))}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
