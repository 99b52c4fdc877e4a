import { Button } from '@kitestring/console-ui/button.tsx';
import { EyeIcon } from '@kitestring/console-ui/icons.tsx';
import styles from '@kitestring/console-ui/sign-in.module.css';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { type FleetSignIn, SIGN_IN_FAULTS, type SignInFault } from '@kitestring/hub-contract/fleet/session.ts';
import { readSignIn } from '@kitestring/hub-contract/fleet/session-operations.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { CallFault, callHub } from '../api/call-hub.ts';
import type { FleetWords } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import type { HubSession } from './hub-session.ts';

/** Address of an invitation: a code and an optional pin after the `#`, never a slash. */
const INVITATION = /^#[a-z0-9]{20,}(?:\.|$)/i;

/** Asks for a key of the hub, which is exchanged for a cookie at once and not stored. */
export function SignIn({ hasEnded, session }: { readonly session: HubSession; readonly hasEnded: boolean }) {
  const words = useWords();
  const { signIn: texts } = words;
  const [key, setKey] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const change = (typed: string) => {
    setKey(typed);
    setTrouble(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (key.trim() === '') return setTrouble(texts.empty);
    setIsBusy(true);
    setTrouble(undefined);
    try {
      await session.signIn(key.trim());
    } catch (error) {
      setTrouble(errorText(error, words));
      setIsBusy(false);
    }
  };
  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={submit} noValidate aria-labelledby="sign-in">
        <header className={styles.head}>
          <img src="/kite.svg" alt="" width="44" height="44" />
          <div>
            <h1 id="sign-in">{texts.title}</h1>
            <p className="quiet">{texts.hub(location.host)}</p>
          </div>
        </header>
        {hasEnded && <p role="status">{texts.ended}</p>}
        {INVITATION.test(location.hash) && <p role="status">{texts.invitation}</p>}
        <ProviderSignIn />
        <TextField
          label={texts.key}
          type={isShown ? 'text' : 'password'}
          value={key}
          onChange={change}
          autoComplete="current-password"
          autoFocus
          trouble={trouble}
          aside={
            <Button
              isSquare
              aria-label={isShown ? texts.hideKey : texts.showKey}
              aria-pressed={isShown}
              onPress={() => setIsShown(!isShown)}
            >
              <EyeIcon isCrossed={isShown} />
            </Button>
          }
        />
        <Button type="submit" look="primary" size="large" isPending={isBusy}>
          {isBusy ? texts.busy : texts.submit}
        </Button>
        <p className="quiet small">{texts.hint}</p>
      </form>
    </main>
  );
}

function errorText(error: unknown, { signIn, trouble }: FleetWords): string {
  if (!(error instanceof CallFault)) return trouble.failed;
  if (error.status === 401) return signIn.wrong;
  if (error.status === 429) return signIn.wait(error.retryAfterS ?? 1);
  return error.status === 0 ? trouble.unreachable : error.message;
}

/** Sign-in by the OpenID Connect provider of the hub; nothing if none is configured. */
function ProviderSignIn() {
  const { signIn: texts } = useWords();
  const [provider, setProvider] = useState<FleetSignIn['oidc']>();
  const [fault] = useState(faultInAddress);
  useEffect(() => {
    // Shown once: not after a reload of the page.
    if (fault !== undefined) history.replaceState(history.state, '', location.pathname + location.hash);
  }, [fault]);
  useEffect(() => {
    const leave = new AbortController();
    callHub(readSignIn, { signal: leave.signal }).then(
      ({ oidc }) => setProvider(oidc),
      // The key is requested anyway; the sign-in shows the fault.
      () => {},
    );
    return () => leave.abort();
  }, []);
  if (provider === undefined && fault === undefined) return null;
  return (
    <>
      {fault !== undefined && <p role="alert">{texts.faults[fault]}</p>}
      {provider !== undefined && (
        <Button look="primary" size="large" onPress={() => location.assign(address(provider.url))}>
          {texts.by(provider.name)}
        </Button>
      )}
      {provider?.state === 'away' && <p className="quiet small">{texts.away}</p>}
    </>
  );
}

/** Current address of the page, as far as the hub sees it. */
const address = (url: string): string => `${url}?${new URLSearchParams({ return_to: location.pathname })}`;

/** Why a sign-in by the provider failed. */
function faultInAddress(): SignInFault | undefined {
  const told = new URLSearchParams(location.search).get('sign_in');
  return SIGN_IN_FAULTS.find((fault) => fault === told);
}
