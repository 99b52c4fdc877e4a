import { Button } from '@kitestring/console-ui/button.tsx';
import { DialogBox } from '@kitestring/console-ui/dialog-box.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { ReactNode } from 'react';
import type { PageAction } from '../api/use-hub-action.ts';

interface MakeDialogProps {
  readonly title: string;
  readonly action: PageAction;
  /** Text of its button. */
  readonly submit: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Shown instead of errors of the action that belong to no field. */
  readonly trouble?: string | undefined;
  /** Fields. */
  readonly children: ReactNode;
}

/** Fields, and the button that submits them. */
export function MakeDialog({ action, children, onClose, onSubmit, submit, title, trouble }: MakeDialogProps) {
  return (
    <DialogBox title={title} onClose={onClose}>
      <form
        className="stack loose"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        noValidate
      >
        {children}
        <Trouble text={trouble ?? action.trouble} />
        <Button type="submit" look="primary" size="large" isPending={action.isBusy}>
          {submit}
        </Button>
      </form>
    </DialogBox>
  );
}
