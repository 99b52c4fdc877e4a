import { Button } from '@kitestring/console-ui/button.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Switch } from '@kitestring/console-ui/switch.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { Account, NewAccount } from '@kitestring/station-contract/station/account.ts';
import { useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { useTimeText } from '../parts/use-time.ts';
import styles from '../plugins/plugins-drawer.module.css';
import { useCommand, useFormCommand } from '../station/use-command.ts';
import { ChangeDialog, DeleteDialog, EvictDialog, PasswordDialog } from './account-dialogs.tsx';
import { NewPasswordField, RoleChoice } from './account-fields.tsx';
import { useAccountWords } from './account-words.ts';
import { AccountsContext, useAccountReadings, useReadAgain } from './use-accounts.ts';

/** Adds a person. */
function AddAccount() {
  const texts = useAccountWords();
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <AddForm onDone={() => setIsOpen(false)} />;
  return <Button onPress={() => setIsOpen(true)}>{texts.add.open}</Button>;
}

const EMPTY = { login: '', name: '', role: 'pilot', password: '' } as const satisfies NewAccount;

function AddForm({ onDone }: { readonly onDone: () => void }) {
  const texts = useAccountWords();
  const again = useReadAgain();
  const [draft, setDraft] = useState<Required<NewAccount>>(EMPTY);
  const [isMissing, setIsMissing] = useState(false);
  const adding = useFormCommand(async ({ station }) => {
    await station.addAccount(draft);
    onDone();
    await again();
  });
  const submit = () => {
    const isIncomplete = [draft.login, draft.name, draft.password].some((text) => text.trim() === '');
    setIsMissing(isIncomplete);
    if (!isIncomplete) void adding.send();
  };
  return (
    <CommandForm
      label={texts.add.open}
      className={styles.form}
      command={adding}
      onSubmit={submit}
      submit={texts.add.submit}
      trouble={isMissing ? texts.add.missing : undefined}
      onCancel={onDone}
    >
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
    </CommandForm>
  );
}

/** People who sign in with their own login. */
export function AccountsSection() {
  const texts = useAccountWords();
  const { accounts, again, trouble } = useAccountReadings();
  return (
    <AccountsContext value={again}>
      <Panel title={texts.section.accounts}>
        <p className="quiet small">{texts.lead}</p>
        <Trouble text={trouble} />
        {accounts?.length === 0 && <p className="quiet">{texts.none}</p>}
        <ul className="stack loose">
          {accounts?.map((account) => (
            <AccountCard key={account.id} account={account} />
          ))}
        </ul>
        <AddAccount />
      </Panel>
    </AccountsContext>
  );
}

const DIALOGS = { change: ChangeDialog, password: PasswordDialog, evict: EvictDialog, remove: DeleteDialog } as const;

function AccountCard({ account }: { readonly account: Account }) {
  const texts = useAccountWords();
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const again = useReadAgain();
  const enabling = useCommand(async ({ station }, enabled: boolean) => {
    await station.changeAccount({ id: account.id }, { enabled });
    await again();
  });
  const Dialog = open && DIALOGS[open];
  const { enabled, is_own: isOwn, name, role } = account;
  return (
    <li className={styles.card}>
      <header className={styles.head}>
        <h3 className={styles.name}>
          {name}
          {isOwn && <span className="quiet small"> ({texts.own})</span>}
        </h3>
        <ul className={styles.scopes}>
          <li>{texts.roles[role]}</li>
          {!enabled && <li>{texts.disabled}</li>}
        </ul>
      </header>
      <Facts account={account} />
      <div className={styles.actions}>
        <Switch
          isSelected={enabled}
          isDisabled={isOwn}
          onChange={(isOn) => void enabling.send(isOn)}
          name={texts.enabledOf(name)}
        >
          {texts.enabled}
        </Switch>
        <Button onPress={() => setOpen('change')} aria-label={texts.changeOf(name)}>
          {texts.change}
        </Button>
        {!isOwn && (
          <>
            <Button onPress={() => setOpen('password')} aria-label={texts.setPasswordOf(name)}>
              {texts.setPassword}
            </Button>
            <Button onPress={() => setOpen('evict')} aria-label={texts.evictOf(name)}>
              {texts.evict}
            </Button>
            <Button onPress={() => setOpen('remove')} aria-label={texts.removeOf(name)}>
              {texts.remove}
            </Button>
          </>
        )}
      </div>
      <Trouble text={enabling.trouble} />
      {Dialog !== undefined && <Dialog account={account} onClose={() => setOpen(undefined)} />}
    </li>
  );
}

function Facts({ account }: { readonly account: Account }) {
  const texts = useAccountWords();
  const timeText = useTimeText();
  const { has_password, last_used_at, login, sessions } = account;
  const lastUsed = timeText(last_used_at);
  const facts = [
    texts.sessions(sessions),
    lastUsed === undefined ? texts.neverUsed : texts.lastUsed(lastUsed),
    ...(has_password ? [] : [texts.noPassword]),
  ];
  return (
    <p className="quiet small">
      <code>{login}</code> · {facts.join(' · ')}
    </p>
  );
}
