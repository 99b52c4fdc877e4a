import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { AlertIcon } from './icons.tsx';
import styles from './secret-field.module.css';

interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly texts: Readonly<Record<'once' | 'copy' | 'copied' | 'copyFailed', string>>;
  /** Before the field, such as a picture. */
  readonly children?: ReactNode;
}

/** A secret that is shown only once, to be copied. */
export function SecretField({ children, label, texts, value }: SecretFieldProps) {
  const [isCopied, setIsCopied] = useState<boolean>();
  return (
    <>
      <p className={styles.once}>
        <AlertIcon />
        {texts.once}
      </p>
      {children}
      <div className={styles.secret}>
        <input readOnly aria-label={label} value={value} onFocus={({ target }) => target.select()} />
        <Button onPress={() => void copyText(value).then(setIsCopied)}>{texts.copy}</Button>
      </div>
      <p role="status" className="small">
        {isCopied !== undefined && (isCopied ? texts.copied : texts.copyFailed)}
      </p>
    </>
  );
}
