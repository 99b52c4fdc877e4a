import { useEffect } from 'react';
import type { Appearance } from './kept-appearance.ts';

/** Applies the choices of the user to the page. @param locale BCP 47 */
export function usePageAppearance({ textSize, theme }: Appearance, locale: string): void {
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.text = textSize;
    document.documentElement.lang = locale;
  }, [locale, theme, textSize]);
}
