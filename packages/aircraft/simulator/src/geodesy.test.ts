import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { fromEcef, toEcef } from './geodesy.ts';

const _ZURICH = { latDeg: 47.3769, lonDeg: 8.5417, heightM: 408 };
describe('geodesy', () => {
  it('comes back from Earth-centred coordinates to where it was, poles and date line included', () => {
    for (const latDeg of [-90, -33.9, 0, 47.3769, 89.9999]) {
      for (const lonDeg of [-179.9999, -71, 0, 8.5417, 180]) {
        const back = fromEcef(toEcef({ latDeg, lonDeg, heightM: 453 }));
        near(back.latDeg, latDeg, 1e-9);
        near(back.heightM, 453, 1e-6);
        if (Math.abs(latDeg) < 90) near(back.lonDeg, lonDeg, 1e-9);
      }
    }
  });
});
