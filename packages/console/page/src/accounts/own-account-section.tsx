import { Panel } from '@kitestring/console-ui/panel.tsx';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { useState } from 'react';
import { CommandForm } from '../parts/command-form.tsx';
import { useStation } from '../station/station-context.tsx';
import { useFormCommand } from '../station/use-command.ts';
import { NewPasswordField } from './account-fields.tsx';
import { useAccountWords } from './account-words.ts';
import { PasskeysPanel } from './passkeys-panel.tsx';

/** One's own account: identity and ways to sign in. */
export function OwnAccountSection() {
  const texts = useAccountWords();
  const { account } = useStation().signedIn;
  if (account === undefined) return <p className="quiet">{texts.noAccount}</p>;
  const { login, name, role } = account;
  return (
    <>
      <Panel title={name}>
        <p className="quiet small">
          <code>{login}</code> · {texts.roles[role]}: {texts.roleHints[role]}
        </p>
      </Panel>
      <PasswordPanel login={login} />
      <PasskeysPanel account={account} />
    </>
  );
}

function PasswordPanel({ login }: { readonly login: string }) {
  const { password: texts } = useAccountWords();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [isDone, setIsDone] = useState(false);
  const setting = useFormCommand(async ({ station }) => {
    setIsDone(false);
    await station.changeOwnPassword({ current, password });
    setIsDone(true);
    setCurrent('');
    setPassword('');
  });
  return (
    <Panel title={texts.name}>
      <p className="quiet small">{texts.lead}</p>
      <CommandForm label={texts.submit} command={setting} submit={texts.submit}>
        {/* For password managers, which need the login. */}
        <input type="text" autoComplete="username" value={login} readOnly hidden />
        <TextField
          label={texts.current}
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <NewPasswordField label={texts.fresh} value={password} onChange={setPassword} />
        <p role="status">{isDone ? texts.done : ''}</p>
      </CommandForm>
    </Panel>
  );
}
