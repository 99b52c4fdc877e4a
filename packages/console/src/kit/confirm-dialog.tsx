import type { ReactNode } from 'react';
import { useWords } from '../words/words-context.tsx';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { DialogBox } from './dialog-box.tsx';
import { Trouble } from './trouble.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** The word on the button that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly isBusy?: boolean;
  readonly trouble?: string | undefined;
}

/** Asks before something that cannot be undone; stays open with the refusal when there is one. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { action, children, isBusy = false, onClose, onConfirm, title, trouble } = props;
  const words = useWords();
  return (
    <DialogBox title={title} onClose={onClose}>
      <div>{children}</div>
      <Trouble text={trouble} />
      <div className={styles.answers}>
        <Button onPress={onClose} autoFocus>
          {words.kit.cancel}
        </Button>
        <Button look="danger" isPending={isBusy} onPress={onConfirm}>
          {action}
        </Button>
      </div>
    </DialogBox>
  );
}
