import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import { startTestStation, type TestStation } from './support/test-station.ts';

const throwBug = () => {
  throw new Error('a bug of ours');
};

describe('A bug in flight', () => {
  let station: TestStation;
  let client: TestClient;
  beforeEach(async () => {
    station = await startTestStation();
    client = await station.client();
    station.advance(1);
    assert.equal((await client.post('flight/control/take_off')).status, 202);
    station.advance(30);
  });
  afterEach(() => station[Symbol.asyncDispose]());

  const flight = async () => (await client.get('flight/state')).body as FlightState;

  /** The flight goes on by commands, and the bug is in the log and in the metrics. */
  async function goesOn(place: string): Promise<void> {
    assert.equal((await client.post('flight/control/altitude', { altitude: 20 })).status, 202);
    station.advance(60);
    assert.ok(Math.abs(((await flight()).altitude ?? 0) - 20) < 1);
    assert.equal((await client.get('health')).status, 200);
    assert.ok(station.bugs.includes(place), `contained: ${station.bugs}`);
    const { body } = await client.get('/metrics');
    assert.match(String(body), new RegExp(`kitestring_contained_bugs_total\\{place="${place}"\\} [1-9]`));
    station.expectBugs();
  }

  it('in a timer of station time costs that call', async () => {
    station.running.world.clock.schedule(station.station.clock.nowUs() + 1000, throwBug);
    station.advance(1);
    await goesOn('timer');
  });

  it('in a listener of samples costs that listener', async () => {
    const cancel = station.running.world.aircraft.onSample(throwBug);
    station.advance(1);
    cancel();
    await goesOn('sample');
  });

  it('in a listener of a topic fails no command', async () => {
    const cancel = station.station.topics.flight.onInvalidate(throwBug);
    station.advance(1);
    await goesOn('topic');
    cancel();
  });

  it('in the making of a state costs its readers a message, its subscribers come again', async () => {
    const { flight: flown } = station.station;
    const webSocket = await client.subscribe('flight/state');
    await webSocket.next();
    const { state } = flown;
    flown.state = throwBug;
    station.advance(1);
    await new Promise(setImmediate);
    assert.equal((await client.get('flight/state')).status, 500);
    const refused = await client.subscribe('flight/state');
    assert.deepEqual(await refused.closed, { code: 1011, reason: 'internal error' });
    flown.state = state;
    station.advance(1);
    assert.equal((await webSocket.next<FlightState>()).flight_state, 'Flying');
    webSocket.close();
    await goesOn('subscription');
  });
});
