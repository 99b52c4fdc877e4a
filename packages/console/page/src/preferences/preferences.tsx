import { keepValues } from '@kitestring/console-ui/kept-appearance.ts';
import { chooseLocale, type Language } from '@kitestring/console-ui/languages.ts';
import { UiWordsContext } from '@kitestring/console-ui/ui-words.tsx';
import { usePageAppearance } from '@kitestring/console-ui/use-page-appearance.ts';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { quantities } from '../quantities/quantities.ts';
import { type LaterWords, loadLaterWords } from '../words/later-words.ts';
import { type Catalogue, loadWords, type Words } from '../words/words.ts';
import { WordsContext } from '../words/words-context.tsx';
import type { Preferences } from './kept-preferences.ts';

interface PreferencesValue {
  readonly preferences: Preferences;
  readonly choose: (change: Partial<Preferences>) => void;
}

const PreferencesContext = createContext<PreferencesValue | undefined>(undefined);

/** A loaded catalogue. */
export interface LoadedWords {
  readonly language: Language;
  readonly catalogue: Catalogue;
}

interface PreferencesProviderProps {
  readonly first: Preferences;
  /** The page is not rendered before its texts are loaded. */
  readonly words: LoadedWords;
  readonly children: ReactNode;
}

/** Stores the choices of the user, applies them to the page, and provides the texts in the chosen language. */
export function PreferencesProvider({ children, first, words: firstWords }: PreferencesProviderProps) {
  const [preferences, setPreferences] = useState(first);
  const words = useLanguageWords(preferences.language, firstWords);
  const locale = chooseLocale(words.language, navigator.languages);
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
          <UiWordsContext value={words.texts.ui}>{children}</UiWordsContext>
        </WordsContext>
      </I18nProvider>
    </PreferencesContext>
  );
}

/** The texts in this language, or in the previous one until its catalogue is loaded. */
function useLanguageWords(
  language: Language,
  first: LoadedWords,
): { readonly language: Language; readonly texts: Words } {
  const [loaded, setLoaded] = useState(first);
  const [later, setLater] = useState<{ readonly language: Language; readonly words: LaterWords }>();
  useEffect(() => {
    let isWanted = true;
    // It cannot be loaded: the previous texts stay.
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
    const locale = chooseLocale(loaded.language, navigator.languages);
    const decimalSign = quantities({ locale, length: 'm', speed: 'm/s' }).number(0.5, 1).charAt(1);
    return { ...loaded.catalogue, later: words, translator: words?.translator?.(decimalSign) };
  }, [loaded, later]);
  return { language: loaded.language, texts };
}

export function usePreferences(): PreferencesValue {
  const value = useContext(PreferencesContext);
  if (value === undefined) throw new Error('usePreferences is used outside of PreferencesProvider');
  return value;
}
