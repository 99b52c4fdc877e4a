import type { ReactNode } from 'react';
import { Checkbox } from 'react-aria-components/Checkbox';
import styles from './check-box.module.css';
import { useOff } from './off.tsx';

interface CheckBoxProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly children: ReactNode;
  readonly hint?: string | undefined;
}

/** One of several options, which takes effect later. */
export function CheckBox({ children, hint, isSelected, onChange }: CheckBoxProps) {
  return (
    <Checkbox className={styles.check ?? ''} isSelected={isSelected} onChange={onChange} {...useOff()}>
      <span className={styles.box} aria-hidden="true">
        {isSelected && (
          <svg width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">
            <path d="m4 12 5.500 6L20 6" />
          </svg>
        )}
      </span>
      <span>
        {children}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
    </Checkbox>
  );
}
