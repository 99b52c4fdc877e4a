import { Button } from '@kitestring/console-ui/button.tsx';
import { ConfirmDialog } from '@kitestring/console-ui/dialog-box.tsx';
import { type ReactNode, useState } from 'react';
import { useHubAction } from '../api/use-hub-action.ts';

interface RemoveButtonProps {
  /** The label of the buttons. */
  readonly action: string;
  /** With the name of its object, for screen readers; it begins with `action`. */
  readonly name: string;
  readonly title: string;
  /** Consequence. */
  readonly children: ReactNode;
  readonly onRemove: () => Promise<unknown>;
  /** Afterwards. */
  readonly onDone: () => void;
}

/** Asks for confirmation, then does something irreversible; the dialog shows a refusal. */
export function RemoveButton({ action, children, name, onDone, onRemove, title }: RemoveButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const removal = useHubAction();
  const close = () => {
    removal.clear();
    setIsAsking(false);
  };
  const remove = () => void removal.run(onRemove, close, onDone);
  return (
    <>
      <Button aria-label={name} onPress={() => setIsAsking(true)}>
        {action}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          action={action}
          isBusy={removal.isBusy}
          trouble={removal.trouble ?? removal.atField}
          onConfirm={remove}
          onClose={close}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
