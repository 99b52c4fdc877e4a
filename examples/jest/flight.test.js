import * as jest from '@jest/globals';
import { useStation } from '@kitestring/testing/jest';

const { expect, it } = jest;
const station = useStation(jest, { speed: 50, settings: { 'sim-wind-speed-mps': '4' } });

async function ask(path, method = 'GET') {
  const headers = { authorization: `Bearer ${await station.token('read control')}` };
  return fetch(`${station.url}/api/v1/${path}`, { method, headers });
}

it('takes off', async () => {
  expect((await ask('flight/control/take_off', 'POST')).status).toBe(202);
  expect(await (await ask('flight/state')).json()).toMatchObject({ flight_state: 'TakingOff' });
});

it('cannot land on the ground, where the test before it has not left a flight', async () => {
  expect((await ask('flight/control/land', 'POST')).status).toBe(409);
});
