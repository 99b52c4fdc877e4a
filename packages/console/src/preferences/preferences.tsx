import { keepValues } from '@kitestring/kit/kept-appearance.ts';
import { KitWordsContext } from '@kitestring/kit/kit-words.tsx';
import { type Language, localeOf } from '@kitestring/kit/languages.ts';
import { usePageAppearance } from '@kitestring/kit/use-page-appearance.ts';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { quantitiesOf } from '../quantities/quantities.ts';
import { type LaterWords, loadLaterWords } from '../words/later-words.ts';
import { type Catalogue, loadWords, type Words } from '../words/words.ts';
import { WordsContext } from '../words/words-context.tsx';
import type { Preferences } from './kept-preferences.ts';

interface PreferencesValue {
  readonly preferences: Preferences;
  readonly choose: (change: Partial<Preferences>) => void;
}

const PreferencesContext = createContext<PreferencesValue | undefined>(undefined);

/** A catalogue that has been loaded. */
export interface LoadedWords {
  readonly language: Language;
  readonly catalogue: Catalogue;
}

interface PreferencesProviderProps {
  readonly first: Preferences;
  /** The page is not drawn before its words are there. */
  readonly words: LoadedWords;
  readonly children: ReactNode;
}

/** Holds the choices of the user, puts them on the page, and gives the texts in the chosen language. */
export function PreferencesProvider({ children, first, words: firstWords }: PreferencesProviderProps) {
  const [preferences, setPreferences] = useState(first);
  const words = useWordsOf(preferences.language, firstWords);
  const locale = localeOf(words.language, navigator.languages);
  usePageAppearance(preferences, locale);
  const value = useMemo(() => {
    const choose = (change: Partial<Preferences>) => {
      const next = { ...preferences, ...change };
      setPreferences(next);
      keepValues(localStorage, next);
    };
    return { preferences, choose };
  }, [preferences]);
  return (
    <PreferencesContext value={value}>
      <I18nProvider locale={locale}>
        <WordsContext value={words.texts}>
          <KitWordsContext value={words.texts.kit}>{children}</KitWordsContext>
        </WordsContext>
      </I18nProvider>
    </PreferencesContext>
  );
}

/** The texts in this language, or in the one of before until its catalogue is there. */
function useWordsOf(language: Language, first: LoadedWords): { readonly language: Language; readonly texts: Words } {
  const [loaded, setLoaded] = useState(first);
  const [later, setLater] = useState<{ readonly language: Language; readonly words: LaterWords }>();
  useEffect(() => {
    let isWanted = true;
    // Out of reach: the words of before stay, and the station's own.
    const unreached = () => undefined;
    void loadWords(language).then(
      (catalogue) =>
        isWanted && setLoaded((before) => (before.language === language ? before : { language, catalogue })),
      unreached,
    );
    void loadLaterWords(language).then((words) => isWanted && setLater({ language, words }), unreached);
    return () => {
      isWanted = false;
    };
  }, [language]);
  const texts = useMemo(() => {
    const words = later?.language === loaded.language ? later.words : undefined;
    const locale = localeOf(loaded.language, navigator.languages);
    const decimalSign = quantitiesOf({ locale, length: 'm', speed: 'm/s' }).number(0.5, 1).charAt(1);
    return { ...loaded.catalogue, later: words, translator: words?.translator?.(decimalSign) };
  }, [loaded, later]);
  return { language: loaded.language, texts };
}

export function usePreferences(): PreferencesValue {
  const value = useContext(PreferencesContext);
  if (value === undefined) throw new Error('usePreferences is used outside of PreferencesProvider');
  return value;
}
