import { classNames } from '@kitestring/console-ui/class-names.ts';
import { PersonIcon } from '@kitestring/console-ui/icons.tsx';
import { useTopicPart } from '../station/use-topic.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './control-chip.module.css';
import type { InControl } from './control-session.ts';
import { useOperatorPosition } from './operator-position.ts';
import { useControl } from './use-control.ts';

/** The client in control, and the link to the control drawer. */
export function ControlChip() {
  const words = useWords();
  const { inControl, isStale } = useControl();
  useOperatorPosition();
  const waiting = useTopicPart('handoff/state', ({ requesting_clients }) => requesting_clients.length) ?? 0;
  const who = shownName(inControl, words);
  return (
    <>
      <a
        href="#/handoff"
        className={classNames(styles.chip, styles[inControl?.kind ?? 'unknown'], isStale && styles.stale)}
        data-stale={isStale || undefined}
        title={words.handoff.chip(who)}
      >
        <PersonIcon />
        <span className="hidden-visually">{words.handoff.chip('')}</span>
        <span className={styles.who}>{who}</span>
        {waiting > 0 && (
          <span className={styles.waiting}>
            <span aria-hidden="true">+{waiting}</span>
            <span className="hidden-visually">{words.handoff.chipWaiting(waiting)}</span>
          </span>
        )}
      </a>
      <span role="status" className="hidden-visually">
        {inControl !== undefined && words.handoff.chip(who)}
      </span>
    </>
  );
}

function shownName(inControl: InControl | undefined, words: Words): string {
  if (inControl === undefined) return words.handoff.unknown;
  if (inControl.kind === 'other') return inControl.name;
  return inControl.kind === 'own' ? words.handoff.you : words.handoff.nobody;
}
