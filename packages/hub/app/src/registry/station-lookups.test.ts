import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { StationLookups } from './station-lookups.ts';

const KNOWN = 'saaaaaaaaaaaa';
const NEW = 'sbbbbbbbbbbbb';
const SILENT_LOG = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };

it('a station that this replica does not know is looked up once before the answer, and guesses are limited', async () => {
  const clock = new VirtualClock();
  const known = new Set([KNOWN]);
  const loaded: string[] = [];
  let isAway = false;
  const stations = {
    get: (sid: string) => (known.has(sid) ? ({} as never) : undefined),
    load: async (sid = '') => {
      loaded.push(sid);
      if (isAway) throw new Error('away');
      known.add(NEW);
      return undefined;
    },
  };
  const lookups = new StationLookups({ stations, realTimeClock: clock, log: SILENT_LOG });
  const answered: boolean[] = [];
  const listener = lookups.before(({ url }) => void answered.push(known.has(url?.split('/')[4] ?? '')));
  const ask = async (sid: string, below = '') => {
    listener({ url: `/fleet/v1/stations/${sid}${below}` } as IncomingMessage, {} as ServerResponse);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  for (const sid of [KNOWN, 'none', NEW, NEW]) await ask(sid, '/api/v1/flight/state');
  assert.deepEqual([answered, loaded], [[true, false, true, true], [NEW]]);
  isAway = true;
  for (let count = 0; count < 100; count += 1) await ask('scccccccccccc');
  assert.equal(loaded.length, 40, 'a burst');
  assert.equal(answered.length, 104, 'and an answer to each');
});
