import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { archiveFacts } from './map-archive.ts';

describe('what an archive says of itself', () => {
  it('is text, and names of layers', () => {
    const attribution = '<a href="https://example.org" onclick="alert(1)">© Example</a> contributors';
    assert.deepEqual(archiveFacts({ attribution, vector_layers: [{ id: 'water' }, { id: 7 }, null] }), {
      attribution: '© Example contributors',
      layers: ['water'],
    });
  });

  it('names each layer once, none without a name, and no more than a map has: MapLibre would show nothing at all', () => {
    const layers = (ids: readonly string[]) => archiveFacts({ vector_layers: ids.map((id) => ({ id })) }).layers;
    assert.deepEqual(layers(['water', '', 'roads', 'water']), ['water', 'roads']);
    assert.equal(layers(Array.from({ length: 5000 }, (_, index) => `layer ${index}`)).length, 200);
  });

  it('is nothing where it is of another kind', () => {
    for (const metadata of [undefined, null, {}, { attribution: 5, vector_layers: 'all' }, []]) {
      assert.deepEqual(archiveFacts(metadata), { attribution: '', layers: [] });
    }
  });
});
