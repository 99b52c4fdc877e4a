import type { Account } from '@kitestring/contract/station/account.ts';
import { Button } from '@kitestring/kit/button.tsx';
import { Panel } from '@kitestring/kit/panel.tsx';
import { Switch } from '@kitestring/kit/switch.tsx';
import { Trouble } from '@kitestring/kit/trouble.tsx';
import { useState } from 'react';
import { useTimeText } from '../kit/use-time.ts';
import styles from '../plugins/plugins-drawer.module.css';
import { useCommand } from '../station/use-command.ts';
import { ChangeDialog, DeleteDialog, PasswordDialog } from './account-dialogs.tsx';
import { useAccountWords } from './account-words.ts';
import { AddAccount } from './add-account.tsx';
import { AccountsContext, useAccountReadings, useReadAgain } from './use-accounts.ts';

/** People who sign in with a name of their own. */
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

const DIALOGS = { change: ChangeDialog, password: PasswordDialog, remove: DeleteDialog } as const;

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
