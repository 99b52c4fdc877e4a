import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyPlace } from './key-place.ts';

describe('the first key', () => {
  const values = { api_key: undefined, data_dir: '/nowhere' };
  const file = '/nowhere/api-key';

  it('is shown to a person at a terminal, once', () => {
    assert.deepEqual(keyPlace({ firstKey: 'kite_a', values, isTerminal: true }), { kind: 'new', key: 'kite_a', file });
    assert.deepEqual(keyPlace({ firstKey: undefined, values, isTerminal: true }), { kind: 'noted' });
  });

  it('is shown to nobody where the output is kept: only where its file is', () => {
    assert.deepEqual(keyPlace({ firstKey: 'kite_a', values, isTerminal: false }), { kind: 'file', file });
  });
});
