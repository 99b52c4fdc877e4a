import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components/Switch';
import { useOff } from './off.tsx';
import styles from './switch.module.css';

interface SwitchProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly children: ReactNode;
  /** For screen readers, if several switches have the same label. It begins with the label. */
  readonly name?: string;
  /** Below the name. */
  readonly hint?: string | undefined;
  readonly isDisabled?: boolean;
}

/** A setting that is on or off, and takes effect at once. */
export function Switch({ children, hint, isDisabled = false, isSelected, name, onChange }: SwitchProps) {
  return (
    <AriaSwitch
      className={styles.switch ?? ''}
      isSelected={isSelected}
      onChange={onChange}
      {...useOff(isDisabled)}
      {...(name !== undefined && { 'aria-label': name })}
    >
      <span className={styles.track} aria-hidden="true" />
      <span>
        {children}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
    </AriaSwitch>
  );
}
