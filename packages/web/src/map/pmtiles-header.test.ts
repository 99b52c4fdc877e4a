import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainTile, tileArchive } from '@kitestring/lab-testing/tile-archive.ts';
import { readPmtilesHeader } from './pmtiles-header.ts';

const TILES = [
  { z: 0, x: 0, y: 0, bytes: plainTile(1, 2, 3, 1) },
  { z: 3, x: 4, y: 2, bytes: plainTile(1, 2, 3, 1) },
];
const WHOLE = tileArchive(TILES, { bounds: [5.9, 45.8, 10.5, 47.9] });

/** The archive with other bytes from a place on. */
function changed(at: number, ...bytes: readonly number[]): Buffer {
  const copy = Buffer.from(WHOLE);
  copy.set(bytes, at);
  return copy;
}
const readingOf = (archive: Buffer, size = archive.length) => readPmtilesHeader(archive.subarray(0, 127), size);

describe('the header of a map archive', () => {
  it('says what tiles there are, and where', () => {
    assert.deepEqual(readingOf(WHOLE), {
      tiles: {
        size: WHOLE.length,
        type: 'png',
        zoom_min: 0,
        zoom_max: 3,
        west: 5.9,
        south: 45.8,
        east: 10.5,
        north: 47.9,
      },
    });
  });

  const BROKEN = [
    ['an empty file', Buffer.alloc(0), 'the file is no PMTiles archive'],
    ['another format', Buffer.from('SQLite format 3\0'.repeat(9)), 'the file is no PMTiles archive'],
    ['an older version', changed(7, 2), 'the archive is PMTiles 2, only 3 is read'],
    ['half a file', WHOLE.subarray(0, 150), `the file is truncated: 150 of ${WHOLE.length} bytes`],
    ['tiles of an unknown type', changed(99, 0), 'tiles of type 0 cannot be shown'],
    [
      'a compression that browsers do not have',
      changed(98, 4),
      'compression 4 cannot be read, only none (1) and gzip (2)',
    ],
    ['levels that no map has', changed(100, 3, 99), 'zoom levels from 3 to 99 are none of a map'],
    [
      'bounds outside of the world',
      tileArchive(TILES, { bounds: [-200, 45.8, 10.5, 47.9] }),
      'the bounds are outside the world: -200,45.8,10.5,47.9',
    ],
    [
      'bounds the wrong way round',
      tileArchive(TILES, { bounds: [10, 45, 5, 47] }),
      'the bounds are outside the world: 10,45,5,47',
    ],
  ] as const;
  for (const [what, archive, message] of BROKEN) {
    it(`says what is wrong with ${what}`, () => {
      const reading = readingOf(archive);
      assert.equal('message' in reading && reading.message, message);
    });
  }
});
