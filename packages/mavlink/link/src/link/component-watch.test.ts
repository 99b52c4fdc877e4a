import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldsToSend, Message, MessageName } from '@kitestring/mavlink-codec/codec.ts';
import { decode, encode, Packet } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_AUTOPILOT, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';
import { ComponentWatch, isVehicle, type MavlinkIds, vehicleLink } from './component-watch.ts';

const OURS: MavlinkIds = { system: 255, component: 190 };
const S = 1_000_000;
const beat: FieldsToSend['HEARTBEAT'] = {
  type: MAV_TYPE.QUADROTOR,
  autopilot: MAV_AUTOPILOT.PX4,
  base_mode: 0,
  custom_mode: 0,
  system_status: 3,
  mavlink_version: 3,
};
const timeOf = (bootMs: number) => ({ time_unix_usec: 0n, time_boot_ms: bootMs });

function message<N extends MessageName>(
  name: N,
  fields: FieldsToSend[N],
  sequence = 0,
  ids = { system: 1, component: 1 },
) {
  return decode(new Packet(encode(name, fields, { ...ids, sequence }))) as Message;
}

const heartbeat = (sequence = 0, ids?: MavlinkIds, type: number = MAV_TYPE.QUADROTOR) =>
  message('HEARTBEAT', { ...beat, type }, sequence, ids);

describe('the watch over components', () => {
  it('tells who appears, is lost after four seconds without a packet, and returns with a heartbeat', () => {
    const watch = new ComponentWatch(OURS);
    const of = { system: 1, component: 1 };
    assert.deepEqual(watch.take(message('SYSTEM_TIME', timeOf(1)), 'a', 0), [], 'a heartbeat makes a component');
    assert.deepEqual(watch.take(heartbeat(), 'a', 0), [{ event: 'ComponentAppeared', of }]);
    assert.deepEqual(watch.lostAt(3.9 * S), []);
    assert.deepEqual(watch.lostAt(4 * S), [{ event: 'ComponentLost', of, silentS: 4 }]);
    assert.deepEqual(watch.lostAt(5 * S), [], 'once');
    assert.deepEqual(watch.take(message('SYSTEM_TIME', timeOf(2), 1), 'a', 6 * S), []);
    assert.deepEqual(watch.take(heartbeat(2), 'a', 7 * S), [{ event: 'ComponentReturned', of }]);
  });

  it('does not lose a component whose telemetry comes, until ten seconds without a heartbeat', () => {
    const watch = new ComponentWatch(OURS);
    watch.take(heartbeat(), 'a', 0);
    for (let atS = 1; atS <= 10; atS += 1) {
      watch.take(message('SYSTEM_TIME', timeOf(atS), atS), 'a', atS * S);
      assert.equal(watch.lostAt(atS * S).length, atS === 10 ? 1 : 0, `${atS} s`);
    }
  });

  it('notices a new start by the clock of the component, not by packets that overtake each other', () => {
    const watch = new ComponentWatch(OURS);
    watch.take(heartbeat(), 'a', 0);
    const clocks = [60_000, 61_000, 60_800, 62_000, 1000, 2000];
    const events = clocks.map((bootMs, index) => watch.take(message('SYSTEM_TIME', timeOf(bootMs), index + 1), 'a', S));
    assert.deepEqual(
      events.map(([first]) => first?.event),
      [undefined, undefined, undefined, undefined, 'ComponentRestarted', undefined],
    );
  });

  it('follows a component to another end, and calls two ends at once two sources until one of them is silent', () => {
    const watch = new ComponentWatch(OURS);
    const from = (peer: string, atS: number) => watch.take(heartbeat(atS), peer, atS * S).map(({ event }) => event);
    from('a', 0);
    assert.deepEqual(from('b', 10), [], 'moved');
    assert.equal(watch.find({ system: 1, component: 1 })?.peer, 'b');
    assert.deepEqual([from('a', 11), from('b', 12), from('a', 13)].flat(), ['IdsShared']);
    assert.equal(vehicleLink(watch.all).state, 'Ambiguous');
    for (let atS = 14; atS < 20; atS += 1) from('a', atS);
    assert.equal(vehicleLink(watch.all).state, 'Connected');
  });

  it('calls two counts of packets at one end two sources', () => {
    const watch = new ComponentWatch(OURS);
    const events = [0, 100, 1, 101, 2, 102, 3, 103].flatMap((sequence) => watch.take(heartbeat(sequence), 'a', S));
    assert.deepEqual(
      events.map((event) => (event.event === 'IdsShared' ? event.by : event.event)),
      ['ComponentAppeared', 'Numbers'],
    );
  });

  it('warns once of a sender with our ids, and of a vehicle in our system', () => {
    const watch = new ComponentWatch(OURS);
    const gcs = heartbeat(0, OURS, MAV_TYPE.GCS);
    assert.deepEqual(watch.take(gcs, 'a', 0), [{ event: 'OurIdsUsed', of: OURS, peer: 'a' }]);
    assert.deepEqual(watch.take(gcs, 'a', S), []);
    assert.deepEqual(watch.all, []);
    const other = new ComponentWatch(OURS);
    const of = { system: 255, component: 1 };
    assert.deepEqual(
      other.take(heartbeat(0, of), 'a', 0).map(({ event }) => event),
      ['OurIdsUsed', 'ComponentAppeared'],
    );
  });

  it('watches a bounded number: a new one gets the place of one that is lost', () => {
    const watch = new ComponentWatch(OURS);
    for (let component = 1; component <= 40; component += 1) watch.take(heartbeat(0, { system: 1, component }), 'a', 0);
    assert.equal(watch.all.length, 32);
    watch.lostAt(5 * S);
    watch.take(heartbeat(0, { system: 2, component: 1 }), 'a', 5 * S);
    assert.equal(watch.all.length, 32);
    assert.equal(watch.find({ system: 2, component: 1 })?.state, 'Heard');
  });

  it('finds the vehicle among ground stations and cameras, and none where there are two', () => {
    const watch = new ComponentWatch(OURS);
    const state = (system?: number) => vehicleLink(watch.all, system).state;
    assert.equal(state(), 'NotHeard');
    watch.take(heartbeat(0, { system: 245, component: 190 }, MAV_TYPE.GCS), 'a', 0);
    watch.take(message('HEARTBEAT', { ...beat, type: MAV_TYPE.CAMERA, autopilot: MAV_AUTOPILOT.INVALID }, 0), 'a', 0);
    assert.equal(state(), 'NotHeard');
    watch.take(heartbeat(0, { system: 3, component: 1 }), 'a', 0);
    assert.equal(state(), 'Connected');
    watch.take(heartbeat(0, { system: 4, component: 1 }), 'a', S);
    assert.deepEqual([state(), state(3), state(9)], ['Ambiguous', 'Connected', 'NotHeard']);
    watch.lostAt(4.5 * S);
    assert.deepEqual([state(), state(3)], ['Connected', 'Lost']);
    assert.equal(isVehicle(beat), true);
  });
});
