import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  accessibilityFaults,
  colourFaults,
  structureFaults,
} from '@kitestring/console-page/test/support/console-page.ts';
import { missingChromium, sharedBrowser } from '@kitestring/lab-testing/browser.ts';
import { startTestStation } from '@kitestring/station-app/test/support/test-station.ts';
import { makeManual } from '../src/make-manual.ts';

const VIEWS = [
  { page: 'index.html', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { page: 'reference/api.html', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const;
/** That of a visit, in bytes of a page: axe takes as long for so many. */
const VISIT_COST = 20_000;
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source']);

/** Forms of elements, by which a style sheet gives them colours: the last two names, and all classes from the root on. */
function forms(html: string): ReadonlySet<string> {
  const found = new Set<string>();
  const around: string[] = [];
  for (const [, end, name = '', attributes = ''] of html.matchAll(
    /<(\/?)([a-z]\w*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>/g,
  )) {
    if (end === '/') around.pop();
    else {
      const [, own = ''] = /\sclass="([^"]*)"/.exec(attributes) ?? [];
      around.push(own === '' ? name : `${name}.${own}`);
      const classes = around.map((element) => element.replace(/^\w+/, '')).join('');
      found.add(`${classes} ${around.slice(-2).join(' ')}`);
      if (VOID.has(name)) around.pop();
    }
  }
  return found;
}

/** Few pages that have every form of element of all pages. */
function pagesWithEveryForm(): readonly string[] {
  const all = [...makeManual()].flatMap(([name, bytes]) =>
    name.endsWith('.html') ? [{ name, has: forms(String(bytes)), cost: VISIT_COST + bytes.length }] : [],
  );
  let missing = new Set(all.flatMap(({ has }) => [...has]));
  const chosen: string[] = [];
  while (missing.size > 0) {
    const left = missing;
    const worth = ({ cost, has }: (typeof all)[number]): number => left.intersection(has).size / cost;
    const best = all.reduce((most, page) => (worth(page) > worth(most) ? page : most));
    chosen.push(best.name);
    missing = left.difference(best.has);
  }
  return chosen;
}

describe('a page of the manual at a station', { skip: await missingChromium() }, () => {
  it('is without a fault for axe, light and dark, on a phone and a desktop, and finds what is searched', async () => {
    await using station = await startTestStation({});
    await using open = await sharedBrowser();
    for (const { page: name, ...view } of VIEWS) {
      const context = await open.browser.newContext(view);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`http://127.0.0.1:${station.port}/docs/manual/${name}`);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'no wider than its window');
      await page.getByRole('searchbox').fill('altitude take');
      await page.locator('.found li').first().waitFor();
      assert.deepEqual(await accessibilityFaults(page), []);
      assert.deepEqual(await structureFaults(page), []);
      await page.getByRole('searchbox').press('Enter');
      await page.waitForURL(/\.html#?/);
      assert.deepEqual(complaints, []);
      await context.close();
    }
  });

  it('has colours that can be read, light and dark, in every form of text that any page has', async () => {
    await using station = await startTestStation({});
    await using open = await sharedBrowser();
    const context = await open.browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const visit = (name: string) => page.goto(`http://127.0.0.1:${station.port}/docs/manual/${name}`);
    const names = pagesWithEveryForm();
    const faults: string[] = [];
    for (const name of names) {
      await visit(name);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const fault of await colourFaults(page)) faults.push(`${name}, ${colorScheme}: ${fault}`);
      }
    }
    assert.deepEqual(faults, []);
    await context.close();
  });
});
