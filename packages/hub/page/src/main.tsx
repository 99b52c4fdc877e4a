import '@kitestring/console-ui/styles/tokens.css';
import '@kitestring/console-ui/styles/base.css';
import { appearance, keptValues } from '@kitestring/console-ui/kept-appearance.ts';
import { StrictMode, useEffect, useMemo, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { HubAlarms } from './alarms/hub-alarms.ts';
import styles from './app.module.css';
import { FleetProvider } from './fleet-context.tsx';
import { PreferencesProvider } from './preferences/preferences.tsx';
import { HubSession } from './session/hub-session.ts';
import { NoRole } from './session/no-role.tsx';
import { hasScope } from './session/rights.ts';
import { SignIn } from './session/sign-in.tsx';
import { Layout } from './shell/layout.tsx';
import { LiveStations } from './stations/live-stations.ts';
import { en } from './words/en.ts';
import { loadWords } from './words/words.ts';

const place = document.getElementById('console');
if (place === null) throw new Error('index.html has no element "console"');

void begin(place);

/** Never awaited at top level: a catalogue may import from this script, and would wait for its end. */
async function begin(place: HTMLElement): Promise<void> {
  const preferences = appearance(keptValues(localStorage), navigator.languages);
  const { language } = preferences;
  const session = new HubSession();
  // A catalogue that cannot be loaded must not keep users from their stations.
  const [words] = await Promise.all([
    loadWords(language).then(
      (catalogue) => ({ language, catalogue }),
      () => ({ language: 'en' as const, catalogue: en }),
    ),
    session.resume(),
  ]);
  createRoot(place).render(
    <StrictMode>
      <PreferencesProvider first={preferences} words={words}>
        <App session={session} />
      </PreferencesProvider>
    </StrictMode>,
  );
}

/** The whole page: sign-in, then the fleet; the sign-in appears again over it when the session has ended. */
function App({ session }: { readonly session: HubSession }) {
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const isIn = state.kind === 'signedIn';
  const signedIn = state.kind === 'signedIn' || state.kind === 'ended' ? state.signedIn : undefined;
  const id = signedIn?.id;
  const hasRole = signedIn !== undefined && signedIn.rights.length > 0;
  const isLive = signedIn !== undefined && hasScope(signedIn, 'read');
  // Another person, or one with new rights, starts with an empty page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each person
  const stores = useMemo(
    () => ({ stations: new LiveStations(session), alarms: new HubAlarms(session) }),
    [session, id, isLive],
  );
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
