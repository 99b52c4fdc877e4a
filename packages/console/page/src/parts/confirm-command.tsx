import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { Button } from '@kitestring/console-ui/button.tsx';
import { ConfirmDialog } from '@kitestring/console-ui/dialog-box.tsx';
import { type ReactNode, useState } from 'react';
import { useFormCommand } from '../station/use-command.ts';

interface ConfirmCommandProps {
  readonly title: string;
  /** Label of the button that sends. */
  readonly action: string;
  /** Consequence. */
  readonly children: ReactNode;
  readonly command: (client: KitestringClient) => Promise<unknown>;
  readonly onClose: () => void;
  /** Afterwards. */
  readonly onDone?: () => Promise<void>;
}

/** Asks for confirmation, then sends a command; stays open and shows the refusal if there is one. */
export function ConfirmCommand({ command, onClose, onDone, ...question }: ConfirmCommandProps) {
  const { isBusy, send, trouble } = useFormCommand(async (client) => {
    await command(client);
    onClose();
    await onDone?.();
  });
  return (
    <ConfirmDialog {...question} onConfirm={() => void send()} onClose={onClose} isBusy={isBusy} trouble={trouble} />
  );
}

interface ConfirmButtonProps extends Omit<ConfirmCommandProps, 'onClose'> {
  readonly label?: string;
  /** The label with the name of its object, for screen readers. */
  readonly name: string;
}

/** A button whose command is confirmed first. */
export function ConfirmButton({ label, name, ...question }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button onPress={() => setIsAsking(true)} aria-label={name}>
        {label ?? question.action}
      </Button>
      {isAsking && <ConfirmCommand {...question} onClose={() => setIsAsking(false)} />}
    </>
  );
}
