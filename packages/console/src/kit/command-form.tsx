import { Button } from '@kitestring/kit/button.tsx';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import type { ReactNode } from 'react';
import { Form } from 'react-aria-components';
import type { Command } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';

interface CommandFormProps {
  /** Name of the form; not needed in a dialog, which has one. */
  readonly label?: string;
  readonly className?: string | undefined;
  readonly command: Command<[]>;
  /** Checks what was typed and sends it; sends it as it is when absent. */
  readonly onSubmit?: () => void;
  /** Text of the button that sends it. */
  readonly submit: string;
  readonly look?: 'primary' | 'plain';
  readonly isOff?: boolean;
  /** In place of the refusal of the command. */
  readonly trouble?: string | undefined;
  readonly onCancel?: () => void;
  /** Fields. */
  readonly children: ReactNode;
}

/** Fields, why they were refused, and the button that sends them. */
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
  const { kit } = useWords();
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
        // Enter in a form with a single field submits it whatever its button says.
        if (!command.isBusy) onSubmit();
      }}
      validationBehavior="aria"
      {...(label !== undefined && { 'aria-label': label })}
    >
      {children}
      <Trouble text={trouble} />
      {onCancel === undefined ? (
        button
      ) : (
        <div className="wrapping">
          {button}
          <Button onPress={onCancel}>{kit.cancel}</Button>
        </div>
      )}
    </Form>
  );
}
