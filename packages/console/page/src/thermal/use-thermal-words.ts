import { useMemo } from 'react';
import { useQuantities } from '../quantities/use-quantities.ts';
import { thermal as en } from '../words/en/en-later.ts';
import { useWords } from '../words/words-context.tsx';

/** Texts of the thermal picture, which are loaded later; in English until those of the language are loaded. Figures are formatted as elsewhere. */
export function useThermalWords() {
  const words = useWords().later?.thermal ?? en;
  const { number } = useQuantities();
  return useMemo(() => {
    const degrees = (celsius: number) => `${number(celsius, 1)} °C`;
    const withError = (text: string, error: number) => `${text} ± ${number(error, 1)}`;
    return {
      ...words,
      degrees,
      spot: (celsius: number, error: number) => withError(degrees(celsius), error),
      area: (min: number, mean: number, max: number, error: number) =>
        withError(words.area(degrees(min), degrees(mean), degrees(max)), error),
      scale: (low: number, high: number) => words.scale(degrees(low), degrees(high)),
    };
  }, [words, number]);
}
