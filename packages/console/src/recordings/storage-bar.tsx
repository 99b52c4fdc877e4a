import { bytesText } from '../kit/bytes-text.ts';
import { useWords } from '../words/words-context.tsx';
import type { RecorderProps } from './recorder-control.tsx';
import styles from './storage-bar.module.css';

/** How full the storage is, and how much of it recordings take. */
export function StorageBar({ isStale, state }: RecorderProps) {
  const words = useWords();
  if (state === undefined || state.total_space === 0) return null;
  const { available_space: free, occupied_space: own = 0, total_space: total } = state;
  const text = words.recordings.storageText(bytesText(free), bytesText(total));
  const share = (bytes: number) => `${Math.min(100, (bytes / total) * 100)}%`;
  return (
    <div className={styles.storage} data-stale={isStale || undefined}>
      <div className={styles.bar} role="img" aria-label={`${words.recordings.storage}: ${text}`}>
        <span className={styles.own} style={{ width: share(own) }} />
        <span className={styles.other} style={{ width: share(Math.max(0, total - free - own)) }} />
      </div>
      <p className="quiet small figures">
        {text}. {words.recordings.storageUsed(bytesText(own))}.
      </p>
    </div>
  );
}
