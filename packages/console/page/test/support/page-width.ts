import { until } from '@kitestring/lab-testing/until.ts';
import type { Page } from 'playwright-core';

/** Nothing on the page is wider any more than its window. */
export const isNoWider = (page: Page, where = 'the page') =>
  until(`${where}: nothing wider`, async () => {
    const widthPx = await page.evaluate<number>('document.documentElement.scrollWidth');
    return widthPx <= (page.viewportSize()?.width ?? 0);
  });

/** Room that the text in the bar at the top leaves beside it: one that lacks a fraction of a pixel ends in dots. */
export const spareWidthPx = (page: Page, text: string) =>
  page.evaluate<number>(`(() => {
    const element = [...document.querySelectorAll('header span')].find(({ textContent }) => textContent === '${text}');
    const range = document.createRange();
    range.selectNodeContents(element);
    return element.getBoundingClientRect().width - range.getBoundingClientRect().width;
  })()`);
