import { classNames } from '../kit/class-names.ts';
import { AlertIcon } from '../kit/icons.tsx';
import { useIsSlow, useIsStale, useLateS, useSilentS } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './stale-notice.module.css';

/** Says over the whole width that what is shown is old or comes late, and by how much. */
export function StaleNotice() {
  const words = useWords();
  const isStale = useIsStale();
  const silentS = useSilentS(isStale);
  const isSlow = useIsSlow() && !isStale;
  const lateS = useLateS(isSlow);
  return (
    <div role="status">
      {isStale && (
        <p className={styles.notice}>
          <AlertIcon />
          {words.station.stale(silentS)}
        </p>
      )}
      {isSlow && (
        <p className={classNames(styles.notice, styles.slow)}>
          <AlertIcon />
          {words.station.slow(Math.max(1, lateS))}
        </p>
      )}
    </div>
  );
}
