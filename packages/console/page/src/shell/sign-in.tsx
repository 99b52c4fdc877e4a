import { ApiError } from '@kitestring/client/api-error.ts';
import { Button } from '@kitestring/console-ui/button.tsx';
import { CheckBox } from '@kitestring/console-ui/check-box.tsx';
import { EyeIcon } from '@kitestring/console-ui/icons.tsx';
import frame from '@kitestring/console-ui/sign-in.module.css';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { Ticking } from '../parts/ticking.tsx';
import type { PageFacts } from '../station/page-facts.ts';
import type { PageSession, SignInRequest } from '../station/page-session.ts';
import { troubleText } from '../station/trouble-text.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import { LateAccountSignIn } from './late-account-sign-in.tsx';
import { OriginChip } from './origin-chip.tsx';
import styles from './sign-in.module.css';
import { useRetryWait } from './use-retry-wait.ts';

interface SignInProps {
  readonly facts: PageFacts;
  readonly session: PageSession;
  /** The page behind it still exists and continues afterwards. */
  readonly hasEnded: boolean;
  /** The session was an administration; the next one continues it unless the user chooses otherwise. */
  readonly wasAdministrator?: boolean;
  /** Called when the user starts to enter the key: further files will be needed soon. */
  readonly onBegun?: () => unknown;
}

/** Asks for the API key, or for an account if the station has accounts. */
export function SignIn(props: SignInProps) {
  const { facts, hasEnded, onBegun, session } = props;
  const [isByKey, setIsByKey] = useState(!facts.hasAccounts);
  return (
    // Also over a dialog that was open when the sign-in ended, which would keep the focus otherwise.
    <div className={frame.page} data-over={hasEnded || undefined} data-react-aria-top-layer="true">
      {isByKey ? (
        <KeySignIn {...props} onAccount={facts.hasAccounts ? () => setIsByKey(false) : undefined} />
      ) : (
        <LateAccountSignIn session={session} hasEnded={hasEnded} onBegun={onBegun} onKey={() => setIsByKey(true)}>
          <StationName facts={facts} />
        </LateAccountSignIn>
      )}
    </div>
  );
}

interface KeySignInProps extends SignInProps {
  /** The other way to sign in. */
  readonly onAccount: (() => void) | undefined;
}

function KeySignIn({ facts, hasEnded, onAccount, onBegun, session, wasAdministrator = false }: KeySignInProps) {
  const words = useWords();
  const [key, setKey] = useState('');
  const [isKeyShown, showKey] = useState(false);
  const [isKept, setIsKept] = useState(false);
  const [isAdministrator, setIsAdministrator] = useState(wasAdministrator);
  const { attempt, isBusy, trouble, waitS } = useSignIn(session, words);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void attempt({ key: key.trim(), isKept, isAdministrator });
  };
  return (
    <Form className={frame.card ?? ''} onSubmit={submit} validationBehavior="aria">
      <header className={frame.head}>
        <img src="./kite.svg" alt="" width="48" height="48" />
        <h1>{words.shell.signIn.title}</h1>
      </header>
      <StationName facts={facts} />
      <p className="quiet">{hasEnded ? words.shell.signIn.ended : words.shell.signIn.lead}</p>
      <TextField
        label={words.shell.signIn.key}
        value={key}
        onChange={(text) => {
          if (key === '') onBegun?.();
          setKey(text);
        }}
        type={isKeyShown ? 'text' : 'password'}
        spellCheck="false"
        autoComplete="current-password"
        autoFocus
        trouble={
          waitS > 0 ? <Ticking text={words.shell.signIn.waitS(waitS)} spoken={words.shell.signIn.wait} /> : trouble
        }
        aside={
          <Button
            isSquare
            aria-label={isKeyShown ? words.shell.signIn.hideKey : words.shell.signIn.showKey}
            onPress={() => showKey(!isKeyShown)}
          >
            <EyeIcon isCrossed={isKeyShown} />
          </Button>
        }
      />
      <CheckBox isSelected={isKept} onChange={setIsKept} hint={words.shell.signIn.keepHint}>
        {words.shell.signIn.keep}
      </CheckBox>
      <CheckBox isSelected={isAdministrator} onChange={setIsAdministrator} hint={words.shell.signIn.administerHint}>
        {words.shell.signIn.administer}
      </CheckBox>
      <Button type="submit" look="primary" size="large" isPending={isBusy} isDisabled={waitS > 0}>
        {isBusy ? words.shell.signIn.busy : words.shell.signIn.submit}
      </Button>
      {onAccount !== undefined && (
        <Button look="ghost" onPress={onAccount}>
          {words.shell.signIn.withAccount}
        </Button>
      )}
    </Form>
  );
}

/** The station for which a key or an account is requested. */
function StationName({ facts }: { readonly facts: PageFacts }) {
  const words = useWords();
  return (
    <p className={styles.station}>
      {words.shell.signIn.station(facts.stationName)}
      <OriginChip facts={facts} className={styles.simulated} />
    </p>
  );
}

function useSignIn(session: PageSession, words: Words) {
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const { waitAfter, waitS } = useRetryWait();
  const attempt = async (request: SignInRequest) => {
    if (request.key === '') return setTrouble(words.shell.signIn.empty);
    setIsBusy(true);
    setTrouble(undefined);
    try {
      await session.signIn(request);
    } catch (error) {
      waitAfter(error);
      const isWrong = error instanceof ApiError && error.status === 401;
      setTrouble(isWrong ? words.shell.signIn.wrong : troubleText(error, words));
    } finally {
      setIsBusy(false);
    }
  };
  return { attempt, isBusy, trouble, waitS };
}
