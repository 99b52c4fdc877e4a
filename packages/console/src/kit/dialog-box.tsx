import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useWords } from '../words/words-context.tsx';
import { Button } from './button.tsx';
import styles from './dialog-box.module.css';
import { CloseIcon } from './icons.tsx';

export interface DialogBoxProps {
  readonly title: string;
  readonly onClose: () => void;
  /** A touch beside it does not close it: what it shows is not shown again. */
  readonly isKept?: boolean;
  readonly children: ReactNode;
}

/** A dialog in the middle of the page; the page behind it waits. */
export function DialogBox({ children, isKept = false, onClose, title }: DialogBoxProps) {
  const words = useWords();
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
            <Button look="ghost" isSquare aria-label={words.kit.close} onPress={onClose}>
              <CloseIcon />
            </Button>
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
