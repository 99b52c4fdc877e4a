import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inventory } from './inventory-routes.ts';

const station = (sid: string, software: string) => ({
  sid,
  inventory: { rev: 1, name: sid, software, api: '1.1.2', cameras: [] },
});

it('the inventory counts versions, newest first, and names the stations that are behind a release, page by page', () => {
  const stations = ['0.10.0', '0.9.12', '0.10.0-rc.2', '0.10.0-rc.10', '0.10.0+build.7'].map((software, index) =>
    station(`s${index}`, software),
  );
  const all = inventory(stations, {});
  assert.equal(all.release, '0.10.0');
  assert.deepEqual(
    all.versions.map(({ is_behind, software }) => `${software}${is_behind ? ' behind' : ''}`),
    ['0.10.0', '0.10.0+build.7', '0.10.0-rc.10 behind', '0.10.0-rc.2 behind', '0.9.12 behind'],
  );
  const behind = inventory(stations, { behind: true, limit: 2 });
  assert.deepEqual([behind.stations.map(({ sid }) => sid), behind.total, behind.next_after], [['s1', 's2'], 3, 's2']);
  const rest = inventory(stations, { behind: true, limit: 2, after: 's2' });
  assert.deepEqual([rest.stations.map(({ sid }) => sid), rest.next_after], [['s3'], undefined]);
  assert.equal(inventory(stations, { release: '0.9.12', behind: true }).total, 0);
  assert.equal(inventory(stations, { release: '0.11.0', behind: true }).total, 5);
  assert.deepEqual(inventory([], {}), { versions: [], stations: [], total: 0 });
});
