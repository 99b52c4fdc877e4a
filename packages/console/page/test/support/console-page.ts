import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { sharedBrowser } from '@kitestring/lab-testing/browser.ts';
import { StationProcess, type StationProcessOptions, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { otherClient } from './other-client.ts';

/** Live pictures, over WebRTC and over a WebSocket. */
const PICTURES = '**/video/v1/**';
const THEMES = ['dark', 'light', 'contrast'];
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** How long the page may take for anything: far more than it does, on a machine that does much else. */
export const WITHIN_MS = 180_000;
/** How long the station may take to build its page for the first time. */
const BUILT_WITHIN_MS = 300_000;

/** Preferences of a browser for each language; each with other colours and another size. */
export const BROWSERS = {
  en: { locale: 'en-GB', theme: 'dark', viewport: { width: 1280, height: 800 } },
  de: { locale: 'de-DE', theme: 'light', viewport: { width: 390, height: 844 } },
  'de-CH': { locale: 'de-CH', theme: 'contrast', viewport: { width: 820, height: 1180 } },
  fr: { locale: 'fr-FR', theme: 'night', viewport: { width: 844, height: 390 } },
  it: { locale: 'it-IT', theme: 'light', viewport: { width: 1920, height: 1080 } },
} as const;

export interface ConsolePageOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Already given in the sign-in; the sign-in itself is left to the test when false. */
  readonly isSignedIn?: boolean;
  /** Signed in to administer, too. */
  readonly isAdministrator?: boolean;
  /** Another way to the station than straight: its address as the page has it. */
  readonly url?: string;
  /** Runs in the page before anything of its own, with `given`. */
  readonly before?: (given: number) => void;
  readonly given?: number;
  readonly hasTouch?: boolean;
  /** Language of the browser. */
  readonly locale?: string;
  /** A new user gets the tour. */
  readonly isNew?: boolean;
  /** Live video comes to it, where the station has some; without, for what is about something else: decoding and drawing it takes most of a page. */
  readonly hasPicture?: boolean;
  /** Choices of before, as this browser keeps them. */
  readonly preferences?: Readonly<Record<string, unknown>>;
}

/** A station with its console, and a browser to look at it. */
export class ConsoleUnderTest implements AsyncDisposable {
  readonly station: StationProcess;
  readonly browser: Browser;
  /** Complaints of pages: errors in their consoles, exceptions, violations of their policy. */
  readonly complaints: string[] = [];
  readonly #ended: AsyncDisposableStack;

  private constructor(station: StationProcess, browser: Browser, ended: AsyncDisposableStack) {
    this.station = station;
    this.browser = browser;
    this.#ended = ended;
  }

  static async start(options: StationProcessOptions = {}): Promise<ConsoleUnderTest> {
    await using cleanup = new AsyncDisposableStack();
    const env = { KITESTRING_CONSOLE_ENABLED: 'true', ...options.env };
    const { browser } = cleanup.use(await sharedBrowser());
    const station = cleanup.use(await StationProcess.start({ ...options, env }));
    if (options.env?.KITESTRING_VIDEO_ENABLED === 'true') await station.logged('the media process is ready');
    return new ConsoleUnderTest(station, browser, cleanup.move());
  }

  /** A page of its own, with storage of its own: another person's browser. */
  async open(options: ConsolePageOptions = {}): Promise<Page> {
    const {
      before,
      given = 0,
      hasPicture = true,
      hasTouch = false,
      isAdministrator = false,
      isNew = false,
      locale = 'en-GB',
      preferences = {},
      isSignedIn = true,
      viewport = { width: 1280, height: 800 },
    } = options;
    const context: BrowserContext = await this.browser.newContext({ viewport, hasTouch, locale });
    await context.addInitScript(keepIfNone, JSON.stringify({ isTourSeen: !isNew, ...preferences }));
    if (before !== undefined) await context.addInitScript(before, given);
    if (!hasPicture) {
      await context.route(PICTURES, aborted);
      await context.routeWebSocket(PICTURES, (socket) => socket.close());
    }
    context.setDefaultTimeout(WITHIN_MS);
    await context.addInitScript(patientCalls, WITHIN_MS);
    await context.addInitScript(patientRequests);
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    await page.goto(`${options.url ?? this.station.url}/`);
    // While the page is built for the first time, another one stands for it and asks again.
    await page.locator('form input[type=password]').waitFor({ timeout: BUILT_WITHIN_MS });
    if (isSignedIn) await signIn(page, { isAdministrator });
    return page;
  }

  /** A program beside the pages; it ends before the station. */
  client(): KitestringClient {
    const client = otherClient(this.station.url);
    this.#ended.defer(() => client.close({ giveBackToken: true }));
    return client;
  }

  /** Closes every page: an unused one continues to poll, draw and sound. */
  async closePages(): Promise<void> {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ended.disposeAsync();
  }
}

/** Aborts a request; a page that closes, or a route that ends, meanwhile takes the request back, and that is no error. */
export async function aborted(route: Route): Promise<void> {
  await route.abort().catch((error: Error) => {
    if (!/Route is already handled|has been closed/.test(error.message)) throw error;
  });
}

/**
 * In the page: a request waits for its answer. A busy machine lets the station, or the network of a browser, stand for longer than an
 * operator is to wait, and what was pressed is not pressed again.
 */
export function patientRequests(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (at, { signal, ...init } = {}) => {
    const ended = new AbortController();
    const end = () => signal?.reason?.name !== 'TimeoutError' && ended.abort(signal?.reason);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    return fetch(at, { ...init, signal: ended.signal });
  };
}

/** The same for requests of the client library, which aborts each by a timer. */
export function patientCalls(withinMs: number): void {
  const CALL_MS = 10_000;
  const { setTimeout } = globalThis;
  const patient = (run: () => void, ms?: number) =>
    setTimeout(run, ms === CALL_MS && /\.abort\(\)/.test(String(run)) ? withinMs : ms);
  Object.assign(globalThis, { setTimeout: patient });
}

/** In the page: before anything has been chosen. */
function keepIfNone(preferences: string): void {
  const { localStorage } = globalThis as unknown as {
    localStorage: { getItem(name: string): string | null; setItem(name: string, text: string): void };
  };
  if (localStorage.getItem('kitestring.preferences') === null) {
    localStorage.setItem('kitestring.preferences', preferences);
  }
}

export async function signIn(
  page: Page,
  { key = TEST_API_KEY, isAdministrator = false, isKept = false } = {},
): Promise<void> {
  await page.getByLabel('API key').fill(key);
  if (isKept) await page.getByText('Stay signed in on this tab').click();
  if (isAdministrator) await page.getByText('Administer API access, keys and the audit log').click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).first().waitFor({ state: 'detached' });
}

/** Faults found by axe in the page, or a part of it (WCAG 2.2 A and AA), one line each. */
export const accessibilityFaults = (page: Page, part = 'html'): Promise<readonly string[]> =>
  axeFaults(page, part, { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });

async function axeFaults(
  page: Page,
  part: string,
  runOnly: { readonly type: 'tag' | 'rule'; readonly values: readonly string[] },
): Promise<readonly string[]> {
  // Through the debugger, which the policy of the page does not bind; once for each page, for it is half a megabyte to read.
  if (await page.evaluate(`globalThis.axe === undefined`)) await page.evaluate(readFileSync(AXE, 'utf8'));
  return page.evaluate(
    async ({ part, runOnly }) => {
      const { axe } = globalThis as unknown as { axe: { run(part: string, options: object): Promise<AxeReport> } };
      const { violations } = await axe.run(part, { runOnly });
      return violations.map(({ help, id, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    { part, runOnly },
  );
}

/** Faults of headings, landmarks and names of the whole page, by which screen readers go about: all but colours, which cost most. */
export const structureFaults = (page: Page): Promise<readonly string[]> =>
  axeFaults(page, 'html', { type: 'rule', values: STRUCTURE });

const STRUCTURE = [
  'aria-valid-attr-value',
  'button-name',
  'empty-heading',
  'heading-order',
  'label',
  'landmark-banner-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'link-name',
  'page-has-heading-one',
  'region',
  'role-img-alt',
];

/** Rules whose outcome goes by colours: the only ones that a theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Faults of colours alone, in the page or a part of it. */
export const colourFaults = (page: Page, part = 'html'): Promise<readonly string[]> =>
  axeFaults(page, part, { type: 'rule', values: COLOUR_RULES });

/** All rules in the last theme, those of colours in every theme; each fault with the theme it was found in. */
export async function accessibilityFaultsInEveryTheme(page: Page, part = 'html'): Promise<readonly string[]> {
  const found: string[] = [];
  const inTheme = async (theme: string | undefined, faults: () => Promise<readonly string[]>) => {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    for (const fault of await faults()) found.push(`${theme}: ${fault}`);
  };
  const others = THEMES.slice(0, -1);
  for (const theme of others) await inTheme(theme, () => colourFaults(page, part));
  await inTheme(THEMES.at(-1), () => accessibilityFaults(page, part));
  return found;
}

interface AxeReport {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}
