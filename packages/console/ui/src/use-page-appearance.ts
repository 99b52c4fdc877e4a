import { useLayoutEffect } from 'react';
import type { Appearance } from './kept-appearance.ts';

/** Applies the choices of the user to the page. @param locale BCP 47 */
export function usePageAppearance({ pictureLight, textSize, theme }: Appearance, locale: string): void {
  // Before the effects of drawings, which read these colours.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.light = pictureLight;
    document.documentElement.dataset.text = textSize;
    document.documentElement.lang = locale;
    // The frame of an installed page, and the bar of a phone's browser.
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground');
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
  }, [locale, pictureLight, theme, textSize]);
}
