import { localeOf } from '@kitestring/kit/languages.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { type Amount, type Quantities, quantitiesOf } from './quantities.ts';

/** Writes quantities as the user wants them. */
export function useQuantities(): Quantities {
  const { language, length, speed } = usePreferences().preferences;
  return quantitiesOf({ locale: localeOf(language, navigator.languages), length, speed });
}

/** A length as it is shown; undefined for one that is not known. */
export function useShownLength(): (m: number | undefined) => Amount | undefined {
  const quantities = useQuantities();
  return (m) => (m === undefined ? undefined : quantities.length(m));
}
