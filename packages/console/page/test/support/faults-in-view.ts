import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const CODE = readFileSync(join(import.meta.dirname, '../../look/faults-in-view.mjs'), 'utf8');
/** Until a message of the station is drawn, and a size has been followed. */
const DRAWN = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await document.fonts.ready;
  // Those of an alarm never end.
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime));
  await Promise.allSettled(ending.map(({ finished }) => finished));
  await frame();
  await frame();
})()`;

export interface Judging {
  /** Controls are measured for fingers in gloves, which fly on touch screens. */
  readonly isInFlight: boolean;
  readonly isTouched: boolean;
  readonly isColorOnly: boolean;
}

/** Faults of a view by its geometry or its colours, one line each. */
export async function faultsInView(page: Page, judging: Judging): Promise<readonly string[]> {
  await page.evaluate(DRAWN);
  if (await page.evaluate('globalThis.faultsInView === undefined')) await page.evaluate(`{${CODE}}`);
  return [...new Set(await page.evaluate<string[]>(`faultsInView(${JSON.stringify(judging)})`))];
}
