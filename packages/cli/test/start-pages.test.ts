import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { Launched } from './support/launcher.ts';
import { whyNoCurl } from './support/page-examples.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
const PAGES = ['start/try-in-five-minutes', 'start/troubleshooting', 'start/faq', 'administrator/network'];
const page = (name: string): string => readFileSync(join(DOCS, `${name}.md`), 'utf8');

const SERVE_ON_NETWORK = 'npm start -- --host 0.0.0.0 --tls-mode https_only';
const FLY = 'npx kitestring fly';
const REPORT = 'npx kitestring doctor --report report.md';
const ROTATE = 'npx kitestring plugin rotate first';
/** Commands of the pages that a test below carries out. */
const RUN = [
  'npx kitestring serve',
  SERVE_ON_NETWORK,
  FLY,
  'npx kitestring doctor',
  REPORT,
  ROTATE,
  'curl --pinnedpubkey',
];
const NOT_RUN: ReadonlyMap<string, string> = new Map([
  ['npm ci && npm start', 'installs over the network; npm-start.test.ts starts what is installed'],
  ['npm start', 'npm-start.test.ts starts it, with flags'],
  ['npm start -- --port 0', 'npm-start.test.ts does'],
  ['npx kitestring serve --fleet 3', 'fleet.test.ts starts fleets'],
  ['npx kitestring', 'named outside the folder of the clone, where it finds nothing'],
]);

/** Each command in a block or within a line of a page. */
const commands = (text: string): readonly string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$|`((?:npm|npx|node|curl|sudo|systemctl) [^`]*)`/gm)].flatMap(
    ([, block, inline = '']) => (block === undefined ? [inline] : block.trim().split('\n')),
  );

/** Printed text without its figures. */
const plain = (text: string): string => text.replaceAll(/\d+(\.\d+)?/g, '#');

describe('the pages for the start', { skip: whyNoCurl() }, () => {
  const folder = new TestFolder();
  const stations: Launched[] = [];
  const start = async (command: string) => {
    const dataDir = folder.file(`data-${stations.length}`);
    const flags = command
      .split(' ')
      .filter((word) => !['npm', 'npx', 'kitestring', 'start', 'serve', '--'].includes(word));
    const port = flags.includes('--port') ? [] : ['--port', String(await freePort())];
    const test = ['--data-dir', dataDir, '--sim-speed', '50', '--video-enabled', 'false'];
    const launched = new Launched(['serve', ...flags, ...port, ...test]);
    stations.push(launched);
    const [, url = ''] = await launched.printed(/"url":"([^"]+)".*listening/);
    return { launched, url, dataDir };
  };
  type Started = Awaited<ReturnType<typeof start>>;
  const run = (command: string, { dataDir, url }: Started) => {
    // The default port, which the pages leave as it is, may be that of another program here.
    const environment = { KITESTRING_URL: url, KITESTRING_DATA_DIR: dataDir, KITESTRING_PORT: new URL(url).port };
    return new Launched(command.split(' ').slice(2), { environment, folder: folder.path }).end();
  };
  let station: Started;
  before(async () => {
    station = await start('npx kitestring serve');
  });
  after(() => {
    for (const one of stations) one[Symbol.dispose]();
    folder[Symbol.dispose]();
  });

  it('have no command that is neither carried out here nor named with a reason', () => {
    const all = new Set(PAGES.flatMap((name) => commands(page(name))));
    assert.deepEqual([...all].sort(), [...RUN, ...NOT_RUN.keys()].sort());
  });

  it('show what a start and a flight print', async () => {
    const [banner = '', flight = ''] = [
      ...page('start/try-in-five-minutes').matchAll(/^```text\n([\s\S]*?)^```$/gm),
    ].map(([, text = '']) => text);
    await station.launched.printed(/Fly it\n.*\n/);
    const addresses = banner.split('\n').filter((line) => /^ +(Console|API|Docs) .*http/.test(line));
    assert.equal(addresses.length, 3);
    for (const line of addresses) assert.ok(plain(station.launched.err).includes(plain(line)), line);
    const { err, out, status } = await run(FLY, station);
    assert.deepEqual([status, err], [0, ''], out);
    const lines = flight.trim().split('\n');
    assert.equal(lines.length, 10);
    for (const line of lines) assert.ok(plain(out).includes(plain(line.replace(/\.$/, ''))), `${line}: ${out}`);
  });

  it('check a station, and write a report for a bug', async () => {
    const { out, status } = await run(REPORT, station);
    assert.equal(status, 0, out);
    assert.match(readFileSync(folder.file('report.md'), 'utf8'), /^# /);
  });

  it('make a new key where the first is lost', async () => {
    const { out, status } = await run(ROTATE, station);
    assert.equal(status, 0, out);
    assert.match(out, /kite_[\w-]{43}/);
  });

  it('serve a network by HTTPS alone, with a pin for curl and nothing that the doctor objects to', async () => {
    const { dataDir, launched, url } = await start(SERVE_ON_NETWORK);
    const [, pin = ''] = await launched.printed(/TLS pin +(sha256\/\/\S+)/);
    const ask = (key: string) =>
      promisify(execFile)('curl', ['-sS', '-k', '--pinnedpubkey', key, `${url}/api/health`], { timeout: 60_000 });
    assert.match((await ask(pin)).stdout, /"OK"/);
    await assert.rejects(ask(`sha256//${'A'.repeat(43)}=`));
    const { out, status } = await run('npx kitestring doctor', { dataDir, launched, url });
    assert.equal(status, 0, out);
  });
});
