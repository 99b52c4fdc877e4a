import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { LateView, WATCH_PAGE } from '../shell/late-view.tsx';
import wholePage from '../shell/whole-page.module.css';
import { loadPageFacts, type PageFacts } from '../station/page-facts.ts';
import type { PageSession, SignedIn } from '../station/page-session.ts';
import { StationProvider } from '../station/station-context.tsx';
import { troubleText } from '../station/trouble-text.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import { PictureReady } from './picture-came.ts';
import { forgetWatchSecret, renewalMs, retryMs, watchRefusal } from './watch-address.ts';
import styles from './watch-page.module.css';

/** The page of a watch link: pictures and state, or one line with the reason why there are none. */
export function WatchApp({ secret, session }: { readonly session: PageSession; readonly secret: string }) {
  const words = useWords();
  const { facts, fault, last } = useWatching(session, secret);
  if (fault !== undefined && (last === undefined || retryMs(fault) === undefined)) {
    return (
      <main className={wholePage.place}>
        <p role="alert" className={styles.refusal}>
          {line(fault, words)}
        </p>
      </main>
    );
  }
  if (facts === undefined || last === undefined) return null;
  return <WatchPages session={session} facts={facts} last={last} />;
}

interface WatchPagesProps {
  readonly session: PageSession;
  readonly facts: PageFacts;
  readonly last: SignedIn;
}

/** A picture that has not arrived by then will take longer, and the previous token has only minutes left. */
const HANDED_OVER_AFTER_MS = 15_000;

/** The page with the newest token, and below it, invisible, the next one until it has a picture: a renewal does not flicker. */
function WatchPages({ facts, last, session }: WatchPagesProps) {
  const [shown, setShown] = useState(last);
  const takeOver = useCallback(() => {
    if (shown === last) return;
    setShown(last);
    void session.retire(shown);
  }, [session, shown, last]);
  useEffect(() => {
    const timer = setTimeout(takeOver, HANDED_OVER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [takeOver]);
  const pages = shown === last ? [shown] : [shown, last];
  return pages.map((signedIn) => (
    <div key={signedIn.sessionId} className={signedIn === shown ? styles.shown : styles.coming}>
      <StationProvider session={session} signedIn={signedIn} facts={facts}>
        <PictureReady value={takeOver}>
          <LateView late={WATCH_PAGE} onReload={() => location.reload()} />
        </PictureReady>
      </StationProvider>
    </div>
  ));
}

function line(fault: unknown, words: Words): string {
  const refusal = watchRefusal(fault);
  return refusal === 'otherwise' ? troubleText(fault, words) : words.watching.refusals[refusal];
}

/** Exchanges the secret for a token, and renews it before it expires, as long as the link is valid. */
function useWatching(session: PageSession, secret: string) {
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const [facts, setFacts] = useState<PageFacts>();
  const [last, setLast] = useState<SignedIn>();
  const [fault, setFault] = useState<unknown>();
  if (state.kind === 'signedIn' && state !== last) setLast(state);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOpening = false;
    let isWanted = true;
    const again = (afterMs: number) => {
      if (isWanted) timer = setTimeout(() => void open(), afterMs);
    };
    const open = async () => {
      if (isOpening) return;
      isOpening = true;
      clearTimeout(timer);
      try {
        setFacts(await loadPageFacts(location.origin));
        const { expires_in } = await session.openLink(secret);
        setFault(undefined);
        again(renewalMs(expires_in));
      } catch (error) {
        const afterMs = retryMs(error);
        if (afterMs === undefined) forgetWatchSecret(sessionStorage);
        else again(afterMs);
        if (isWanted) setFault(error);
      } finally {
        isOpening = false;
      }
    };
    void open();
    const leave = session.subscribe(() => session.state.kind === 'ended' && void open());
    return () => {
      isWanted = false;
      clearTimeout(timer);
      leave();
    };
  }, [session, secret]);
  return { facts, fault, last };
}
