import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { useOff } from './off.tsx';
import styles from './text-field.module.css';

interface TextFieldProps extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style'> {
  readonly label: string;
  readonly hint?: string;
  /** Number of lines. */
  readonly lines?: number;
  /** Error of the input. */
  readonly trouble?: ReactNode;
  /** Beside the line, such as a button that changes how it is shown. */
  readonly aside?: ReactNode;
}

/** A text field with its error below. */
export function TextField({ aside, hint, label, lines, trouble, ...props }: TextFieldProps) {
  return (
    <AriaTextField
      {...props}
      {...useOff(props.isDisabled)}
      isInvalid={trouble !== undefined}
      className={styles.field ?? ''}
    >
      <Label className="quiet small">{label}</Label>
      {lines === undefined ? (
        <div className={styles.row}>
          <Input className={styles.input ?? ''} />
          {aside}
        </div>
      ) : (
        <TextArea className={styles.input ?? ''} rows={lines} />
      )}
      {hint !== undefined && (
        <Text slot="description" className="quiet small">
          {hint}
        </Text>
      )}
      <div aria-live="assertive">
        <FieldError className={styles.error ?? ''}>{trouble}</FieldError>
      </div>
    </AriaTextField>
  );
}
