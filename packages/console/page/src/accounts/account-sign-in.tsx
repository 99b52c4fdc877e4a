import { ApiError } from '@kitestring/client/api-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { Button } from '@kitestring/console-ui/button.tsx';
import { CheckBox } from '@kitestring/console-ui/check-box.tsx';
import frame from '@kitestring/console-ui/sign-in.module.css';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import type { AccountGrant } from '@kitestring/station-contract/station/account.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { Ticking } from '../parts/ticking.tsx';
import { useRetryWait } from '../shell/use-retry-wait.ts';
import { troubleText } from '../station/trouble-text.ts';
import { useWords } from '../words/words-context.tsx';
import { useAccountWords } from './account-words.ts';
import { isCalledOff, signInWithPasskey, whyNoPasskeys } from './passkey.ts';

interface AccountSignInProps {
  /** Name of the station. */
  readonly children: ReactNode;
  readonly hasEnded: boolean;
  readonly onGranted: (grant: AccountGrant, isKept: boolean) => void;
  /** The other way to sign in. */
  readonly onKey: () => void;
  readonly onBegun?: (() => unknown) | undefined;
}

/** Asks for login and password. */
export function AccountSignIn({ children, hasEnded, onBegun, onGranted, onKey }: AccountSignInProps) {
  const words = useWords();
  const { passkeys: passkeyTexts, signIn: texts } = useAccountWords();
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [isKept, setIsKept] = useState(false);
  const { attempt, isBusy, trouble, tryPasskey, waitS } = useAttempt((grant) => onGranted(grant, isKept));
  const whyNot = whyNoPasskeys();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(login.trim(), password);
  };
  return (
    <Form className={frame.card ?? ''} onSubmit={submit} validationBehavior="aria">
      <header className={frame.head}>
        <img src="./kite.svg" alt="" width="48" height="48" />
        <h1>{texts.title}</h1>
      </header>
      {children}
      <p className="quiet">{hasEnded ? texts.ended : texts.lead}</p>
      <TextField
        label={texts.login}
        value={login}
        onChange={(text) => {
          if (login === '') onBegun?.();
          setLogin(text);
        }}
        autoComplete="username"
        spellCheck="false"
        autoFocus
      />
      <TextField
        label={texts.password}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        trouble={waitS > 0 ? <Ticking text={texts.waitS(waitS)} spoken={words.shell.signIn.wait} /> : trouble}
      />
      <CheckBox isSelected={isKept} onChange={setIsKept} hint={texts.keepHint}>
        {texts.keep}
      </CheckBox>
      <Button type="submit" look="primary" size="large" isPending={isBusy} isDisabled={waitS > 0}>
        {isBusy ? texts.busy : texts.submit}
      </Button>
      {whyNot === undefined ? (
        <Button isPending={isBusy} isDisabled={waitS > 0} onPress={() => void tryPasskey()}>
          {texts.passkey}
        </Button>
      ) : (
        <p className="quiet small">{passkeyTexts.whyNot[whyNot]}</p>
      )}
      <Button look="ghost" onPress={onKey}>
        {words.shell.signIn.withKey}
      </Button>
    </Form>
  );
}

function useAttempt(onGranted: (grant: AccountGrant) => void) {
  const words = useWords();
  const { signIn: texts } = useAccountWords();
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const { waitAfter, waitS } = useRetryWait();
  const attempt = async (login: string, password: string) => {
    if (login === '' || password === '') return setTrouble(texts.empty);
    const ask = () => new KitestringClient({ url: location.origin }).station.signIn({ login, password });
    await run(ask, texts.wrong);
  };
  const run = async (ask: () => Promise<AccountGrant>, wrong: string) => {
    setIsBusy(true);
    setTrouble(undefined);
    try {
      onGranted(await ask());
    } catch (error) {
      waitAfter(error);
      const isWrong = error instanceof ApiError && error.status === 401;
      setTrouble(isWrong ? wrong : isCalledOff(error) ? texts.calledOff : troubleText(error, words));
    } finally {
      setIsBusy(false);
    }
  };
  const tryPasskey = () => run(signInWithPasskey, texts.passkeyWrong);
  return { attempt, tryPasskey, isBusy, trouble, waitS };
}
