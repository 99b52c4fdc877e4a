import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
} from 'react-aria-components';
import styles from './text-field.module.css';

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style'> {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with it. */
  readonly trouble?: string | undefined;
}

/** A line to type in, with what is wrong with it below. */
export function TextField({ hint, label, trouble, ...props }: TextFieldProps) {
  return (
    <AriaTextField {...props} isInvalid={trouble !== undefined} className={styles.field ?? ''}>
      <Label className={styles.label ?? ''}>{label}</Label>
      <Input className={styles.input ?? ''} />
      {hint !== undefined && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{trouble}</FieldError>
    </AriaTextField>
  );
}
