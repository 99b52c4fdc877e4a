import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isMulticast, multicastGroup } from './multicast-group.ts';

it('each stream has a group of its own', () => {
  assert.deepEqual(multicastGroup('239.192.0.10:5000', 'zoom'), { address: '239.192.0.10', port: 5000, ttl: 1 });
  assert.deepEqual(multicastGroup('239.192.0.10:5000', 'thermal'), { address: '239.192.0.13', port: 5000, ttl: 1 });
  assert.equal(multicastGroup('239.192.0.10:5000', 'other'), undefined);
});

it('groups are of networks under one administration, with an even port and four addresses', () => {
  assert.ok(isMulticast('239.192.0.252:65528'));
  for (const text of ['239.192.0.253:5000', '239.192.0.10:5001', '239.192.0.10:1022', '239.192.0.10', '224.0.0.1:5000'])
    assert.equal(isMulticast(text), false, text);
});
