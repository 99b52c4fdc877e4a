import { ApiError } from '@kitestring/client/api-error.ts';
import { AlertIcon } from '@kitestring/console-ui/icons.tsx';
import styles from '@kitestring/console-ui/sign-in.module.css';
import { useEffect, useRef } from 'react';
import type { CookieSession } from '../station/cookie-session.ts';
import { troubleText } from '../station/trouble-text.ts';
import { useWords } from '../words/words-context.tsx';

const AGAIN_EVERY_MS = 4000;

interface AwayAtHubProps {
  readonly session: CookieSession;
  /** Checks again whether the hub provides the station; the page continues when it does. */
  readonly onAgain: () => unknown;
}

/** Instead of the page, or over it: why the hub does not provide the station. Continues by itself, unless the station has no console. */
export function AwayAtHub({ onAgain, session: { fault, sid } }: AwayAtHubProps) {
  const words = useWords();
  const { hub } = words.shell;
  const again = useRef(onAgain);
  again.current = onAgain;
  useEffect(() => {
    const look = () => void (document.hidden || again.current());
    const timer = setInterval(look, AGAIN_EVERY_MS);
    // The user may have signed in in another tab.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const { code, status } = fault instanceof ApiError ? fault : { code: undefined, status: undefined };
  const hasConsole = code !== 'NO_CONSOLE';
  return (
    <div className={styles.page} data-react-aria-top-layer="true">
      <main className={styles.card}>
        <header className={styles.head}>
          <AlertIcon />
          <h1>{status === 401 ? hub.signedOut : hasConsole ? hub.away : hub.noConsole}</h1>
        </header>
        <p role="status">
          {status === 401 ? hub.signInThere : status === 404 && hasConsole ? hub.noStation : troubleText(fault, words)}
        </p>
        {hasConsole && <p className="quiet">{hub.byItself}</p>}
        <a href={`/#/stations/${sid}`}>{hub.open}</a>
      </main>
    </div>
  );
}
