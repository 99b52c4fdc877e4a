import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '@kitestring/lab-testing/browser.ts';

/*
 * Writes pictures of the console of a running station, to be looked at:
 *   node packages/console/page/look/look.ts --url http://127.0.0.1:3128 --key KEY --to out/console [--at recordings] [--theme light]
 */
const SCREENS = {
  desk: { width: 1280, height: 800 },
  wide: { width: 1920, height: 1080 },
  'tablet-flat': { width: 1180, height: 820 },
  'tablet-upright': { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
};

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3128' },
    key: { type: 'string', default: '' },
    to: { type: 'string', default: 'out/console' },
    at: { type: 'string', default: '' },
    theme: { type: 'string', default: 'dark' },
    language: { type: 'string', default: 'en' },
    screens: { type: 'string', default: Object.keys(SCREENS).join(',') },
    wait: { type: 'string', default: '3000' },
  },
});

mkdirSync(values.to, { recursive: true });
await using opened = await openBrowser();
for (const [name, viewport] of Object.entries(SCREENS).filter(([name]) => values.screens.split(',').includes(name))) {
  const context = await opened.browser.newContext({ viewport, hasTouch: viewport.width < 1200 });
  const { language, theme } = values;
  await context.addInitScript(
    `localStorage.setItem('kitestring.preferences', '${JSON.stringify({ theme, language, isTourSeen: true })}')`,
  );
  const page = await context.newPage();
  page.on('console', (message) => console.log(`${name}: ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => console.log(`${name}: ${error.stack}`));
  await page.goto(`${values.url}/#/${values.at}`);
  await page.locator('input[type=password]').fill(values.key);
  await page.locator('button[type=submit]').click();
  await page.waitForTimeout(Number(values.wait));
  const path = join(values.to, `${name}${values.at === '' ? '' : `-${values.at}`}-${theme}.png`);
  await page.screenshot({ path, fullPage: viewport.width < 1000 });
  console.log(path);
  await context.close();
}
