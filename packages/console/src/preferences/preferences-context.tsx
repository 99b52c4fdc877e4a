import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { WORDS } from '../words/words.ts';
import { WordsContext } from '../words/words-context.tsx';
import { keepPreferences, keptPreferences, type Preferences } from './preferences.ts';

interface PreferencesValue {
  readonly preferences: Preferences;
  readonly choose: (change: Partial<Preferences>) => void;
}

const PreferencesContext = createContext<PreferencesValue | undefined>(undefined);

/** Holds the choices of the user, puts them on the page, and gives the texts in the chosen language. */
export function PreferencesProvider({ children }: { readonly children: ReactNode }) {
  const [preferences, setPreferences] = useState(() => keptPreferences(localStorage, navigator.languages));
  const { language, theme } = preferences;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.lang = language;
  }, [language, theme]);
  const value = useMemo(() => {
    const choose = (change: Partial<Preferences>) => {
      const next = { ...preferences, ...change };
      setPreferences(next);
      keepPreferences(localStorage, next);
    };
    return { preferences, choose };
  }, [preferences]);
  return (
    <PreferencesContext value={value}>
      <I18nProvider locale={language}>
        <WordsContext value={WORDS[language]}>{children}</WordsContext>
      </I18nProvider>
    </PreferencesContext>
  );
}

export function usePreferences(): PreferencesValue {
  const value = useContext(PreferencesContext);
  if (value === undefined) throw new Error('usePreferences is used outside of PreferencesProvider');
  return value;
}
