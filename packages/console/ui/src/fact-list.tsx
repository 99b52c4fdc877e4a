import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './fact-list.module.css';
import { useUiWords } from './ui-words.tsx';

/** Names and values, one pair per line. */
export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>;
}

interface FactProps {
  readonly name: string;
  /** Undefined is shown as a dash. */
  readonly value: ReactNode;
  readonly isStale?: boolean;
}

export function Fact({ isStale = false, name, value }: FactProps) {
  const words = useUiWords();
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={classNames('figures', isStale && styles.stale)} data-stale={isStale || undefined}>
        {value ?? (
          <>
            <span aria-hidden="true">—</span>
            <span className="hidden-visually">{words.unknown}</span>
          </>
        )}
      </dd>
    </div>
  );
}
