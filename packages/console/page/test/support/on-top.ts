import assert from 'node:assert/strict';
import { until } from '@kitestring/lab-testing/until.ts';
import type { Locator } from 'playwright-core';

/** It becomes visible completely, and receives presses: pages learn of a new size, or of a drawer, a picture later. */
export async function isOnTop(element: Locator, name: string, tag = 'button'): Promise<void> {
  let fault: string | undefined;
  await until(name, async () => {
    fault = await faultOnTop(element, tag);
    return fault === undefined;
  }).catch(() => assert.fail(`${name} ${fault}`));
}

/** The first of them that is not below something else. */
const reachable = (elements: Locator) => elements.and(elements.page().locator(':not([inert] *)')).first();

/** None of them can be pressed or focused any more: the page learns of a new size a picture later. */
export const isCovered = (elements: Locator) => reachable(elements).waitFor({ state: 'detached' });

export const isReachable = (elements: Locator) => reachable(elements).waitFor({ state: 'attached' });

async function faultOnTop(element: Locator, tag: string): Promise<string | undefined> {
  const box = await element.boundingBox();
  if (box === null) return 'is not there';
  const { height, width } = element.page().viewportSize() ?? assert.fail();
  const isWhole = box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1;
  if (!isWhole) return `is cut off: ${JSON.stringify(box)}`;
  const isHit = await element.evaluate((target, tag) => {
    const { document } = globalThis as unknown as {
      document: { elementFromPoint(x: number, y: number): { closest(tag: string): unknown } | null };
    };
    const { height, width, x, y } = (
      target as unknown as { getBoundingClientRect(): Record<'x' | 'y' | 'width' | 'height', number> }
    ).getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(tag) === target;
  }, tag);
  return isHit ? undefined : 'is covered';
}
