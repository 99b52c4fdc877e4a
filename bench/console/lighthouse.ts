import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ConsoleUnderTest } from '@kitestring/console-page/test/support/console-page.ts';
import { findChromium } from '@kitestring/lab-testing/browser.ts';
import { type BenchRow, figure } from '../result.ts';

/** Fetched on demand: its many packages are not part of the project. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const DEADLINE_MS = 240_000;
const CATEGORIES = ['performance', 'accessibility'] as const;
const LEAST = {
  mobile: { performance: 98, accessibility: 100 },
  desktop: { performance: 100, accessibility: 100 },
} as const;
const FLAGS = '--headless --no-sandbox --disable-gpu --disable-dev-shm-usage';

/** Lighthouse scores of the sign-in, on a simulated phone and on a desktop. Empty if Lighthouse cannot be fetched. */
export async function benchLighthouse(): Promise<BenchRow[]> {
  await using tested = await ConsoleUnderTest.start();
  await tested.open({ isSignedIn: false });
  await using proxy = await proxyWithoutReferrerPolicy(tested.station.url);
  const rows: BenchRow[] = [];
  for (const place of ['mobile', 'desktop'] as const) rows.push(...(await audit(proxy.url, place)));
  return rows;
}

/**
 * Lighthouse 13.5 fails with `ERR_ABORTED` if a page sends `Referrer-Policy: no-referrer`; its scores do not depend on
 * that header.
 */
async function proxyWithoutReferrerPolicy(stationUrl: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((asked, answer) => {
    const { headers, method, url = '/' } = asked;
    const onward = request(new URL(url, stationUrl), { method, headers }, (answered) => {
      const { 'referrer-policy': _, ...others } = answered.headers;
      answer.writeHead(answered.statusCode ?? 502, others);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Report {
  readonly categories: Readonly<Record<(typeof CATEGORIES)[number], { readonly score: number | null }>>;
}

async function audit(url: string, place: 'mobile' | 'desktop'): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-lighthouse-'));
  const file = join(folder, 'report.json');
  const found = await findChromium();
  const { environment, path } = found.kind === 'found' ? found.program : { environment: {}, path: '' };
  try {
    await promisify(execFile)(
      'npm',
      [
        ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, '--quiet'],
        ...[`--chrome-flags=${FLAGS}`, `--only-categories=${CATEGORIES}`, '--output=json', `--output-path=${file}`],
        ...(place === 'desktop' ? ['--preset=desktop'] : []),
      ],
      { env: { ...process.env, ...environment, CHROME_PATH: path }, timeout: DEADLINE_MS, cwd: folder },
    );
    const { categories } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    return CATEGORIES.map((category) =>
      figure(`console: Lighthouse, ${category}, ${place}`, 100 * (categories[category].score ?? Number.NaN), 'of 100', {
        atLeast: LEAST[place][category],
      }),
    );
  } catch (error) {
    // The error is at the end of its output; the first line is the command.
    const { stderr = '' } = error as { stderr?: string };
    const note = stderr.trim().split('\n').at(-1) || String(error).split('\n', 1)[0];
    return [figure(`console: Lighthouse, ${place}`, Number.NaN, '', { note: `not run: ${note}` })];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
