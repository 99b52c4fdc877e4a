import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { HubAlarms } from './alarms/hub-alarms.ts';
import styles from './app.module.css';
import { FleetProvider } from './fleet-context.tsx';
import type { HubSession } from './session/hub-session.ts';
import { NoRole } from './session/no-role.tsx';
import { hasScope } from './session/rights.ts';
import { SignIn } from './session/sign-in.tsx';
import { Layout } from './shell/layout.tsx';
import { LiveStations } from './stations/live-stations.ts';

/** The whole page: sign-in, then the fleet; the sign-in again over it when the session has ended. */
export function App({ session }: { readonly session: HubSession }) {
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const isIn = state.kind === 'signedIn';
  const signedIn = state.kind === 'signedIn' || state.kind === 'ended' ? state.signedIn : undefined;
  const id = signedIn?.id;
  // Another person starts with an empty page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each person
  const stores = useMemo(
    () => ({ stations: new LiveStations(session), alarms: new HubAlarms(session) }),
    [session, id],
  );
  const hasRole = signedIn !== undefined && signedIn.rights.length > 0;
  const isLive = signedIn !== undefined && hasScope(signedIn, 'read');
  useEffect(() => (isIn && hasRole ? stores.stations.start(isLive) : undefined), [isIn, hasRole, isLive, stores]);
  return (
    <>
      {signedIn !== undefined && (
        <div inert={!isIn} className={styles.behind}>
          <FleetProvider session={session} signedIn={signedIn} {...stores}>
            {hasRole ? <Layout /> : <NoRole />}
          </FleetProvider>
        </div>
      )}
      {!isIn && <SignIn session={session} hasEnded={state.kind === 'ended'} />}
    </>
  );
}
