import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { type Appearance, keepValues } from '@kitestring/console-ui/kept-appearance.ts';
import { chooseLocale, type Language } from '@kitestring/console-ui/languages.ts';
import { momentFormat } from '@kitestring/console-ui/time-text.ts';
import { UiWordsContext } from '@kitestring/console-ui/ui-words.tsx';
import { usePageAppearance } from '@kitestring/console-ui/use-page-appearance.ts';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { type FleetWords, loadWords } from '../words/words.ts';
import { WordsContext } from '../words/words-context.tsx';

interface PreferencesValue {
  readonly preferences: Appearance;
  readonly choose: (change: Partial<Appearance>) => void;
  /** BCP 47, for numbers and times. */
  readonly locale: string;
}

const PreferencesContext = createContext<PreferencesValue | undefined>(undefined);

interface PreferencesProviderProps {
  readonly first: Appearance;
  readonly words: { readonly language: Language; readonly catalogue: FleetWords };
  readonly children: ReactNode;
}

/** Stores the choices of the user, applies them to the page, and provides the texts in the chosen language. */
export function PreferencesProvider({ children, first, words: firstWords }: PreferencesProviderProps) {
  const [preferences, setPreferences] = useState(first);
  const [words, setWords] = useState(firstWords);
  const { language } = preferences;
  useEffect(() => {
    let isWanted = true;
    // If it cannot be loaded, the previous texts stay.
    loadWords(language).then(
      (catalogue) => isWanted && setWords({ language, catalogue }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  const locale = chooseLocale(words.language, navigator.languages);
  usePageAppearance(preferences, locale);
  const value = useMemo(() => {
    const choose = (change: Partial<Appearance>) => {
      const next = { ...preferences, ...change };
      setPreferences(next);
      keepValues(localStorage, next);
    };
    return { preferences, choose, locale };
  }, [preferences, locale]);
  return (
    <PreferencesContext value={value}>
      <I18nProvider locale={locale}>
        <WordsContext value={words.catalogue}>
          <UiWordsContext value={words.catalogue.ui}>{children}</UiWordsContext>
        </WordsContext>
      </I18nProvider>
    </PreferencesContext>
  );
}

export function usePreferences(): PreferencesValue {
  const value = useContext(PreferencesContext);
  if (value === undefined) throw new Error('usePreferences is used outside of PreferencesProvider');
  return value;
}

function useMomentFormat(): Intl.DateTimeFormat {
  const { locale, preferences } = usePreferences();
  const { isUtc } = preferences;
  return useMemo(() => momentFormat({ isUtc, locale }), [isUtc, locale]);
}

/** Formats a time, Unix milliseconds, in the language and time zone of the user, with the zone. */
export function useMomentText(): (atMs: number) => string {
  const format = useMomentFormat();
  return (atMs) => format.format(atMs);
}

/** Formats a period; a common date is shown once. */
export function useRangeText(): (fromMs: number, toMs: number) => string {
  const format = useMomentFormat();
  return (fromMs, toMs) => format.formatRange(fromMs, toMs);
}

/** Like `useMomentText`, for a time in the format of the hub. */
export function useTimestampText(): (timestamp: string) => string {
  const moment = useMomentText();
  return (timestamp) => {
    const timeUs = parseTimestamp(timestamp);
    return timeUs === undefined ? timestamp : moment(timeUs / 1000);
  };
}

/** Formats numbers for the user. */
export function useNumberText(places = 0): (value: number) => string {
  const { locale } = usePreferences();
  const format = useMemo(
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places }),
    [locale, places],
  );
  return (value) => format.format(value);
}
