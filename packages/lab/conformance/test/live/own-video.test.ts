import assert from 'node:assert/strict';
import { it } from 'node:test';
import { conform } from '../../src/conform.ts';
import { checkedStation, TEST_KEY } from '../support/checked-station.ts';
import { complaints } from '../support/complaints.ts';

/** Parts of ids: whatever needs video, records, or depends on real time. The runs with a flight have no video and a fast clock. */
const CHECKED = ['videostreams', 'recordings', 'limits.', 'subscribe', 'auth.token'];

it('our own station passes with video, in real time', async () => {
  await using station = await checkedStation({ 'sim-speed': '1' });
  const report = await conform({ url: station.url, key: TEST_KEY, level: 'control', only: CHECKED });
  assert.deepEqual(complaints(report, /nothing to judge|no picture now/), []);
});
