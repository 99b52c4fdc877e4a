import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { until } from '@kitestring/lab-testing/until.ts';

/** On a signal: everything that would end a process of Node. */
const BUGS = `process.on('SIGUSR2', () => {
  setTimeout(() => { throw new Error('bug of a timer') });
  setImmediate(() => queueMicrotask(() => { throw new Error('bug of a microtask') }));
  Promise.reject(new Error('bug of a promise'));
})`;

it('What nobody caught is logged and counted, and the station flies on', async () => {
  const preload = `--import=data:text/javascript,${encodeURIComponent(BUGS)}`;
  await using station = await StationProcess.start({ env: { NODE_OPTIONS: preload } });
  process.kill(station.pid, 'SIGUSR2');
  for (const bug of ['bug of a timer', 'bug of a microtask', 'bug of a promise']) await station.logged(bug);
  assert.equal((await fetch(`${station.url}/api/v1/health`)).status, 200);
  const metrics = await (await fetch(`${station.url}/metrics`)).text();
  assert.match(metrics, /kitestring_contained_bugs_total\{place="process"\} 3/);
  assert.deepEqual(await station.end(), { status: 0, signal: null });
});

it('What is not caught is logged at a hub too, which goes on', { skip: missingNatsServer() }, async () => {
  const preload = `--import=data:text/javascript,${encodeURIComponent(BUGS)}`;
  await using hub = new HubProcess([], { NODE_OPTIONS: preload });
  await hub.start();
  process.kill(hub.pid, 'SIGUSR2');
  const contained = () => hub.log.filter(({ place }) => place === 'process');
  await until('all three', () => contained().length === 3);
  assert.equal((await hub.ask('health', { key: '' })).status, 200);
  assert.equal(await hub.end('SIGTERM'), 0);
});
