import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOnMercator, pixelAt, placeAtPixel } from './mercator.ts';

const SIZE = { widthPx: 800, heightPx: 600 };
const STATION = { latDeg: 46.5, lonDeg: 11.35 };

describe('a map', () => {
  it('finds the place below a pixel, and its pixel again', () => {
    const position = { center: { latDeg: 46.6, lonDeg: 11.2 }, zoom: 11.3 };
    for (const [x, y] of [
      [0, 0],
      [800, 600],
      [400, 300],
      [123, 456],
    ] as const) {
      const { xPx, yPx } = pixelAt(position, SIZE, placeAtPixel(position, SIZE, x, y));
      assert.ok(Math.hypot(xPx - x, yPx - y) < 1e-6, `${xPx} ${yPx}`);
    }
  });

  it('has the whole world in 512 pixels at zoom 0, as MapLibre counts', () => {
    const position = { center: { latDeg: 0, lonDeg: 0 }, zoom: 0 };
    const { xPx } = pixelAt(position, { widthPx: 512, heightPx: 512 }, { latDeg: 0, lonDeg: -179.999_999 });
    const { yPx } = pixelAt(position, { widthPx: 512, heightPx: 512 }, { latDeg: 85.051_128, lonDeg: 0 });
    assert.ok(Math.abs(xPx) < 0.01 && Math.abs(yPx) < 0.01, `${xPx} ${yPx}`);
  });

  it('goes on across the date line', () => {
    const position = { center: { latDeg: 0, lonDeg: 179.9 }, zoom: 8 };
    const { xPx } = pixelAt(position, SIZE, { latDeg: 0, lonDeg: -179.9 });
    assert.ok(xPx > 400 && xPx < 500, `${xPx}`);
    const { lonDeg } = placeAtPixel(position, SIZE, xPx, 300);
    assert.ok(Math.abs(lonDeg + 179.9) < 1e-6, `${lonDeg}`);
  });

  it('has no place at the poles nor beyond the world', () => {
    const places = [
      [86, 0],
      [-90, 0],
      [0, 181],
      [Number.NaN, 0],
    ].map(([latDeg = 0, lonDeg = 0]) => isOnMercator({ latDeg, lonDeg }));
    assert.deepEqual(places, [false, false, false, false]);
    assert.ok(isOnMercator(STATION));
  });
});
