import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { flightRoutes } from '../api/flight/flight-routes.ts';
import { systemRoutes } from '../api/system/system-routes.ts';
import { ServedVersion } from './served-version.ts';

const state = ({ bytes }: { readonly bytes: Uint8Array }): object => JSON.parse(Buffer.from(bytes).toString());

describe('the newest version', () => {
  it('serves the very routes and topics that it is given, and thus costs nothing', (t) => {
    const { station } = new ScriptedStation();
    t.after(() => station.stop());
    const served = new ServedVersion('1.1.2', station);
    const routes = [...flightRoutes(station), ...systemRoutes(station)];
    assert.equal(served.routes(routes), routes);
    for (const [name, topic] of [
      ['system/state', station.topics.system],
      ['handoff/state', station.topics.handoff],
    ] as const) {
      assert.equal(served.topic(name, topic), topic);
    }
  });
});

describe('an older version', () => {
  it('writes a topic that differs once per change, for all who read it, and no other', (t) => {
    const { station } = new ScriptedStation();
    t.after(() => station.stop());
    const served = new ServedVersion('1.0.0', station);
    assert.equal(served.topic('flight/state', station.topics.flight), station.topics.flight);
    const topic = served.topic('system/state', station.topics.system);
    assert.notEqual(topic, station.topics.system);
    assert.equal(served.topic('system/state', station.topics.system), topic);
    const { bytes, version } = topic;
    station.topics.system.invalidate();
    assert.equal(topic.bytes, bytes, 'the same bytes until something changes');
    assert.equal(topic.version, version);
    assert.ok(!('rtb_parking_brake_state' in state(topic)));
  });

  it('leaves routes of other families as they are, and drops operations that it does not have', (t) => {
    const { station } = new ScriptedStation();
    t.after(() => station.stop());
    const served = new ServedVersion('0.5.0', station);
    const routes = systemRoutes(station);
    const own = { ...routes[0], operation: { ...OPERATIONS[0], base: '/station/v1' } } as (typeof routes)[number];
    const [first, ...others] = served.routes([own, ...routes]);
    assert.equal(first, own);
    assert.deepEqual(
      others.map(({ operation }) => operation.path),
      ['/v0/system/info', '/v0/system/state'],
    );
  });
});
