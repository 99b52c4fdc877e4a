import { Button } from '@kitestring/console-ui/button.tsx';
import { DialogBox } from '@kitestring/console-ui/dialog-box.tsx';
import { SecretField } from '@kitestring/console-ui/secret-field.tsx';
import type { ReactNode } from 'react';
import { useWords } from '../words/words-context.tsx';

interface MadeSecretProps {
  readonly title: string;
  readonly label: string;
  readonly value: string;
  readonly onClose: () => void;
  /** Before the secret: its purpose. */
  readonly children?: ReactNode;
}

/** A new secret, shown until the user confirms that it is saved. */
export function MadeSecret({ children, label, onClose, title, value }: MadeSecretProps) {
  const { secret } = useWords().administration;
  return (
    <DialogBox title={title} onClose={onClose} isKept>
      {children}
      <SecretField label={label} value={value} texts={secret} />
      <Button look="primary" size="large" onPress={onClose}>
        {secret.done}
      </Button>
    </DialogBox>
  );
}
