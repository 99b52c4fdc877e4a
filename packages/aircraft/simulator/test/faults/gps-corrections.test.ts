import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FaultedFlight } from './faulted-flight.ts';

describe('gps_corrections_lost', () => {
  it('takes centimetres, then decimetres off the position, and gives both back', () => {
    const flight = FaultedFlight.at(20, { parameters: { rtk: { isUsed: true } } });
    const accuracyM = () => flight.kite.gps?.accuracyM ?? Number.NaN;
    assert.ok(accuracyM() < 0.02);
    const fault = flight.inject({ type: 'gps_corrections_lost' });
    flight.advance(14);
    assert.ok(accuracyM() < 0.02);
    flight.advance(4);
    assert.equal(accuracyM(), 0.3);
    flight.advance(45);
    assert.ok(accuracyM() > 0.5);
    flight.clear(fault);
    flight.advance(2);
    assert.equal(accuracyM(), 0.3);
    flight.advance(11);
    assert.ok(accuracyM() < 0.02);
    flight.comeDown();
    flight.assertHealthy();
  });

  it('is refused where no corrections are used', () => {
    const flight = new FaultedFlight();
    const answer = flight.aircraft.faults.inject({ type: 'gps_corrections_lost' });
    assert.match(flight.refusalOf(answer), /rtk\.isUsed/);
  });
});
