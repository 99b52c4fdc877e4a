import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import styles from './app.module.css';
import { AwayAtHub } from './shell/away-at-hub.tsx';
import { ADMINISTRATION, LAYOUT, LateView, LoadFailed } from './shell/late-view.tsx';
import { useDesk } from './shell/route.ts';
import { SignIn } from './shell/sign-in.tsx';
import { CookieSession } from './station/cookie-session.ts';
import type { PageFacts } from './station/page-facts.ts';
import type { PageSession, SignedIn } from './station/page-session.ts';
import { StationProvider } from './station/station-context.tsx';

type Start =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly facts: PageFacts };

/** The whole page: sign-in, then the console; the sign-in again over it when the token has ended. */
export function App({ session }: { readonly session: PageSession }) {
  const { start, tryAgain } = useStart(session);
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const last = useRef<SignedIn>(undefined);
  if (state.kind === 'signedIn') last.current = state;
  if (state.kind === 'signedOut') last.current = undefined;
  const atHub = session instanceof CookieSession ? session : undefined;
  if (start.kind === 'failed' && atHub !== undefined) return <AwayAtHub session={atHub} onAgain={tryAgain} />;
  if (start.kind === 'failed') return <LoadFailed fault="missing" onTryAgain={tryAgain} />;
  if (start.kind === 'loading') return null;
  return (
    <>
      {last.current !== undefined && (
        <div inert={state.kind !== 'signedIn'} className={styles.behind}>
          <StationProvider session={session} signedIn={last.current} facts={start.facts}>
            <View onReload={() => reload(session)} />
          </StationProvider>
        </div>
      )}
      {state.kind === 'signedOut' && (
        <SignIn session={session} facts={start.facts} hasEnded={false} onBegun={LAYOUT.fetchEarly} />
      )}
      {/* Outside of the page: an open dialog makes the whole page inert. */}
      {state.kind === 'ended' &&
        createPortal(
          atHub !== undefined ? (
            <AwayAtHub session={atHub} onAgain={() => atHub.look()} />
          ) : (
            <SignIn
              session={session}
              facts={start.facts}
              hasEnded
              wasAdministrator={last.current?.scopes.includes('internal') ?? false}
            />
          ),
          document.body,
        )}
    </>
  );
}

/** The operator's page, or the administration. */
function View({ onReload }: { readonly onReload: () => void }) {
  const isAtDesk = useDesk() !== undefined;
  return <LateView key={String(isAtDesk)} late={isAtDesk ? ADMINISTRATION : LAYOUT} onReload={onReload} />;
}

function useStart(session: PageSession) {
  const [start, setStart] = useState<Start>({ kind: 'loading' });
  const tryAgain = useCallback(() => {
    session.start().then(
      (facts) => setStart({ kind: 'ready', facts }),
      // Another attempt may have been answered first.
      () => setStart((now) => (now.kind === 'ready' ? now : { kind: 'failed' })),
    );
  }, [session]);
  useEffect(tryAgain, [tryAgain]);
  return { start, tryAgain };
}

function reload(session: PageSession): void {
  session.carryOverReload();
  location.reload();
}
