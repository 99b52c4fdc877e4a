import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FlownAircraft, NO_NOISE } from './flown-aircraft.ts';

describe('thin air', () => {
  it('leaves less thrust: a hover at 4,000 m takes a greater share of it, as the Kite says before take-off', () => {
    const shareAt = (elevationM: number) => {
      const flight = new FlownAircraft({ parameters: { ...NO_NOISE, site: { elevationM } } });
      flight.advance(1);
      const toldShare = flight.kite.hoverThrustShare ?? Number.NaN;
      flight.flyAt(20);
      return { toldShare, flownShare: flight.kite.thrustShare ?? Number.NaN };
    };
    const sea = shareAt(0);
    const high = shareAt(4000);
    assert.ok(Math.abs(high.flownShare / sea.flownShare - high.toldShare / sea.toldShare) < 0.01);
    assert.ok(high.toldShare > 1.4 * sea.toldShare, `${sea.toldShare} at sea level, ${high.toldShare} at 4,000 m`);
    assert.ok(Math.abs(high.flownShare - high.toldShare) < 0.02, `${high.toldShare} told, ${high.flownShare} flown`);
  });
});
