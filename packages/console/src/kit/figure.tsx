import { useWords } from '../words/words-context.tsx';
import { classNames } from './class-names.ts';
import styles from './figure.module.css';

export interface FigureProps {
  readonly name: string;
  /** Undefined is shown as a dash, which is not a zero. */
  readonly value: number | string | undefined;
  readonly unit?: string;
  /** Decimal places of a number. */
  readonly places?: number;
  readonly isStale?: boolean;
  readonly size?: 'normal' | 'large';
}

/** A reading with its name and unit; grey when it is old. */
export function Figure({ isStale = false, name, places = 1, size = 'normal', unit, value }: FigureProps) {
  const words = useWords();
  const text = typeof value === 'number' ? value.toFixed(places) : value;
  return (
    <div className={classNames(styles.figure, styles[size], isStale && styles.stale)} data-stale={isStale || undefined}>
      <span className={styles.name}>{name}</span>
      <span className={classNames(styles.value, 'figures')}>
        {text ?? (
          <>
            <span aria-hidden="true">—</span>
            <span className="hidden-visually">{words.kit.unknown}</span>
          </>
        )}
        {text !== undefined && unit !== undefined && <span className={styles.unit}> {unit}</span>}
      </span>
    </div>
  );
}
