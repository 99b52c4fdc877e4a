import { classNames } from '../kit/class-names.ts';
import { AlertIcon } from '../kit/icons.tsx';
import { useIsStale } from '../station/station-context.tsx';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import { isNearLimit, type TwistKnowledge, UNWOUND_TURNS } from './twist.ts';
import styles from './twist-counter.module.css';

/** Turns in the tether, as far as they are known. */
export function TwistCounter({ knowledge }: { readonly knowledge: TwistKnowledge }) {
  const words = useWords();
  const isStale = useIsStale();
  const isWarned = isNearLimit(knowledge);
  const hint = knowledge.kind === 'belowWarning' ? words.camera.twistBelowWarningHint : undefined;
  return (
    <p className={styles.twist} data-twist={knowledge.kind} data-stale={isStale || undefined} title={hint}>
      <span className={styles.name}>{words.camera.twist}</span>
      <span className={classNames(styles.value, isWarned && styles.warned, 'figures')}>
        {isWarned && <AlertIcon />}
        {twistText(knowledge, words)}
      </span>
    </p>
  );
}

function twistText(knowledge: TwistKnowledge, { camera }: Words): string {
  if (knowledge.kind === 'unread') return camera.twistUnread;
  if (knowledge.kind === 'belowWarning') return camera.twistBelowWarning;
  const { limitTurns, turns } = knowledge;
  if (Math.abs(turns) < UNWOUND_TURNS) return camera.untwisted;
  const way = turns > 0 ? camera.clockwise : camera.counterClockwise;
  const say = knowledge.kind === 'counted' ? camera.turns : camera.turnsAtLeast;
  return say(Math.abs(turns).toFixed(1), limitTurns, way);
}
