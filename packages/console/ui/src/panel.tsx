import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  /** Without a title it is not a region of its own: its parent has the name. */
  readonly title?: string;
  /** Beside the title, on the right. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** The heading is for screen readers only. */
  readonly isTitleHidden?: boolean;
}

/** A section of the page with a name. */
export function Panel({ aside, children, isTitleHidden = false, title }: PanelProps) {
  const id = useId();
  if (title === undefined) return <div className={styles.panel}>{children}</div>;
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={isTitleHidden ? 'hidden-visually' : styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
