import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entityTag, isHeldAlready, type PageFile, packingFor } from './page-files.ts';

const bytes = Buffer.from('x');
const file: PageFile = { mediaType: 'text/css', bytes, packed: { br: bytes, gzip: bytes }, tag: 'a1', isForEver: true };

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

describe('the tag of a file', () => {
  it('differs with the packing, and is known again', () => {
    assert.equal(entityTag('a1', 'br'), '"a1-br"');
    assert.ok(isHeldAlready('"a1"', '"b2", "a1"'));
    assert.ok(isHeldAlready('"a1"', 'W/"a1"'));
    assert.ok(isHeldAlready('"a1"', '*'));
    assert.ok(!isHeldAlready('"a1"', '"a1-br"'));
    assert.ok(!isHeldAlready('"a1"', undefined));
  });
});
