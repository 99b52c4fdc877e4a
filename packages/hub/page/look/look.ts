import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '@kitestring/lab-testing/browser.ts';

/*
 * Writes pictures of the page of a running hub, to be looked at:
 *   node packages/hub/page/look/look.ts --url http://127.0.0.1:3180 --key KEY --to out/hub [--at stations,administration/uploads] [--theme light]
 * With `--press "Show more"` after that button was pressed as often as it is named; with `--open` with the first station beside.
 */
const SCREENS = {
  phone: { width: 390, height: 844 },
  desk: { width: 1180, height: 800 },
  wide: { width: 1920, height: 1080 },
  wall: { width: 2560, height: 1440 },
};

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3180' },
    key: { type: 'string', default: '' },
    to: { type: 'string', default: 'out/hub' },
    at: { type: 'string', default: 'stations' },
    theme: { type: 'string', default: 'dark' },
    language: { type: 'string', default: 'en' },
    screens: { type: 'string', default: Object.keys(SCREENS).join(',') },
    /** As the page keeps it. */
    wall: { type: 'string', default: '{}' },
    press: { type: 'string', multiple: true, default: [] },
    wait: { type: 'string', default: '1500' },
    open: { type: 'boolean', default: false },
  },
});

mkdirSync(values.to, { recursive: true });
await using opened = await openBrowser();
const context = await opened.browser.newContext({ viewport: SCREENS.desk });
const { language, theme, wall } = values;
await context.addInitScript(
  ([preferences = '', tiles = '']) => {
    const { localStorage } = globalThis as unknown as { localStorage: { setItem(name: string, text: string): void } };
    localStorage.setItem('kitestring.preferences', preferences);
    localStorage.setItem('kitestring.wall', tiles);
  },
  [JSON.stringify({ theme, language }), wall],
);
const page = await context.newPage();
page.on('console', (message) => console.log(`${message.type()}: ${message.text()}`));
page.on('pageerror', (error) => console.log(String(error.stack)));
await page.goto(values.url);
await page.locator('input').first().waitFor({ timeout: 120_000 });
await page.screenshot({ path: join(values.to, 'sign-in.png') });
await page.locator('input').first().fill(values.key);
await page.keyboard.press('Enter');
await page.locator('main nav, nav').first().waitFor();
await page.locator('main a').first().waitFor();
const first = await page.locator('main a').first().getAttribute('href');
for (const at of values.at.split(',')) {
  for (const name of values.screens.split(',')) {
    await page.setViewportSize(SCREENS[name as keyof typeof SCREENS]);
    const sid = values.open ? `/${first?.split('/').at(-1)}` : '';
    await page.evaluate(`location.hash = '#/${at}${sid}'`);
    await page.waitForTimeout(Number(values.wait));
    for (const button of values.press) {
      await page.getByRole('button', { name: button }).first().click();
      await page.waitForTimeout(Number(values.wait));
    }
    const shown = [at.replaceAll('/', '-'), name, ...(values.open ? ['open'] : []), theme].join('-');
    await page.screenshot({ path: join(values.to, `${shown}.png`) });
  }
}
