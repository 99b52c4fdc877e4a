import assert from 'node:assert/strict';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import { startTestStation, TEST_KEY, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { WireFaultRequest, WireFaultState } from '@kitestring/station-contract/sim/wire-fault.ts';
import { ImpatientPlatform, TIMEOUT_MS } from './impatient-platform.ts';

/** A station whose connections can be disturbed, the client that does it, and one of ours that is disturbed. */
export class FaultyWire implements AsyncDisposable {
  readonly station: TestStation;
  readonly controls: TestClient;
  readonly platform: ImpatientPlatform;
  readonly client: KitestringClient;

  private constructor(station: TestStation, controls: TestClient) {
    this.station = station;
    this.controls = controls;
    this.platform = new ImpatientPlatform();
    const { platform } = this;
    this.client = new KitestringClient({ url: station.url, key: TEST_KEY, platform, timeoutMs: TIMEOUT_MS });
  }

  static async start(): Promise<FaultyWire> {
    // Nothing is repeated, and no quota grows, because the machine is slow.
    const start = { realTimeClock: new VirtualClock() };
    const station = await startTestStation({ limits: { readsBurst: 10_000, commandsBurst: 1000 }, start });
    station.advance(15);
    const wire = new FaultyWire(station, await station.client());
    await wire.client.flight.getFlightState();
    return wire;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.station[Symbol.asyncDispose]();
  }

  readonly send = (request: WireFaultRequest) => this.controls.post('/sim/v1/wire-faults', request);

  readonly set = async (request: WireFaultRequest): Promise<WireFaultState> => {
    const { status, body } = await this.send(request);
    assert.equal(status, 201, JSON.stringify(body));
    return body as WireFaultState;
  };

  readonly list = async (): Promise<readonly WireFaultState[]> =>
    ((await this.controls.get('/sim/v1/wire-faults')).body as { faults: readonly WireFaultState[] }).faults;

  readonly stateOf = async ({ id }: WireFaultState): Promise<WireFaultState> =>
    (await this.list()).find((fault) => fault.id === id) ?? assert.fail(id);

  readonly hits = async (fault: WireFaultState): Promise<number> => (await this.stateOf(fault)).hits;

  readonly remove = async ({ id }: WireFaultState): Promise<WireFaultState> =>
    (await this.controls.send(`/sim/v1/wire-faults/${id}`, { method: 'DELETE' })).body as WireFaultState;

  readonly removeAll = () => this.controls.send('/sim/v1/wire-faults', { method: 'DELETE' });

  /** The request of any client. */
  readonly read = (path = 'flight/state'): Promise<Response> =>
    fetch(`${this.station.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${this.controls.token}` } });

  /** Resolves when the fault has hit so often. */
  readonly untilHits = async (fault: WireFaultState, count: number): Promise<void> => {
    while ((await this.hits(fault)) < count) await new Promise(setImmediate);
  };

  readonly softMax = async () => (await this.client.flight.getFlightInfo()).altitude_soft_max;

  readonly flightState = async () => (await this.client.flight.getFlightState()).flight_state;
}
