import { DialogBox } from '@kitestring/console-ui/dialog-box.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import type { Account } from '@kitestring/station-contract/station/account.ts';
import { useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { ConfirmCommand } from '../parts/confirm-command.tsx';
import { useFormCommand } from '../station/use-command.ts';
import { NewPasswordField, RoleChoice } from './account-fields.tsx';
import { useAccountWords } from './account-words.ts';
import { useReadAgain } from './use-accounts.ts';

interface AccountDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Name and role; for one's own account only the name. */
export function ChangeDialog({ account, onClose }: AccountDialogProps) {
  const texts = useAccountWords();
  const again = useReadAgain();
  const [name, setName] = useState(account.name);
  const [role, setRole] = useState(account.role);
  const saving = useFormCommand(async ({ station }) => {
    await station.changeAccount({ id: account.id }, { name, ...(role !== account.role && { role }) });
    onClose();
    await again();
  });
  return (
    <DialogBox title={texts.changing.title(account.name)} onClose={onClose}>
      <CommandForm command={saving} submit={texts.changing.submit}>
        <TextField label={texts.add.name} value={name} onChange={setName} maxLength={100} autoFocus />
        <RoleChoice value={role} onChange={setRole} isDisabled={account.is_own} />
        <p className="quiet small">{account.is_own ? texts.ownHint : texts.changing.ends}</p>
      </CommandForm>
    </DialogBox>
  );
}

/** Sets a new password for a forgotten one. */
export function PasswordDialog({ account, onClose }: AccountDialogProps) {
  const texts = useAccountWords();
  const again = useReadAgain();
  const [password, setPassword] = useState('');
  const setting = useFormCommand(async ({ station }) => {
    await station.changeAccount({ id: account.id }, { password });
    onClose();
    await again();
  });
  return (
    <DialogBox title={texts.setPasswordOf(account.name)} onClose={onClose}>
      <CommandForm command={setting} submit={texts.password.submit}>
        <NewPasswordField label={texts.password.fresh} value={password} onChange={setPassword} />
        <p className="quiet small">{texts.setPasswordEnds}</p>
      </CommandForm>
    </DialogBox>
  );
}

export function DeleteDialog(props: AccountDialogProps) {
  const { remove, removal } = useAccountWords();
  return <EndingDialog {...props} words={removal} action={remove} end="removeAccount" />;
}

/** Signs it out everywhere. */
export function EvictDialog(props: AccountDialogProps) {
  const { evict, eviction } = useAccountWords();
  return <EndingDialog {...props} words={eviction} action={evict} end="evictAccount" />;
}

interface EndingDialogProps extends AccountDialogProps {
  readonly words: { readonly title: (name: string) => string; readonly text: string };
  readonly action: string;
  readonly end: 'evictAccount' | 'removeAccount';
}

function EndingDialog({ account, action, end, onClose, words }: EndingDialogProps) {
  return (
    <ConfirmCommand
      title={words.title(account.name)}
      action={action}
      command={({ station }) => station[end]({ id: account.id })}
      onClose={onClose}
      onDone={useReadAgain()}
    >
      <p>{words.text}</p>
    </ConfirmCommand>
  );
}
