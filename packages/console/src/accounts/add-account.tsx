import type { NewAccount } from '@kitestring/contract/station/account.ts';
import { Button } from '@kitestring/kit/button.tsx';
import { TextField } from '@kitestring/kit/text-field.tsx';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import styles from '../plugins/plugins-drawer.module.css';
import { useCommand } from '../station/use-command.ts';
import { useWords } from '../words/words-context.tsx';
import { useAccountWords } from './account-words.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { RoleChoice } from './role-choice.tsx';
import { useReadAgain } from './use-accounts.ts';

/** Adds a person. */
export function AddAccount() {
  const texts = useAccountWords();
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <AddForm onDone={() => setIsOpen(false)} />;
  return <Button onPress={() => setIsOpen(true)}>{texts.add.open}</Button>;
}

const EMPTY = { login: '', name: '', role: 'pilot', password: '' } as const satisfies NewAccount;

function AddForm({ onDone }: { readonly onDone: () => void }) {
  const words = useWords();
  const texts = useAccountWords();
  const again = useReadAgain();
  const [draft, setDraft] = useState<Required<NewAccount>>(EMPTY);
  const [isMissing, setIsMissing] = useState(false);
  const adding = useCommand(async ({ station }) => {
    await station.addAccount(draft);
    onDone();
    await again();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isIncomplete = [draft.login, draft.name, draft.password].some((text) => text.trim() === '');
    setIsMissing(isIncomplete);
    if (!isIncomplete) void adding.send();
  };
  return (
    <Form className={styles.form ?? ''} onSubmit={submit} validationBehavior="aria" aria-label={texts.add.open}>
      <TextField
        label={texts.add.login}
        hint={texts.add.loginHint}
        value={draft.login}
        onChange={(login) => setDraft({ ...draft, login })}
        maxLength={64}
        autoComplete="off"
        autoFocus
      />
      <TextField
        label={texts.add.name}
        hint={texts.add.nameHint}
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        maxLength={100}
        autoComplete="off"
      />
      <RoleChoice value={draft.role} onChange={(role) => setDraft({ ...draft, role })} />
      <NewPasswordField
        label={texts.password.name}
        value={draft.password}
        onChange={(password) => setDraft({ ...draft, password })}
      />
      <Trouble text={isMissing ? texts.add.missing : adding.trouble} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={adding.isBusy}>
          {texts.add.submit}
        </Button>
        <Button onPress={onDone}>{words.kit.cancel}</Button>
      </div>
    </Form>
  );
}
