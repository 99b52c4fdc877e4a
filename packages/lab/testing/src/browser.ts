/** Headless Chromium for tests that need a browser. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { type ChromiumProgram, packagedChromium } from './packaged-chromium.ts';

export interface OpenBrowser extends AsyncDisposable {
  readonly browser: Browser;
  /** Program and version, for the output of tests and benchmarks. */
  readonly description: string;
}

type FoundChromium =
  | { readonly kind: 'found'; readonly program: ChromiumProgram }
  | { readonly kind: 'missing'; readonly reason: string };

/** The path of the program to use instead of the one from npm. */
const VARIABLE = 'KITESTRING_CHROMIUM';
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const VERSION_DEADLINE_MS = 120_000;
const START_DEADLINE_MS = 180_000;
/** Timeout of a page action: generous, because the machine may be busy. */
const PAGE_DEADLINE_MS = 180_000;

const FLAGS = [
  '--autoplay-policy=no-user-gesture-required',
  // Browsers throttle the timers of hidden pages, and without a window every page counts as hidden.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // /dev/shm is 64 MiB in a container.
  '--disable-dev-shm-usage',
];

/**
 * The first Chromium that runs: the one that the environment names, the one from npm, an installed one. What happens to
 * be installed comes last, so that a test sees the same browser everywhere.
 */
export function findChromium(): Promise<FoundChromium> {
  search ??= firstThatRuns();
  return search;
}

let search: Promise<FoundChromium> | undefined;

/** The reason to skip tests that need a browser; false if one is available. */
export async function missingChromium(): Promise<string | false> {
  const found = await findChromium();
  return found.kind === 'found' ? false : found.reason;
}

export async function openBrowser(): Promise<OpenBrowser> {
  const found = await findChromium();
  if (found.kind === 'missing') throw new Error(found.reason);
  const { path, environment } = found.program;
  const browser = await chromium.launch({
    executablePath: path,
    env: { ...inheritedEnvironment(), ...environment },
    args: FLAGS,
    // Its sandbox needs rights that root and containers do not have, and the pages are our own.
    chromiumSandbox: false,
    timeout: START_DEADLINE_MS,
  });
  // Also applies to pages opened with `newPage`.
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PAGE_DEADLINE_MS);
    return context;
  };
  return {
    browser,
    description: `Chromium ${browser.version()} at ${path}`,
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Longer than the pause between two test files. */
const LINGER_MS = 2000;

interface SharedBrowser {
  readonly opened: Promise<OpenBrowser>;
  users: number;
  closing?: NodeJS.Timeout;
}

let shared: SharedBrowser | undefined;

/**
 * The one browser of this process, for test files that run one after another in it: its start costs as much as many of them need it for. It
 * closes its pages when the last user leaves, and itself a little later.
 */
export async function sharedBrowser(): Promise<OpenBrowser> {
  shared ??= beginShared();
  const own = shared;
  clearTimeout(own.closing);
  own.users += 1;
  const { browser, description } = await own.opened;
  return { browser, description, [Symbol.asyncDispose]: () => leave(own, browser) };
}

function beginShared(): SharedBrowser {
  const own = { opened: openBrowser(), users: 0 };
  const forgotten = () => forget(own);
  own.opened.then(({ browser }) => browser.once('disconnected', forgotten), forgotten);
  return own;
}

async function leave(own: SharedBrowser, browser: Browser): Promise<void> {
  own.users -= 1;
  if (own.users > 0) return;
  await Promise.all(browser.contexts().map((context) => context.close()));
  // A user may have been added during the wait.
  if (own.users > 0) return;
  own.closing = setTimeout(() => {
    forget(own);
    void browser.close();
  }, LINGER_MS);
}

function forget(own: SharedBrowser): void {
  if (shared === own) shared = undefined;
}

async function firstThatRuns(): Promise<FoundChromium> {
  const refusals: string[] = [];
  for (const candidate of candidates()) {
    try {
      const program = await candidate();
      await promisify(execFile)(program.path, ['--no-sandbox', '--version'], {
        env: { ...process.env, ...program.environment },
        timeout: VERSION_DEADLINE_MS,
      });
      return { kind: 'found', program };
    } catch (error) {
      refusals.push(firstLine(error));
    }
  }
  return { kind: 'missing', reason: `no Chromium runs here: ${refusals.join('; ')}` };
}

/** A browser named by the environment is the only candidate. */
function candidates(): (() => Promise<ChromiumProgram>)[] {
  const named = process.env[VARIABLE];
  if (named) return [async () => ({ path: named, environment: {} })];
  const installed = INSTALLED.filter((path) => existsSync(path));
  return [packagedChromium, ...installed.map((path) => async () => ({ path, environment: {} }))];
}

const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
