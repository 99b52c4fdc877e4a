import { AlertIcon } from '../kit/icons.tsx';
import { useIsStale, useSilentS } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './stale-notice.module.css';

/** Says over the whole width that what is shown is old, and how old. */
export function StaleNotice() {
  const words = useWords();
  const isStale = useIsStale();
  const silentS = useSilentS(isStale);
  return (
    <div role="status">
      {isStale && (
        <p className={styles.notice}>
          <AlertIcon />
          {words.station.stale(silentS)}
        </p>
      )}
    </div>
  );
}
