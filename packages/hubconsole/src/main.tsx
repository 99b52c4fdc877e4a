import '@kitestring/kit/styles/tokens.css';
import '@kitestring/kit/styles/base.css';
import { appearanceOf, keptValues } from '@kitestring/kit/kept-appearance.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { PreferencesProvider } from './preferences/preferences.tsx';
import { HubSession } from './session/hub-session.ts';
import { en } from './words/en.ts';
import { loadWords } from './words/words.ts';

const place = document.getElementById('console');
if (place === null) throw new Error('index.html has no element "console"');

const preferences = appearanceOf(keptValues(localStorage), navigator.languages);
const { language } = preferences;
const session = new HubSession();
// A catalogue that cannot be fetched must not keep users from their stations.
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
