import { thermal as en, type ThermalWords } from '../words/en/thermal.ts';
import { useWords } from '../words/words-context.tsx';

/** The texts of the thermal picture, which come after the first load; in English until those of the language are there. */
export const useThermalWords = (): ThermalWords => useWords().later?.thermal ?? en;
