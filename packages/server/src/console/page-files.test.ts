import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PageFile, packingFor } from './page-files.ts';

const bytes = Buffer.from('x');
const file: PageFile = { mediaType: 'text/css', bytes, packed: { br: bytes, gzip: bytes }, isForEver: true };

describe('packingFor', () => {
  const cases: readonly [accepted: string | undefined, packing: string | undefined][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0.001', 'br'],
    ['deflate', undefined],
    ['brotli', undefined],
    ['br;q=', undefined],
    ['', undefined],
    [undefined, undefined],
  ];
  for (const [accepted, packing] of cases) {
    it(`takes ${packing ?? 'the plain file'} for ${JSON.stringify(accepted)}`, () => {
      assert.equal(packingFor(file, accepted), packing);
    });
  }

  it('takes the plain file where nothing is packed', () => {
    assert.equal(packingFor({ ...file, packed: {} }, 'br, gzip'), undefined);
  });
});
