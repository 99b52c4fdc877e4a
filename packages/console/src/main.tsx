import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { PreferencesProvider } from './preferences/preferences-context.tsx';
import { Session } from './station/session.ts';

const place = document.getElementById('console');
if (place === null) throw new Error('index.html has no element "console"');

const session = new Session(location.origin, sessionStorage);
createRoot(place).render(
  <StrictMode>
    <PreferencesProvider>
      <App session={session} />
    </PreferencesProvider>
  </StrictMode>,
);
