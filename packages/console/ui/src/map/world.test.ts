import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type Topology, world } from '../../build/world.ts';

const SQUARES: Topology = {
  transform: { scale: [1, 1], translate: [10, 50] },
  // Two countries side by side: the coast around the one, that around the other, and the border between them.
  arcs: [
    [
      [1, 1],
      [-1, 0],
      [0, -1],
      [1, 0],
    ],
    [
      [1, 0],
      [1, 0],
      [0, 1],
      [-1, 0],
    ],
    [
      [1, 0],
      [0, 1],
    ],
  ],
  objects: {
    countries: {
      geometries: [
        { type: 'Polygon', arcs: [[0, 2]] },
        { type: 'MultiPolygon', arcs: [[[1, ~2]]] },
      ],
    },
    land: { geometries: [{ type: 'Polygon', arcs: [[0, 1]] }] },
  },
};

describe('the overview of the world', () => {
  it('has coasts as polygons and shared lines as borders', () => {
    const { features } = JSON.parse(world(SQUARES)) as { features: { geometry: { coordinates: unknown } }[] };
    assert.deepEqual(
      features.map(({ geometry }) => geometry.coordinates),
      [
        [
          [
            [
              [11, 51],
              [10, 51],
              [10, 50],
              [11, 50],
              [12, 50],
              [12, 51],
              [11, 51],
            ],
          ],
        ],
        [
          [
            [11, 50],
            [11, 51],
          ],
        ],
      ],
    );
  });

  it('is in the repository as the atlas gives it, and small', () => {
    const read = (path: string) => readFileSync(fileURLToPath(path), 'utf8');
    const shipped = read(import.meta.resolve('./world.json'));
    const made = world(JSON.parse(read(import.meta.resolve('world-atlas/countries-110m.json'))) as Topology);
    assert.ok(shipped === made, 'run packages/console/ui/build/write-world.ts');
    assert.ok(brotliCompressSync(shipped).length < 60_000);
  });
});
