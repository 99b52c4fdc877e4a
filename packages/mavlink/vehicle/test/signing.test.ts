import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { SignatureCheck, Signer, SigningClock } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import { AskedVehicle, AUTOPILOT } from './support/asked-vehicle.ts';

const KEY = new Uint8Array(32).fill(7);

function signed(key: Uint8Array) {
  // The clock of the ground station is two seconds ahead.
  const clock = new SigningClock(new VirtualClock(Date.UTC(2026, 2, 1, 9, 30, 2) * 1000));
  return {
    signing: {
      signer: new Signer({ key, linkId: 3, clock }),
      signatureCheck: new SignatureCheck({ key, clock, acceptUnsigned: () => false }),
    },
  };
}

describe('a vehicle with a signing key', () => {
  it('signs everything, and takes the orders of a ground station with the same key', async () => {
    const ground = signed(KEY);
    await using asked = await AskedVehicle.begin('generic', { signing: { key: KEY, last: 0 } }, ground);
    const many = Array.from({ length: 10 }, (_, index) => index);
    const results = await asked.resultsFor(255, () => {
      for (const index of many) {
        const target = { ...AUTOPILOT, command: 520, confirmation: 0, param1: index };
        asked.send('COMMAND_LONG', { ...target, param2: 0, param3: 0, param4: 0, param5: 0, param6: 0, param7: 0 });
      }
    });
    assert.deepEqual(
      results,
      many.map(() => MAV_RESULT.ACCEPTED),
    );
    await asked.run(2);
    const { counts } = ground.signing.signatureCheck;
    assert.ok(counts.signed > 20);
    assert.deepEqual(
      { ...counts, signed: 0 },
      { signed: 0, unsigned: 0, unsignedRefused: 0, wrongSignature: 0, stale: 0 },
    );
    assert.ok((asked.vehicle.signing?.counts.signed ?? 0) >= 10);
  });

  it('takes neither unsigned orders, nor those of another key, nor those that were heard and sent again', async () => {
    await using asked = await AskedVehicle.begin('generic', { signing: { key: KEY, last: 0 } }, signed(KEY));
    const packets: Uint8Array[] = [];
    asked.ground.onPacket((bytes, direction) => {
      if (direction === 'Out') packets.push(bytes.slice());
    });
    assert.deepEqual(await asked.order('NAV_LAND'), [MAV_RESULT.ACCEPTED]);
    const order = packets.at(-1) ?? assert.fail('nothing was sent');
    assert.equal(asked.station.asked.length, 1);
    // Heard on the line and sent again, at once and after a minute; then with a wrong byte.
    for (const waitS of [0.1, 70]) {
      asked.line.ends[1].send(order, 'Order');
      await asked.run(waitS);
    }
    asked.line.ends[1].send(order.with(order.length - 1, (order.at(-1) ?? 0) ^ 1), 'Order');
    const other = await asked.another(254);
    assert.deepEqual(await other.order('NAV_LAND'), []);
    assert.equal(asked.station.asked.length, 1);
    const { stale = 0, unsignedRefused = 0, wrongSignature } = asked.vehicle.signing?.counts ?? {};
    assert.ok(stale >= 2 && unsignedRefused >= 1);
    assert.equal(wrongSignature, 1);
  });

  it('goes on after the timestamps of its last run, also where the clock went back', async () => {
    const last = 10 ** 14;
    await using asked = await AskedVehicle.begin('generic', { signing: { key: KEY, last } });
    const stamps: number[] = [];
    asked.vehicle.link.onPacket((bytes, direction) => {
      if (direction === 'Out') stamps.push(Buffer.from(bytes).readUIntLE(bytes.length - 12, 6));
    });
    await asked.run(1);
    assert.ok(stamps.length > 10 && stamps.every((stamp, index) => stamp > (stamps[index - 1] ?? last)));
  });
});
