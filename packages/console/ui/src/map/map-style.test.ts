import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MapArchiveTiles } from '@kitestring/station-contract/station/map-archive.ts';
import { MAP_COLORS, type MapColors, type MapContent, mapStyle, SOURCES } from './map-style.ts';

// One for each name of the list.
const COLORS = {
  ...Object.fromEntries(MAP_COLORS.map((name) => [name, '#123456'])),
  brightness: 0.6,
  saturation: -0.3,
} as MapColors;
const TILES: MapArchiveTiles = {
  size: 1,
  type: 'vector',
  zoom_min: 3,
  zoom_max: 14,
  west: 5,
  south: 45,
  east: 10,
  north: 48,
};
const EMPTY: MapContent = { colors: COLORS, worldUrl: '/world.json', archive: undefined, tilesUrl: undefined };
const layerIds = (content: Partial<MapContent>) => mapStyle({ ...EMPTY, ...content }).layers.map(({ id }) => id);

describe('the style of the large map', () => {
  it('is the overview of the world where there is nothing else, and fetches nothing from elsewhere', () => {
    const style = mapStyle(EMPTY);
    assert.deepEqual(layerIds({}), ['ground', 'world-land', 'world-border']);
    assert.deepEqual([style.glyphs, style.sprite, Object.keys(style.sources)], [undefined, undefined, ['world']]);
  });

  it('has tiles by address above the overview, and the archive above both', () => {
    const archive = { tiles: { ...TILES, type: 'png' as const }, layers: [] };
    const ids = layerIds({ archive, tilesUrl: 'https://tiles.example/{z}/{x}/{y}.png' });
    assert.deepEqual(ids.slice(-2), ['raster-tiles', 'raster-archive']);
  });

  it('draws layers of vector tiles by their names: ground first, names last', () => {
    const layers = ['places', 'roads', 'buildings', 'water', 'landuse', 'earth', 'of nobody'];
    const ids = layerIds({ archive: { tiles: TILES, layers } }).filter((id) => /^(area|name)-/.test(id));
    assert.deepEqual(ids, [
      'area-earth',
      'area-landuse',
      'area-water',
      'area-buildings',
      'area-roads',
      'area-of nobody',
      'name-places',
    ]);
  });

  it('asks for no tile beside the archive, or finer than it has', () => {
    const { sources } = mapStyle({ ...EMPTY, archive: { tiles: TILES, layers: ['earth'] } });
    const { bounds, maxzoom, minzoom } = sources[SOURCES.archive] as {
      bounds: unknown;
      maxzoom: unknown;
      minzoom: unknown;
    };
    assert.deepEqual([bounds, minzoom, maxzoom], [[5, 45, 10, 48], 3, 14]);
  });
});
