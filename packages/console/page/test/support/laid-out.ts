import type { Page } from 'playwright-core';

/** The page has drawn itself twice: once as it was told, and once as its own scripts made of that: they run between the two. */
export const laidOut = (page: Page): Promise<void> =>
  page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(resolve))))',
  );
