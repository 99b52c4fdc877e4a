import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { INSTALLED_BY } from '@kitestring/lab-testing/programs.ts';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { runExamples, whyNoCurl } from './support/page-examples.ts';

async function tokenOf(url: string): Promise<string> {
  const body = new URLSearchParams({ client_secret: TEST_API_KEY });
  const answer = await fetch(`${url}/api/v1/auth/token/request`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const EXAMPLE = join(import.meta.dirname, '../../../examples/ground-equipment/winch.py');
const whyNot = (): string | false =>
  spawnSync('python3', ['--version']).status === 0 ? whyNoCurl() : `no python3 in the PATH: ${INSTALLED_BY}, as root`;

describe('the page about ground equipment', () => {
  it('has a box and examples with curl that do what it says', { skip: whyNot() }, async () => {
    await using cleanup = new AsyncDisposableStack();
    const box = spawn('python3', [EXAMPLE, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    cleanup.defer(async () => {
      box.kill('SIGKILL');
      await once(box, 'exit');
    });
    const [said] = (await once(createInterface(box.stdout), 'line')) as [string];
    const address = `json:tcp://127.0.0.1:${/port (\d+)/.exec(said)?.[1]}`;
    const flags = ['--aircraft', 'mavlink:udp-listen://127.0.0.1:0', '--ground', address];
    const station = cleanup.use(await StationProcess.start({ flags }));
    const token = await tokenOf(station.url);
    await until('the box', async () => {
      const answer = await fetch(`${station.url}/station/v1/ground`, { headers: { authorization: `Bearer ${token}` } });
      return ((await answer.json()) as { link?: string }).link === 'Heard';
    });
    const [shown, length, refused] = await runExamples('builder/ground-equipment.md', station);
    assert.match(shown ?? '', /"link":"Heard","name":"Example winch".*"line_orders":\["length","rate","stop"\]/);
    assert.equal(length, '202');
    assert.match(refused ?? '', /"code":"NOT_FITTED".*400\n.*"code":"GROUND_ORDER_REFUSED".*at most 60 m.*409$/s);
  });
});
