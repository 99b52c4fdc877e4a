import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { countAlarms, filterCounts, listed } from './fleet-view.ts';
import { retryWaitMs, withStations } from './live-stations.ts';

const alarms = (fatal = 0, critical = 0, warning = 0, info = 0) => ({ fatal, critical, warning, info });
const station = (name: string, more: Partial<HubStation> = {}): HubStation => ({
  sid: `s${name.toLowerCase()}`,
  name,
  state: 'online',
  flight_state: 'StandBy',
  alarms: alarms(),
  ...more,
});

const FLEET: readonly HubStation[] = [
  station('Alder'),
  station('Birch', { alarms: alarms(0, 0, 0, 2) }),
  station('Cedar', { flight_state: 'Flying' }),
  station('Douglas', { state: 'offline', flight_state: 'Flying' }),
  station('Elm', { alarms: alarms(1), state: 'offline' }),
  station('Fir', { alarms: alarms(0, 1) }),
  station('Gorse', { alarms: alarms(2) }),
  station('Hazel', { state: 'cloned' }),
  station('Iroko', { state: 'revoked', flight_state: 'Flying', alarms: alarms(3) }),
  station('Juniper', { alarms: alarms(0, 0, 1) }),
  station('Kapok', { flight_state: 'Flying', alarms: alarms(0, 1) }),
];
const names = (filter: 'all' | 'alarms' | 'flying' | 'offline', text = '', order: 'severity' | 'name' = 'severity') =>
  listed(FLEET, { filter, text, order }).map(({ name }) => name);

describe('the list of stations', () => {
  it('begins with what needs attention: urgent alarms in flight, then on the ground, warnings, in flight, the rest', () => {
    assert.deepEqual(names('all'), [
      ...['Douglas', 'Kapok', 'Gorse', 'Hazel', 'Fir', 'Juniper', 'Cedar', 'Elm', 'Birch', 'Alder', 'Iroko'],
    ]);
    assert.equal(names('all', '', 'name')[0], 'Alder');
  });

  it('is filtered by alarms, flight and link, and by a part of a name or sid', () => {
    assert.deepEqual(names('alarms'), ['Douglas', 'Kapok', 'Gorse', 'Hazel', 'Fir', 'Juniper']);
    assert.deepEqual(names('flying'), ['Douglas', 'Kapok', 'Cedar']);
    assert.deepEqual(names('offline'), ['Douglas', 'Elm']);
    assert.deepEqual(names('all', ' IR'), ['Fir', 'Birch', 'Iroko']);
    assert.deepEqual(filterCounts(FLEET), { all: 11, alarms: 6, flying: 3, offline: 2 });
  });

  it('counts alarms apart from the stations that have them, and a Kite without data as in the air', () => {
    // Gorse 2, the lost link of Douglas, the copy of Hazel, and one each of Fir, Juniper and Kapok.
    assert.equal(countAlarms(FLEET), 7);
    const unknown = station('Larch', { flight_state: 'Unknown', alarms: alarms(1) });
    const grounded = station('Aspen', { alarms: alarms(1) });
    const shown = listed([grounded, unknown], { filter: 'all', text: '', order: 'severity' });
    assert.deepEqual(
      shown.map(({ name }) => name),
      ['Larch', 'Aspen'],
    );
  });

  it('takes changes, and all stations from the first message of a connection', () => {
    const before = withStations(new Map(), { stations: FLEET }, true);
    const changed = withStations(before, { stations: [station('Alder', { flight_state: 'Flying' })] }, false);
    assert.deepEqual([changed.size, changed.get('salder')?.flight_state], [11, 'Flying']);
    assert.deepEqual([...withStations(changed, { stations: [station('Birch')] }, true).keys()], ['sbirch']);
    const fewer = withStations(changed, { stations: [], left: ['sbirch', 'sabsent'] }, false);
    assert.deepEqual([fewer.size, fewer.has('sbirch')], [10, false]);
  });

  it('waits longer after each broken connection, at most 30 s, and never the same for all', () => {
    assert.deepEqual([retryWaitMs(0, 0), retryWaitMs(0, 1), retryWaitMs(3, 0.5)], [250, 500, 3000]);
    assert.deepEqual([retryWaitMs(20, 0), retryWaitMs(20, 1)], [15_000, 30_000]);
  });
});
