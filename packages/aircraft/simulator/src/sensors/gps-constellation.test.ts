import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { CONSTELLATION_PERIOD_S, GpsConstellation } from './gps-constellation.ts';

describe('the constellation', () => {
  it('has 24 satellites of GPS, and as many of Galileo', () => {
    assert.equal(new GpsConstellation(47, 8, false).size, 24);
    assert.equal(new GpsConstellation(47, 8, true).size, 48);
  });

  it('is told by unit vectors', () => {
    const sky = new GpsConstellation(47, 8, true);
    sky.moveTo(12_345);
    for (let index = 0; index < sky.size; index += 1) {
      near(Math.hypot(sky.east[index] ?? 0, sky.north[index] ?? 0, sky.up[index] ?? 0), 1, 1e-12);
    }
  });

  it('has its first satellite where spherical trigonometry has it, also when it has gone on and the Earth has turned to the east', () => {
    const sky = new GpsConstellation(0, 0, false);
    const rad = Math.PI / 180;
    for (const hours of [0, 1, 5]) {
      sky.moveTo(3600 * hours);
      // Slot A1 goes around twice in a sidereal day, 23.9345 hours.
      const along = (268.126 + (720 * hours) / 23.9345) * rad;
      const latitude = Math.asin(Math.sin(55 * rad) * Math.sin(along));
      const node = 272.847 - (360 * hours) / 23.9345;
      const longitude = node * rad + Math.atan2(Math.cos(55 * rad) * Math.sin(along), Math.cos(along));
      const range = 26_559.7;
      const [east, north, up] = [
        range * Math.cos(latitude) * Math.sin(longitude),
        range * Math.sin(latitude),
        range * Math.cos(latitude) * Math.cos(longitude) - 6371,
      ];
      const distance = Math.hypot(east, north, up);
      near(sky.east[0], east / distance, 1e-3);
      near(sky.north[0], north / distance, 1e-3);
      near(sky.up[0], up / distance, 1e-3);
    }
  });

  it('stands over the same place a sidereal day later as before, and all of it after ten', () => {
    const sky = new GpsConstellation(47, 8, true);
    sky.moveTo(1000);
    const before = [...sky.up];
    sky.moveTo(1000 + 86_164.1);
    for (let index = 0; index < 24; index += 1) near(sky.up[index], before[index] ?? 0, 0.01);
    sky.moveTo(1000 + CONSTELLATION_PERIOD_S);
    for (let index = 0; index < 48; index += 1) near(sky.up[index], before[index] ?? 0, 0.03);
  });

  it('goes no further north than its inclination: none stands near the pole', () => {
    const sky = new GpsConstellation(90, 0, true);
    for (let hour = 0; hour < 24; hour += 1) {
      sky.moveTo(3600 * hour);
      for (const up of sky.up) assert.ok(up < Math.sin((50 * Math.PI) / 180));
    }
  });
});
