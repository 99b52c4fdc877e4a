import { classNames } from '@kitestring/console-ui/class-names.ts';
import { useOff } from '@kitestring/console-ui/off.tsx';
import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import styles from './number-entry.module.css';

interface NumberEntryProps {
  readonly label: string;
  /** Beside the label: the command in progress. */
  readonly aside?: string | undefined;
  readonly value: string;
  readonly unit: string;
  readonly onChange: (text: string) => void;
  readonly isDisabled?: boolean;
  readonly trouble?: string | undefined;
  /** The displayed value is stale. */
  readonly isStale?: boolean;
  /** Beside it, such as a button that sends it. */
  readonly children?: ReactNode;
}

/** A number with its unit, as text, so that a value out of range is reported and not silently changed. */
export function NumberEntry(props: NumberEntryProps) {
  const { aside, children, isDisabled = false, isStale = false, label, onChange, trouble, unit, value } = props;
  return (
    <TextField
      className={styles.entry ?? ''}
      {...useOff(isDisabled)}
      isInvalid={trouble !== undefined}
      value={value}
      onChange={onChange}
      inputMode="decimal"
      autoComplete="off"
    >
      <div className={styles.head}>
        <Label className={styles.label ?? ''}>{label}</Label>
        <span role="status" className={styles.aside}>
          {aside}
        </span>
      </div>
      <div className={styles.row}>
        <div className={styles.box}>
          <Input className={classNames(styles.input, isStale && styles.stale)} maxLength={8} />
          <span className={styles.unit} aria-hidden="true">
            {unit}
          </span>
        </div>
        {children}
      </div>
      <FieldError className={styles.error ?? ''}>{trouble}</FieldError>
    </TextField>
  );
}
