import { LANGUAGE_NAMES, type Language } from '@kitestring/console-ui/languages.ts';
import type { Page } from 'playwright-core';
import { loadWords } from '../../src/words/words.ts';

/** Another language, by the settings of the page: a reload would lose what it knows of a lost Kite. */
export async function speak(page: Page, shown: Language, language: Language): Promise<void> {
  if (shown === language) return;
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 });
  const { shell } = await loadWords(shown);
  const { flight } = await loadWords(language);
  await page.getByRole('button', { name: shell.settings }).click();
  await page.getByRole('button', { name: new RegExp(shell.language) }).click();
  await page.getByRole('option', { name: LANGUAGE_NAMES[language], exact: true }).click();
  await page.getByRole('region', { name: flight.title, exact: true }).waitFor();
  await page.keyboard.press('Escape');
  // Neither focus nor a tip stays.
  await page.mouse.move(640, 400);
  await page.evaluate('document.activeElement?.blur()');
  if (size !== null) await page.setViewportSize(size);
}
