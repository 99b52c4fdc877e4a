import { Button } from '@kitestring/console-ui/button.tsx';
import { clip as en } from '../words/en/en-later.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './recording-player.module.css';

/** Seconds of the video; undefined: its begin or its end. */
export interface MarkedStretch {
  readonly id: number;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

interface ClipStretchesProps {
  readonly stretches: readonly MarkedStretch[];
  readonly onRemove: (id: number) => void;
}

/** Stretches that will be one file, each to be removed. */
export function ClipStretches({ onRemove, stretches }: ClipStretchesProps) {
  const words = useWords().later?.clip ?? en;
  if (stretches.length === 0) return null;
  return (
    <ol className={styles.stretches} aria-label={words.stretches}>
      {stretches.map(({ from, id, to }) => {
        const text = `${markText(from, words.begin)} – ${markText(to, words.end)}`;
        return (
          <li key={id}>
            <span className="figures">{text}</span>
            <Button look="ghost" aria-label={words.removeStretch(text)} onPress={() => onRemove(id)}>
              {words.remove}
            </Button>
          </li>
        );
      })}
    </ol>
  );
}

/** Minutes and seconds of a mark. */
export function markText(seconds: number | undefined, absent: string): string {
  if (seconds === undefined) return absent;
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, '0')}`;
}
