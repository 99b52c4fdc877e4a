import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import { startTestStation } from './support/test-station.ts';

describe('abort in the air', () => {
  for (const [way, from, to] of [
    ['a climb', 1, 40],
    ['a descent', 20, 5],
  ] as const) {
    it(`stops ${way}: the Kite stands where the target then is, and stays there`, async () => {
      await using station = await startTestStation({ station: { installation: 'Tray Mount' } });
      const client = await station.client('read control');
      const state = async () => (await client.get('flight/state')).body as FlightState;
      station.advance(1);
      await client.post('flight/control/take_off');
      station.advance(20);
      if (from > 1) await client.post('flight/control/altitude', { altitude: from });
      station.advance(60);
      await client.post('flight/control/altitude', { altitude: to });
      station.advance(8);
      const moving = await state();
      assert.equal((await client.post('flight/control/abort')).status, 202);
      assert.equal((await state()).is_changing_altitude, true);
      station.advance(5);
      const standing = await state();
      assert.equal(standing.is_changing_altitude, false);
      assert.ok(Math.abs((standing.altitude ?? 0) - (moving.altitude ?? 0)) < 1.5, 'it brakes within a metre or so');
      for (let minute = 0; minute < 3; minute += 1) {
        station.advance(60);
        const later = await state();
        assert.equal(later.altitude_target, standing.altitude_target);
        const offM = Math.abs((later.altitude ?? 0) - (later.altitude_target ?? 0));
        assert.ok(offM < 0.5, `${offM} m beside the target`);
      }
    });
  }
});
