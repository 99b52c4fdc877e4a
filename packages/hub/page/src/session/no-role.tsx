import { Button } from '@kitestring/console-ui/button.tsx';
import { ExitIcon } from '@kitestring/console-ui/icons.tsx';
import styles from '@kitestring/console-ui/sign-in.module.css';
import { useEffect } from 'react';
import { useHub } from '../fleet-context.tsx';
import { useWords } from '../words/words-context.tsx';

const CHECK_EVERY_MS = 15_000;

/** For a person who is signed in without any role: which role to ask for, and whom. The page continues by itself with the first role. */
export function NoRole() {
  const { noRole: texts, shell } = useWords();
  const { session, signedIn } = useHub();
  useEffect(() => {
    const timer = setInterval(() => void session.check(), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [session]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.head}>
          <img src="/kite.svg" alt="" width="32" height="32" />
          <h1>{texts.title}</h1>
        </div>
        <p>
          <strong>{texts.who(signedIn.name, location.host)}</strong>
        </p>
        <p>{texts.ask}</p>
        <p className="quiet small">
          {texts.id}: <span className="mono">{signedIn.id}</span>
        </p>
        <Button look="primary" size="large" onPress={() => void session.check()}>
          {texts.again}
        </Button>
        <Button onPress={() => void session.signOut()}>
          <ExitIcon /> {shell.signOut}
        </Button>
      </div>
    </main>
  );
}
