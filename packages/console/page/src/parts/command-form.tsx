import { Button } from '@kitestring/console-ui/button.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { ReactNode } from 'react';
import { Form } from 'react-aria-components/Form';
import type { Command } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';

interface CommandFormProps {
  /** Name of the form; not needed in a dialog, which has one. */
  readonly label?: string;
  readonly className?: string | undefined;
  readonly command: Command<[]>;
  /** Validates the input and sends it; absent: it is sent without validation. */
  readonly onSubmit?: () => void;
  /** Label of the submit button. */
  readonly submit: string;
  readonly look?: 'primary' | 'plain';
  readonly isOff?: boolean;
  /** Shown instead of the refusal of the command. */
  readonly trouble?: string | undefined;
  readonly onCancel?: () => void;
  /** Fields. */
  readonly children: ReactNode;
}

/** Fields, the reason of a refusal, and the submit button. */
export function CommandForm(props: CommandFormProps) {
  const {
    children,
    className = 'stack loose',
    command,
    isOff = false,
    label,
    look = 'primary',
    onCancel,
    submit,
  } = props;
  const { trouble = command.trouble, onSubmit = () => void command.send() } = props;
  const { ui } = useWords();
  const button = (
    <Button type="submit" look={look} isPending={command.isBusy} isDisabled={isOff}>
      {submit}
    </Button>
  );
  return (
    <Form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        // Enter in a form with a single field submits it even if the button is disabled.
        if (!command.isBusy) onSubmit();
      }}
      validationBehavior="aria"
      // A refusal is of what was sent, not of what is entered now.
      render={(form) => <form {...form} onChange={command.forget} />}
      {...(label !== undefined && { 'aria-label': label })}
    >
      {children}
      <Trouble text={trouble} />
      {onCancel === undefined ? (
        button
      ) : (
        <div className="wrapping">
          {button}
          <Button onPress={onCancel}>{ui.cancel}</Button>
        </div>
      )}
    </Form>
  );
}
