import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '@kitestring/lab-testing/browser.ts';

/*
 * Writes pictures of the console of a running station, to be looked at:
 *   node packages/console/page/look/look.ts --url http://127.0.0.1:3128 --key KEY --to out/console [--at recordings] [--theme light]
 *     [--language de] [--screens phone,desk] [--zoom 150] [--forced] [--count 4] [--axe]
 */
const SCREENS = {
  phone: { width: 360, height: 640 },
  'phone-flat': { width: 740, height: 360 },
  'phone-small-flat': { width: 640, height: 360 },
  tablet: { width: 1024, height: 768 },
  'tablet-upright': { width: 820, height: 1180 },
  desk: { width: 1280, height: 800 },
  wide: { width: 1920, height: 1080 },
  large: { width: 2560, height: 1440 },
};
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

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
    zoom: { type: 'string', default: '100' },
    forced: { type: 'boolean', default: false },
    count: { type: 'string', default: '1' },
    axe: { type: 'boolean', default: false },
  },
});

mkdirSync(values.to, { recursive: true });
await using opened = await openBrowser();
for (const [name, viewport] of Object.entries(SCREENS).filter(([name]) => values.screens.split(',').includes(name))) {
  const factor = Number(values.zoom) / 100;
  const context = await opened.browser.newContext({
    viewport: { width: Math.round(viewport.width / factor), height: Math.round(viewport.height / factor) },
    deviceScaleFactor: factor,
    hasTouch: viewport.width < 1200,
    forcedColors: values.forced ? 'active' : 'none',
  });
  const { language, theme } = values;
  const streams = JSON.stringify({ count: Number(values.count) });
  await context.addInitScript(
    `localStorage.setItem('kitestring.preferences', '${JSON.stringify({ theme, language, isTourSeen: true })}');
     localStorage.setItem('kitestring.streams', '${streams}')`,
  );
  const page = await context.newPage();
  page.on('console', (message) => console.log(`${name}: ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => console.log(`${name}: ${error.stack}`));
  await page.goto(`${values.url}/#/${values.at}`);
  await page.locator('input[type=password]').fill(values.key);
  await page.locator('button[type=submit]').click();
  await page.waitForTimeout(Number(values.wait));
  const variant = [values.at, theme, language, values.zoom, values.count, values.forced ? 'forced' : '']
    .filter((word) => !['', 'en', '100', '1'].includes(word))
    .join('-');
  const path = join(values.to, `${name}-${variant}.png`);
  await page.screenshot({ path });
  console.log(path);
  if (values.axe) {
    await page.addScriptTag({ path: AXE });
    const found = await page.evaluate('axe.run().then(({ violations }) => violations)');
    for (const { help, id, impact, nodes } of found as AxeFinding[]) {
      console.log(
        `${name}: axe: ${impact} ${id}: ${help}`,
        nodes.slice(0, 3).map(({ target }) => target.join(' ')),
      );
    }
  }
  await context.close();
}

interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}
