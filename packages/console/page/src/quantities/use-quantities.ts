import { chooseLocale } from '@kitestring/console-ui/languages.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { type Amount, type Quantities, quantities } from './quantities.ts';

/** Formats quantities with the choices of the user. */
export function useQuantities(): Quantities {
  const { language, length, speed } = usePreferences().preferences;
  return quantities({ locale: chooseLocale(language, navigator.languages), length, speed });
}

/** Formats a length; undefined if it is unknown. */
export function useShownLength(): (m: number | undefined) => Amount | undefined {
  const quantities = useQuantities();
  return (m) => (m === undefined ? undefined : quantities.length(m));
}
