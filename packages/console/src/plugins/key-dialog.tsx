import type { IssuedKey } from '@kitestring/contract/admin/plugin.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { DialogBox } from '../kit/dialog-box.tsx';
import { AlertIcon } from '../kit/icons.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './key-dialog.module.css';

export interface KeyDialogProps {
  readonly issued: IssuedKey;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A key, for the only time that it can be seen. A click beside the dialog does not close it. */
export function KeyDialog({ children, issued, onClose }: KeyDialogProps) {
  const texts = useWords().plugins.key;
  const [copy, setCopy] = useState<'copied' | 'copyFailed'>();
  const copyKey = () => {
    // Pages of insecure origins have no clipboard at all.
    const copying = navigator.clipboard?.writeText(issued.key) ?? Promise.reject(new Error('no clipboard'));
    copying.then(
      () => setCopy('copied'),
      () => setCopy('copyFailed'),
    );
  };
  return (
    <DialogBox title={texts.title(issued.plugin.name)} onClose={onClose} isKept>
      <p className={styles.once}>
        <AlertIcon />
        {texts.once}
      </p>
      <div className={styles.key}>
        <input readOnly aria-label={texts.name} value={issued.key} onFocus={(event) => event.target.select()} />
        <Button onPress={copyKey}>{texts.copy}</Button>
      </div>
      <p role="status" className="small">
        {copy !== undefined && texts[copy]}
      </p>
      {children}
      <Button look="primary" size="large" onPress={onClose}>
        {texts.done}
      </Button>
    </DialogBox>
  );
}
