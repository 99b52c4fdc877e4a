import { classNames } from '@kitestring/console-ui/class-names.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './timeline.module.css';

/** Meaning of the bars. */
export function TimelineKey({ hasGaps }: { readonly hasGaps: boolean }) {
  const { severities, states, timeline: texts } = useWords();
  const sample = (text: string, ...kinds: readonly string[]) => (
    <span>
      <span className={styles.sample}>
        <span className={classNames(styles.bar, ...kinds.map((kind) => styles[kind]))} />
      </span>
      {text}
    </span>
  );
  return (
    <div className={styles.key} aria-hidden="true">
      {sample(texts.inFlight, 'flight')}
      {sample(states.flight.SafetyLanding, 'flight', 'safety')}
      {sample(states.link.offline, 'offline')}
      {sample(severities.Warning, 'alarm', 'Warning')}
      {sample(severities.Critical, 'alarm', 'Critical')}
      {sample(severities.Fatal, 'alarm', 'Fatal')}
      {hasGaps && sample(texts.gap, 'gap')}
    </div>
  );
}
