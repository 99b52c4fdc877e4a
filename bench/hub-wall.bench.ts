import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { openBrowser } from '@kitestring/lab-testing/browser.ts';
import { TestRelay } from '@kitestring/lab-testing/programs.ts';
import { cpuSeconds } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { Browser, Page } from 'playwright-core';
import { LightStationsProcess } from './hub/light-stations-process.ts';
import { FILM, filmViews, WallStations } from './hub/wall-stations.ts';
import { type BenchRow, figure, percentile } from './result.ts';

/** As long as one may be, and short ones. */
const LONG_NAMES = ['Feuerwehr-und-Rettungszentrum-Nord-West-Wechsellader-Bahnhof-12', 'Comando-provinciale-Reggio-14'];
const STREAMS = Number(process.env.BENCH_WALL_STREAMS ?? 16);
const NAMES = [...LONG_NAMES, ...Array.from({ length: STREAMS - 2 }, (_, index) => `Engine-${index + 1}`)];
/** All stations together. */
const STATIONS = Number(process.env.BENCH_HUB_STATIONS ?? 1000);
const AREA = '47.4,8.5,150';
const ALARMS_PER_S = 4;
const MEASURED_S = 15;
const FIRST_LOAD_KB = 800;
const ALL_LIVE_MS = 120_000;
const RESULTS = join(import.meta.dirname, 'results');
const FOLDER = process.env.BENCH_PICTURES ?? RESULTS;
const SCREENS = {
  phone: { width: 390, height: 844 },
  desk: { width: 1180, height: 800 },
  wide: { width: 1920, height: 1080 },
};

/** The page with a wall of 16 streams, each of a Ground Station through a relay, in a fleet of a thousand. Writes pictures of the page. */
export async function benchHubWall(): Promise<BenchRow[]> {
  using folder = new TestFolder();
  await using cleanup = new AsyncDisposableStack();
  mkdirSync(RESULTS, { recursive: true });
  const films = await filmViews(RESULTS);
  const relay = cleanup.use(await TestRelay.start());
  const secret = folder.file('relay-secret');
  writeFileSync(secret, relay.secret, { mode: 0o600 });
  const flags = ['--relay-urls', relay.url, '--relay-key', relay.key, '--relay-secret-file', secret];
  const hub = cleanup.use(new HubProcess(flags));
  await hub.start();
  const light = STATIONS - NAMES.length;
  const behaviour = ['--area', AREA, '--events-per-s', String(ALARMS_PER_S)];
  const fleet = cleanup.use(new LightStationsProcess(hub, folder.file('light'), light, behaviour));
  await fleet.running;
  const stations = cleanup.use(await WallStations.start(hub, folder, films, NAMES));
  const { browser } = cleanup.use(await openBrowser());
  const page = await openPage(browser, hub, stations.sids);
  const rows = await measure({ browser, page, pids: { hub: hub.pid, relay: relay.pid }, stations });
  await takePictures(page);
  return rows;
}

async function openPage(browser: Browser, hub: HubProcess, sids: readonly string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: SCREENS.wide, locale: 'en-GB' });
  const wall = JSON.stringify({ source: 'chosen', layout: '16', sids, streams: {} });
  await context.addInitScript(`localStorage.setItem('kitestring.wall', ${JSON.stringify(wall)})`);
  const page = await context.newPage();
  await page.goto(hub.url);
  await page.getByLabel('API key').fill(hub.key, { timeout: ALL_LIVE_MS });
  await page.getByLabel('API key').press('Enter');
  await page.locator('main li a').first().waitFor();
  return page;
}

interface Measured {
  readonly browser: Browser;
  readonly page: Page;
  readonly pids: Readonly<Record<'hub' | 'relay', number>>;
  readonly stations: WallStations;
}

async function measure({ browser, page, pids, stations }: Measured): Promise<BenchRow[]> {
  const name = (text: string) => `wall of ${NAMES.length} pictures: ${text}`;
  const note = `${FILM.widthPx}x${FILM.heightPx}, ${FILM.framesPerS} pictures/s, ${FILM.kbps} kbit/s each; ${STATIONS} stations`;
  const firstLoadKb = await loadedKb(page);
  const idle = await perSecond(browser, pids, stations);
  const startedMs = performance.now();
  await page.evaluate(`location.hash = '#/wall'`);
  await until('all pictures', async () => (await live(page)) === NAMES.length, ALL_LIVE_MS).catch(async (cause) => {
    await page.screenshot({ path: join(RESULTS, 'hub-wall-missing.png') });
    throw new Error(`only ${await live(page)} of ${NAMES.length} pictures`, { cause });
  });
  const allLiveMs = performance.now() - startedMs;
  const before = await framesShown(page);
  const used = await perSecond(browser, pids, stations);
  const after = await framesShown(page);
  const rates = after.map((frames, index) => (frames - (before[index] ?? 0)) / used.seconds);
  const keyMs = await keyTimes(page);
  const percent = (part: keyof typeof used.percent, text: string): BenchRow =>
    figure(name(text), used.percent[part], '% of a core', {
      note: `${idle.percent[part].toFixed(1)} % while the list of stations is open`,
    });
  return [
    figure('page of a hub: first load with the map', firstLoadKb, 'kB', {
      atMost: FIRST_LOAD_KB,
      note: 'as sent, map of the world included',
    }),
    figure(name('opened until all are live'), allLiveMs / 1000, 's', { note }),
    figure(name('shown of each, fewest'), Math.min(...rates), 'pictures/s', {
      note: `median ${percentile(rates, 50).toFixed(1)} of ${FILM.framesPerS}`,
    }),
    percent('renderer', 'page (renderer)'),
    percent('browser', 'the rest of the browser'),
    percent('hub', 'hub'),
    percent('relay', 'relay'),
    percent('stations', 'a station with its media process'),
    figure(name('a key until the focus has moved, p95'), percentile(keyMs, 95), 'ms'),
  ];
}

/** Bytes received by the browser for the page and its map. */
async function loadedKb(page: Page): Promise<number> {
  await page.evaluate(`location.hash = '#/map'`);
  await page.getByText('Natural Earth').waitFor();
  await page.waitForLoadState('networkidle');
  const bytes = await page.evaluate<number>(
    `performance.getEntries().reduce((sum, { encodedBodySize = 0, name }) => sum + (name.includes('/fleet/v1/') ? 0 : encodedBodySize), 0)`,
  );
  await page.evaluate(`location.hash = '#/stations'`);
  return bytes / 1000;
}

const live = (page: Page): Promise<number> => page.locator('main li[data-picture="live"]').count();

const framesShown = (page: Page): Promise<number[]> =>
  page.evaluate(
    `[...document.querySelectorAll('main video')].map((it) => it.getVideoPlaybackQuality().totalVideoFrames)`,
  );

/** Processor time of all parts over some seconds. */
async function perSecond(browser: Browser, pids: Measured['pids'], fleet: WallStations) {
  const session = await browser.newBrowserCDPSession();
  const read = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const cpuS = (isRenderer: boolean) =>
      processInfo
        .filter(({ type }) => (type === 'renderer') === isRenderer)
        .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    const [hub, relay] = [cpuSeconds(pids.hub), cpuSeconds(pids.relay)];
    return { renderer: cpuS(true), browser: cpuS(false), hub, relay, stations: fleet.cpuS };
  };
  const [before, startedMs] = [await read(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, MEASURED_S * 1000));
  const [after, seconds] = [await read(), (performance.now() - startedMs) / 1000];
  await session.detach();
  const share = (part: keyof typeof after) => (100 * (after[part] - before[part])) / seconds;
  const percent = {
    renderer: share('renderer'),
    browser: share('browser'),
    hub: share('hub'),
    relay: share('relay'),
    stations: share('stations'),
  };
  return { seconds, percent };
}

/** From an arrow key to the frame with the focus on another picture. */
async function keyTimes(page: Page): Promise<number[]> {
  await page.locator('main li a[data-index="0"]').focus();
  const times: number[] = [];
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'End', 'Home'].flatMap((each) => [
    each,
    each,
  ])) {
    const startedMs = performance.now();
    await page.keyboard.press(key);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    times.push(performance.now() - startedMs);
  }
  return times;
}

/** Pictures for the documentation, and the wall on other screens. */
async function takePictures(page: Page): Promise<void> {
  const take = async (name: string, screen: keyof typeof SCREENS) => {
    await page.setViewportSize(SCREENS[screen]);
    await page.waitForTimeout(3000);
    await page.screenshot({ path: join(FOLDER, `hub-${name}.png`) });
  };
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement?.blur()');
  await take('wall', 'wide');
  await take('wall-desk', 'desk');
  await take('wall-phone', 'phone');
  for (const section of ['timeline', 'alarms', 'map', 'stations']) {
    await page.evaluate(`location.hash = '#/${section}'`);
    await take(`${section}-phone`, 'phone');
    await take(section, 'desk');
  }
  await page.locator('main li a').nth(2).click();
  await take('station', 'desk');
}
