import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { LANGUAGES, type Language } from '@kitestring/console-ui/languages.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Page } from 'playwright-core';
import { ConsoleUnderTest } from '../test/support/console-page.ts';
import { faultsInView, type Judging } from '../test/support/faults-in-view.ts';
import { LIVE_VIDEO } from '../test/support/live-picture.ts';
import { speak } from '../test/support/speak.ts';

/*
 * Judges the console by its geometry and colours at every size, in every palette, language and state of the flight:
 *   node scripts/node.mjs packages/console/page/look/judge.ts [--to out/judged] [--sizes tablet,desk] [--languages de] [--states alarm]
 * One line for each fault when it is first seen, and at the end the number of views that have it; with `--to` also a picture of each view. Exit
 * status 1 when there are faults. It takes a quarter of an hour, and four times as long with pictures.
 */
const SIZES = {
  phone: { width: 390, height: 844, isTouched: true },
  'phone-flat': { width: 844, height: 390, isTouched: true },
  tablet: { width: 1024, height: 768, isTouched: true },
  desk: { width: 1280, height: 720, isTouched: false },
  wide: { width: 1920, height: 1080, isTouched: false },
  large: { width: 2560, height: 1440, isTouched: false },
};
const PALETTES = { day: 'light', dark: 'dark', night: 'night', forced: 'dark' } as const;
const STATES = {
  ground: async () => {},
  flight: (client) => reach(client, 'Flying', () => client.flight.takeOff()),
  alarm: async (client) => {
    await client.sim.injectFault({ type: 'secondary_autopilot' });
  },
  landing: async (client) => {
    await client.sim.clearFaults();
    await reach(client, 'Landing', () => client.flight.land());
  },
  lost: async (client) => {
    await reach(client, 'Flying', () => client.flight.abort());
    await reach(client, 'Unknown', () => client.sim.injectFault({ type: 'kite_data_missing' }));
  },
} satisfies Readonly<Record<string, (client: KitestringClient) => Promise<void>>>;
type State = keyof typeof STATES;
const FAST = 20;

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: '' },
    sizes: { type: 'string', default: Object.keys(SIZES).join(',') },
    languages: { type: 'string', default: LANGUAGES.join(',') },
    states: { type: 'string', default: Object.keys(STATES).join(',') },
    palettes: { type: 'string', default: Object.keys(PALETTES).join(',') },
  },
});
const chosen = <Name extends string>(names: readonly Name[], list: string) =>
  names.filter((name) => list.split(',').includes(name));
const languages = chosen(LANGUAGES, values.languages);
const palettes = chosen(Object.keys(PALETTES) as (keyof typeof PALETTES)[], values.palettes);
const sizes = chosen(Object.keys(SIZES) as (keyof typeof SIZES)[], values.sizes);
if (values.to !== '') mkdirSync(values.to, { recursive: true });

await using tested = await ConsoleUnderTest.start({
  env: { ...LIVE_VIDEO, KITESTRING_SIM_SPEED: String(FAST) },
});
const client = tested.client();
const pages = [
  { isTouched: true, shown: 'en' as Language, page: await tested.open({ hasTouch: true, hasPicture: false }) },
  { isTouched: false, shown: 'en' as Language, page: await tested.open({ hasPicture: false }) },
];
/** Views by fault. */
const faults = new Map<string, string[]>();
let count = 0;
for (const [state, reached] of Object.entries(STATES) as [State, (client: KitestringClient) => Promise<void>][]) {
  await client.sim.setClock({ paused: false, speed: FAST });
  await reached(client);
  await client.sim.setClock({ speed: state === 'landing' ? 1 : FAST, paused: true });
  if (!values.states.split(',').includes(state)) continue;
  for (const language of languages) await lookAt(state, language);
  console.log(`${state}: ${count} views so far, ${faults.size} kinds of faults`);
}
for (const [fault, views] of [...faults].sort(([, a], [, b]) => b.length - a.length)) {
  console.log(`${String(views.length).padStart(4)} views: ${fault}`);
}
console.log(`${count} views, ${faults.size} kinds of faults`);
process.exitCode = faults.size === 0 ? 0 : 1;

async function lookAt(state: State, language: Language): Promise<void> {
  for (const seat of pages) {
    const { isTouched, page } = seat;
    const own = sizes.filter((name) => SIZES[name].isTouched === isTouched);
    if (own.length === 0) continue;
    await speak(page, seat.shown, language);
    seat.shown = language;
    for (const size of own) {
      await page.setViewportSize(SIZES[size]);
      await judge(page, [size, language, state], { isInFlight: state !== 'ground', isTouched, isColorOnly: false });
      // Geometry does not depend on colours.
      for (const palette of palettes) await judgeColors(page, palette, [size, language, state, palette]);
    }
  }
}

async function judgeColors(page: Page, palette: keyof typeof PALETTES, view: readonly string[]): Promise<void> {
  await page.emulateMedia({ forcedColors: palette === 'forced' ? 'active' : 'none' });
  await page.evaluate(`document.documentElement.dataset.theme = '${PALETTES[palette]}'`);
  await judge(page, view, { isInFlight: false, isTouched: false, isColorOnly: true });
  if (values.to !== '') await page.screenshot({ path: join(values.to, `${view.join('-')}.png`) });
  count += 1;
}

async function judge(page: Page, view: readonly string[], judging: Judging): Promise<void> {
  for (const fault of await faultsInView(page, judging)) {
    if (!faults.has(fault)) console.log(`${view.join('/')}: ${fault}`);
    faults.set(fault, [...(faults.get(fault) ?? []), view.join('/')]);
  }
}

async function reach(client: KitestringClient, state: FlightStateName, order: () => Promise<unknown>): Promise<void> {
  await order();
  await client.topic('flight/state').until(({ flight_state }) => flight_state === state);
}
