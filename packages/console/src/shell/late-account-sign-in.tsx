import type { AccountGrant } from '@kitestring/contract/station/account.ts';
import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { Trouble } from '../kit/trouble.tsx';
import type { PageSession } from '../station/page-session.ts';
import { useWords } from '../words/words-context.tsx';
import { LatePart, useLatePart } from './late-part.ts';
import { useDesk } from './route.ts';
import styles from './sign-in.module.css';

/** Fetched only where the station has accounts. */
const ACCOUNT_SIGN_IN = new LatePart(() => import('../accounts/account-sign-in.tsx'));

interface LateAccountSignInProps {
  readonly session: PageSession;
  /** Name of the station. */
  readonly children: ReactNode;
  readonly hasEnded: boolean;
  readonly onBegun: (() => unknown) | undefined;
  readonly onKey: () => void;
}

/** The sign-in with a name of one's own, or what there is to see until it has come. */
export function LateAccountSignIn({ session, ...props }: LateAccountSignInProps) {
  const words = useWords();
  const { fault, part, tryAgain } = useLatePart(ACCOUNT_SIGN_IN, () => location.reload());
  const isAtDesk = useDesk() !== undefined;
  const granted = (grant: AccountGrant, isKept: boolean) => {
    // Administrators have no functions on the operator's page.
    if (grant.account.role === 'admin' && !props.hasEnded && !isAtDesk) location.hash = '#/accounts';
    session.open(grant, isKept);
  };
  if (part !== undefined) return <part.AccountSignIn {...props} onGranted={granted} />;
  return (
    <div className={styles.card}>
      {fault !== undefined ? (
        <>
          <Trouble text={words.shell.loadFaults[fault]} />
          <Button onPress={() => void tryAgain()}>{words.shell.tryAgain}</Button>
        </>
      ) : (
        <p role="status">{words.shell.loading}</p>
      )}
      <Button look="ghost" onPress={props.onKey}>
        {words.shell.signIn.withKey}
      </Button>
    </div>
  );
}
