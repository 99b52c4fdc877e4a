import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useStation } from '@kitestring/testing/node-test';

const station = useStation({ speed: 50, settings: { 'sim-wind-speed-mps': '4' } });

async function ask(path, method = 'GET') {
  const headers = { authorization: `Bearer ${await station.token('read control')}` };
  return fetch(`${station.url}/api/v1/${path}`, { method, headers });
}

it('takes off', async () => {
  assert.equal((await ask('flight/control/take_off', 'POST')).status, 202);
  assert.equal((await (await ask('flight/state')).json()).flight_state, 'TakingOff');
});

it('cannot land on the ground, where the test before it has not left a flight', async () => {
  assert.equal((await ask('flight/control/land', 'POST')).status, 409);
});
