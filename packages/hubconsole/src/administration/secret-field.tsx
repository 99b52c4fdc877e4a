import { Button } from '@kitestring/kit/button.tsx';
import { copyText } from '@kitestring/kit/copy-text.ts';
import { AlertIcon } from '@kitestring/kit/icons.tsx';
import { useState } from 'react';
import { useWords } from '../words/words-context.tsx';
import styles from './administration.module.css';

/** A secret, for the only time that it can be seen, to be copied. */
export function SecretField({ label, value }: { readonly label: string; readonly value: string }) {
  const { secret: texts } = useWords().administration;
  const [isCopied, setIsCopied] = useState<boolean>();
  return (
    <>
      <p className={styles.once}>
        <AlertIcon />
        {texts.once}
      </p>
      <div className={styles.secret}>
        <input readOnly aria-label={label} value={value} onFocus={({ target }) => target.select()} />
        <Button onPress={() => void copyText(value).then(setIsCopied)}>{texts.copy}</Button>
      </div>
      <p role="status" className="small">
        {isCopied !== undefined && (isCopied ? texts.copied : texts.notCopied)}
      </p>
    </>
  );
}
