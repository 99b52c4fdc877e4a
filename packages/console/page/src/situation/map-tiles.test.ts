import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MapView, placeTiles } from './map-tiles.ts';

const VIEW: MapView = {
  center: { latDeg: 47.3769, lonDeg: 8.5417 },
  metersPerPx: 0.5,
  widthPx: 300,
  heightPx: 200,
  tilesUrl: 'http://tiles.test/{z}/{x}/{y}.png',
};

describe('the map behind the view from above', () => {
  it('is made of the tiles where the place is', () => {
    // Zürich at zoom 18, by the formulas of the OpenStreetMap wiki (Slippy map tilenames).
    const zoom = 18;
    const x = Math.floor(((8.5417 + 180) / 360) * 2 ** zoom);
    const lat = (47.3769 * Math.PI) / 180;
    const y = Math.floor(((1 - Math.asinh(Math.tan(lat)) / Math.PI) / 2) * 2 ** zoom);
    const urls = placeTiles(VIEW).map(({ url }) => url);
    assert.ok(urls.includes(`http://tiles.test/${zoom}/${x}/${y}.png`), urls.join(' '));
  });

  it('covers the whole view without gaps', () => {
    const tiles = placeTiles(VIEW);
    for (const [px, py] of [
      [-149, -99],
      [149, 99],
      [0, 0],
      [-149, 99],
    ] as const) {
      const covering = tiles.filter(
        ({ leftPx, sizePx, topPx }) => px >= leftPx && px < leftPx + sizePx && py >= topPx && py < topPx + sizePx,
      );
      assert.equal(covering.length, 1, `${px}, ${py}`);
    }
  });

  it('is to scale at the latitude: a tile is as wide on the ground as its pixels say', () => {
    for (const latDeg of [0, 47, -70]) {
      const [tile] = placeTiles({ ...VIEW, center: { latDeg, lonDeg: 0 } });
      const zoom = Number(/test\/(\d+)/.exec(tile?.url ?? '')?.[1]);
      const groundM = (40_075_016.69 * Math.cos((latDeg * Math.PI) / 180)) / 2 ** zoom;
      const shownM = (tile?.sizePx ?? 0) * VIEW.metersPerPx;
      assert.ok(Math.abs(groundM - shownM) < 0.01, `${latDeg}: ${groundM} ${shownM}`);
      assert.ok((tile?.sizePx ?? 0) > 127 && (tile?.sizePx ?? 0) <= 258, 'its pixels are not blown up');
    }
  });

  it('goes on across the date line, and ends at the poles', () => {
    const urls = placeTiles({ ...VIEW, center: { latDeg: 0, lonDeg: 180 }, metersPerPx: 100 }).map(({ url }) => url);
    const columns = urls.map((url) => Number(url.split('/')[4]));
    assert.ok(columns.includes(0), urls.join(' '));
    assert.deepEqual(placeTiles({ ...VIEW, center: { latDeg: 89, lonDeg: 0 } }), []);
  });

  it('does not ask for a zoom that maps do not have', () => {
    const [tile] = placeTiles({ ...VIEW, metersPerPx: 0.01 });
    assert.match(tile?.url ?? '', /test\/19\//);
  });
});
