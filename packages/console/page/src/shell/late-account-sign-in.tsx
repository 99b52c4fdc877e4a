import { Button } from '@kitestring/console-ui/button.tsx';
import { LatePart, useLatePart } from '@kitestring/console-ui/late-part.ts';
import frame from '@kitestring/console-ui/sign-in.module.css';
import type { AccountGrant } from '@kitestring/station-contract/station/account.ts';
import type { ReactNode } from 'react';
import type { PageSession } from '../station/page-session.ts';
import { useWords } from '../words/words-context.tsx';
import { PartWait } from './page-part.tsx';
import { useDesk } from './route.ts';

/** Loaded only if the station has accounts. */
const ACCOUNT_SIGN_IN = new LatePart(() => import('../accounts/account-sign-in.tsx'));

interface LateAccountSignInProps {
  readonly session: PageSession;
  /** Name of the station. */
  readonly children: ReactNode;
  readonly hasEnded: boolean;
  readonly onBegun: (() => unknown) | undefined;
  readonly onKey: () => void;
}

/** The sign-in with an account, or a placeholder until it is loaded. */
export function LateAccountSignIn({ session, ...props }: LateAccountSignInProps) {
  const words = useWords();
  const { part, ...wait } = useLatePart(ACCOUNT_SIGN_IN, () => location.reload());
  const isAtDesk = useDesk() !== undefined;
  const granted = (grant: AccountGrant, isKept: boolean) => {
    // Administrators have no functions on the operator's page.
    if (grant.account.role === 'admin' && !props.hasEnded && !isAtDesk) location.hash = '#/accounts';
    session.open(grant, isKept);
  };
  if (part !== undefined) return <part.AccountSignIn {...props} onGranted={granted} />;
  return (
    <div className={frame.card}>
      <PartWait {...wait} />
      <Button look="ghost" onPress={props.onKey}>
        {words.shell.signIn.withKey}
      </Button>
    </div>
  );
}
