import { type FleetSignIn, SIGN_IN_FAULTS, type SignInFault } from '@kitestring/hubcontract/fleet/session.ts';
import { readSignIn } from '@kitestring/hubcontract/fleet/session-operations.ts';
import { Button } from '@kitestring/kit/button.tsx';
import { useEffect, useState } from 'react';
import { callHub } from '../api/call-hub.ts';
import { useWords } from '../words/words-context.tsx';

/** Sign-in by the OpenID Connect provider of the hub; nothing where none is set. */
export function ProviderSignIn() {
  const { signIn: texts } = useWords();
  const [provider, setProvider] = useState<FleetSignIn['oidc']>();
  const [fault] = useState(faultInAddress);
  useEffect(() => {
    // Told once: not again when the page is loaded again.
    if (fault !== undefined) history.replaceState(history.state, '', location.pathname + location.hash);
  }, [fault]);
  useEffect(() => {
    const leave = new AbortController();
    callHub<FleetSignIn>(readSignIn, { signal: leave.signal }).then(
      ({ oidc }) => setProvider(oidc),
      // The key is asked for all the same, and tells what is wrong.
      () => {},
    );
    return () => leave.abort();
  }, []);
  if (provider === undefined && fault === undefined) return null;
  return (
    <>
      {fault !== undefined && <p role="alert">{texts.faults[fault]}</p>}
      {provider !== undefined && (
        <Button look="primary" size="large" onPress={() => location.assign(addressOf(provider.url))}>
          {texts.by(provider.name)}
        </Button>
      )}
      {provider?.state === 'away' && <p className="quiet small">{texts.away}</p>}
    </>
  );
}

/** Back to where the page is now, as far as the hub sees it. */
const addressOf = (url: string): string => `${url}?${new URLSearchParams({ return_to: location.pathname })}`;

/** Why a sign-in by the provider did not succeed. */
function faultInAddress(): SignInFault | undefined {
  const told = new URLSearchParams(location.search).get('sign_in');
  return SIGN_IN_FAULTS.find((fault) => fault === told);
}
