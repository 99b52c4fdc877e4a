import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { missingChromium, openBrowser } from '@kitestring/lab-testing/browser.ts';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { loadNativeCodecs } from '@kitestring/video-process/encode';
import { MODULES } from '../src/operations.ts';
import { ClientPage } from './support/client-page.ts';
import { nodesHere, PublishedClient } from './support/published-client.ts';
import { readmeExamples } from './support/readme-examples.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
const examples = readmeExamples();
const codecs = await loadNativeCodecs().catch((reason: Error) => reason);
const withoutVideo = codecs instanceof Error ? `no video on this machine: ${codecs.message}` : false;
const withoutBrowser = await missingChromium();

describe('the published client', () => {
  let client: PublishedClient;
  let station: StationProcess;
  let page: ClientPage;

  before(async () => {
    page = await ClientPage.start();
    client = new PublishedClient();
    page.folder = join(client.folder, 'node_modules/@kitestring/client/dist');
    station = await StationProcess.start({
      flags: ['--sim-speed', '20', '--seed', '1'],
      env: {
        KITESTRING_CORS_ORIGINS: page.origin,
        KITESTRING_VIDEO_ENABLED: 'true',
        KITESTRING_VIDEO_RTSP_PORT: 'off',
        KITESTRING_VIDEO_RTSPS_PORT: '0',
        KITESTRING_VIDEO_RTSP_UDP_PORTS: 'any',
      },
    });
  });
  after(async () => {
    await station[Symbol.asyncDispose]();
    await page[Symbol.asyncDispose]();
    client[Symbol.dispose]();
  });

  /** Runs a program in the folder. @returns the lines that it prints */
  async function linesOf(program: string, node = process.execPath): Promise<readonly string[]> {
    const env = { PATH: process.env.PATH, KITESTRING_URL: station.url, KITESTRING_API_KEY: TEST_API_KEY };
    const { stdout } = await run(node, [program], { cwd: client.folder, env, timeout: 180_000 });
    return stdout.split('\n').filter((line) => line !== '');
  }

  it('has JavaScript and types, and nothing of the sources', () => {
    const wrong = client.files.filter(
      (file) => !/^(dist\/([\w-]+\.(js|d\.ts)|LICENSE)|package\.json|README\.md)$/.test(file),
    );
    assert.deepEqual(wrong, []);
    for (const file of [
      'dist/index.js',
      'dist/index.d.ts',
      'dist/node-index.js',
      'dist/node-index.d.ts',
      'dist/LICENSE',
      'README.md',
    ]) {
      assert.ok(client.files.includes(file), file);
    }
    const entry = readFileSync(join(client.folder, 'node_modules/@kitestring/client/dist/index.js'), 'utf8');
    assert.doesNotMatch(entry, /from ["'](?!\.\/)/);
  });

  it('has ten examples whose types are right, and the types that the contract has', () => {
    assert.equal(examples.length, 10);
    const files = examples.map(({ program }, index) => client.write(`example-${index + 1}.mjs`, program));
    const modules = Object.keys(MODULES)
      .filter((name) => name !== 'sim')
      .map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}Operations`);
    const lines = [
      `import type * as contract from '${ROOT}/packages/client/src/operations.ts';`,
      `import type { ErrorCode } from '${ROOT}/packages/station/contract/src/errors.ts';`,
      `import type { TopicMessage, TopicName } from '${ROOT}/packages/station/contract/src/topics.ts';`,
      "import type * as published from '@kitestring/client';",
      'type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;',
      'export const codes: Same<ErrorCode, published.ErrorCode> = true;',
      'type Topics = { [Name in TopicName]: TopicMessage<Name> };',
      'export const topics: Same<Topics, published.TopicMessages> = true;',
      ...modules.map((name) => `export const ${name}: Same<contract.${name}, published.${name}> = true;`),
      // The contract takes any parameter with any kind of fault; the published type only those that it has.
      'export const sim: Same<Omit<contract.SimOperations, Fault>, Omit<published.SimOperations, Fault>> = true;',
      "type Fault = 'injectFault';",
    ];
    // In one run: two would read the same libraries.
    client.check([...files, client.write('same-types.ts', lines.join('\n'))]);
  });

  for (const [index, { prints, program, title }] of examples.entries()) {
    const skip = /startRecording|getSnapshot/.test(program) && withoutVideo;
    it(`does what the example ${title} says`, { skip }, async () => {
      if (program.includes('getSnapshot')) await station.givesPictures();
      assert.deepEqual(await linesOf(`example-${index + 1}.mjs`), prints);
    });
  }

  for (const [major, node] of [...nodesHere()].slice(1)) {
    it(`flies on Node ${major}`, async () => {
      assert.deepEqual(await linesOf('example-1.mjs', node), examples[0]?.prints);
    });
  }

  it('flies from a page of another origin, without being bundled', { skip: withoutBrowser }, async () => {
    await using browser = await openBrowser();
    const tab = await browser.browser.newPage();
    await tab.goto(page.origin);
    const url = station.url;
    const token = await station.token();
    const seen = await tab.evaluate(flyInPage, { script: `${page.origin}/index.js`, token, url });
    assert.deepEqual(seen, ['Flying', 'ALTITUDE_ABOVE_HARD_MAX', 'StandBy']);
  });
});

/** Runs in the page. */
async function flyInPage({ script, token, url }: { script: string; token: string; url: string }): Promise<string[]> {
  const { KitestringClient } = (await import(script)) as typeof import('../src/index.ts');
  const client = new KitestringClient({ url, token });
  const control = await client.holdControl({ operator_name: 'A page' });
  const seen: string[] = [];
  await client.flight.takeOff({ until: 'Flying' });
  for await (const { flight_state } of client.topic('flight/state')) {
    seen.push(flight_state);
    break;
  }
  await client.flight.setAltitude({ altitude: 100 }).catch(({ code }) => seen.push(code));
  await client.flight.land({ until: 'StandBy' });
  seen.push((await client.flight.getFlightState()).flight_state);
  await control.release();
  await client.close();
  return seen;
}
