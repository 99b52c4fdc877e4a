import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from './button.tsx';
import { CloseButton } from './close-button.tsx';
import styles from './dialog-box.module.css';
import { Trouble } from './trouble.tsx';
import { useUiWords } from './ui-words.tsx';

interface DialogBoxProps {
  readonly title: string;
  readonly onClose: () => void;
  /** A touch outside does not close it, because its content is not shown again. */
  readonly isKept?: boolean;
  readonly children: ReactNode;
}

/** A dialog in the middle of the page; the rest of the page is inactive. */
export function DialogBox({ children, isKept = false, onClose, title }: DialogBoxProps) {
  const words = useUiWords();
  return (
    <ModalOverlay
      isOpen
      isDismissable={!isKept}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''}>
          <header className={styles.head}>
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            <CloseButton label={words.close} onPress={onClose} />
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  /** Consequence of the action. */
  readonly children: ReactNode;
  /** The label of the button that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly isBusy?: boolean;
  readonly trouble?: string | undefined;
}

/** Asks for confirmation of something irreversible; stays open and shows the refusal if there is one. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { action, children, isBusy = false, onClose, onConfirm, title, trouble } = props;
  const words = useUiWords();
  return (
    <DialogBox title={title} onClose={onClose}>
      <div>{children}</div>
      <Trouble text={trouble} />
      <div className={styles.answers}>
        <Button onPress={onClose} autoFocus>
          {words.cancel}
        </Button>
        <Button look="danger" isPending={isBusy} onPress={onConfirm}>
          {action}
        </Button>
      </div>
    </DialogBox>
  );
}
