import '@kitestring/console-ui/styles/tokens.css';
import '@kitestring/console-ui/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { keptPreferences } from './preferences/kept-preferences.ts';
import { type LoadedWords, PreferencesProvider } from './preferences/preferences.tsx';
import { CookieSession } from './station/cookie-session.ts';
import { pagePlace } from './station/page-place.ts';
import { PageSession } from './station/page-session.ts';
import { takeWatchSecret } from './watch-links/watch-address.ts';
import * as en from './words/en/en.ts';
import { loadWords } from './words/words.ts';

const place = document.getElementById('console');
if (place === null) throw new Error('index.html has no element "console"');

const { sid, stationUrl } = pagePlace(location);
const session = sid === undefined ? new PageSession(stationUrl, sessionStorage) : new CookieSession(stationUrl, sid);
const secret = takeWatchSecret({
  hash: location.hash,
  storage: sessionStorage,
  replaceHash: (hash) => history.replaceState(null, '', hash),
});
// A page in the browser's cache may be shown again, and continues with its session.
addEventListener('pagehide', ({ persisted }) => void (persisted || session.leave()));

void begin(place);

/** Never awaited at top level: a catalogue imports from this script, and would wait for its end. */
async function begin(place: HTMLElement): Promise<void> {
  const preferences = keptPreferences(localStorage, navigator.languages);
  const { language } = preferences;
  // A catalogue that cannot be loaded must not lock users out.
  const words: LoadedWords = await loadWords(language).then(
    (catalogue) => ({ language, catalogue }),
    () => ({ language: 'en', catalogue: en }),
  );
  // A watch link has a separate page, which operators do not wait for.
  const page =
    secret === undefined ? (
      <App session={session} />
    ) : (
      await import('./watch-links/watch-app.tsx').then(({ WatchApp }) => <WatchApp session={session} secret={secret} />)
    );
  createRoot(place).render(
    <StrictMode>
      <PreferencesProvider first={preferences} words={words}>
        {page}
      </PreferencesProvider>
    </StrictMode>,
  );
}
