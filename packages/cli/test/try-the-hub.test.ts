import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Answer } from '@kitestring/hub-app/test/support/hub-process.ts';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { missingNatsServer, natsServerProgram } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { Launched } from './support/launcher.ts';
import { NPX, whyNoCurl } from './support/page-examples.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/hub/try-it.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text.trim());
/** A hundred are for a reader's computer, which has nothing else to do. */
const STATIONS = 8;

describe('the page that shows a hub on one computer', { skip: missingNatsServer() || whyNoCurl() }, () => {
  const folder = new TestFolder();
  const running: Launched[] = [];
  let port = '';
  const [install = '', startHub = '', startFleet = '', ask = '', command = '', serve = ''] = BLOCKS;
  before(() => assert.equal(BLOCKS.length, 6));
  after(async () => {
    for (const process of running.reverse()) {
      process.process.kill('SIGTERM');
      await process.end();
    }
    folder[Symbol.dispose]();
  });

  /** A command of the page in a terminal of its own. */
  const start = (text: string, environment: Readonly<Record<string, string>> = {}) => {
    const [npx, program, ...args] = text.replaceAll('3180', port).split(' ');
    assert.deepEqual([npx, program], ['npx', 'kitestring']);
    const launched = new Launched(args, { folder: folder.path, environment });
    running.push(launched);
    return launched;
  };
  /** Commands of the page in one terminal, whose folder they share. @returns what was printed */
  const run = async (text: string): Promise<string> => {
    const script = `${NPX}\n${text.replaceAll('3180', port)}`;
    return (await promisify(execFile)('sh', ['-eu', '-c', script], { cwd: folder.path })).stdout;
  };

  it('starts a hub that says where its page is', async () => {
    assert.equal(install, 'npx kitestring hub engine install');
    const path = [dirname(natsServerProgram()?.path ?? ''), process.env.PATH].join(delimiter);
    // The port of the page may be in use on this machine.
    const hub = start(startHub, { PATH: path, KITESTRING_HUB_PORT: '0', KITESTRING_HUB_BROKER_PORT: '0' });
    const [, page = ''] = await hub.printed(/^ +Page +(http:\/\/127\.0\.0\.1:\d+\/)$/m);
    port = new URL(page).port;
    assert.match(PAGE, /It prints the address of its page, `http:\/\/127\.0\.0\.1:3180\/`/);
    const response = await fetch(page, { redirect: 'follow' });
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  });

  it('fills it with light stations, which are seen and commanded as it says', async () => {
    start(startFleet.replace('--stations 100', `--stations ${STATIONS}`));
    const [keepKey = '', list = '', events = ''] = ask.split('\n');
    await run(keepKey);
    const standing = await until('stations', async () => {
      const { stations } = JSON.parse(await run(list)) as Answer;
      return stations.length === 5 && stations.find((station: Answer) => station.flight_state === 'StandBy');
    });
    assert.equal((JSON.parse(await run(events)) as Answer).events.length, 5);
    const [makeKey = '', ...others] = command.split('\n');
    const { secret } = JSON.parse(await run(makeKey)) as Answer;
    const [takeOff = '', read = ''] = others.map((line) =>
      line.replaceAll('SECRET', secret).replaceAll('SID', standing.sid),
    );
    // On a busy machine a beat of the station may come too late for a command.
    const told = await until('an answer', async () => {
      const text = await run(takeOff);
      return !/"code":"(STATION_NOT_LIVE|STATION_OFFLINE)"/.test(text) && { text };
    });
    assert.doesNotMatch(told.text, /"code":/);
    await until('the take-off', async () => /"flight_state":"(TakingOff|Flying)"/.test(await run(read)));
  });

  it('adds a whole Ground Station', async () => {
    start(serve.replace('--fleet 10', '--fleet 1').replace('4000', String(await freePort())));
    await until('the station', async () => {
      const list = `curl -sS -H @hub-key.txt 'http://127.0.0.1:3180/fleet/v1/stations?state=online&limit=100'`;
      const { stations } = JSON.parse(await run(list)) as Answer;
      return stations.length === STATIONS + 1;
    });
  });
});
