import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import {
  JOURNAL_BODIES_MAX_BYTES,
  JOURNAL_BODY_MAX_BYTES,
  JOURNAL_CLIENTS_MAX,
} from '@kitestring/station-contract/sim/journal.ts';
import { EntryRing, type RingEntry } from './entry-ring.ts';
import { KeptBodies } from './kept-bodies.ts';
import { KnownTokens } from './known-tokens.ts';
import { RequestJournal } from './request-journal.ts';

const entry = (realUs: number): RingEntry => ({
  stationUs: 2e15 + realUs,
  realUs: 1.7e15 + realUs,
  answer: 2 ** 28 - realUs,
  client: realUs,
  topic: 7,
  retryAfterS: 86_400,
  wireFaults: 0xfff,
  close: 4999,
  isByStation: realUs % 2 === 0,
});

describe('The journal is bounded', () => {
  it('in entries: the newest are kept', () => {
    const ring = new EntryRing(3);
    assert.equal(ring.first, 0);
    for (let realUs = 1; realUs <= 5; realUs += 1) {
      const { answer, client, realUs: atUs, stationUs, ...rest } = entry(realUs);
      assert.equal(ring.add(stationUs, atUs, answer, client, rest), realUs);
    }
    assert.deepEqual([ring.first, ring.count], [3, 5]);
    for (const sequence of [3, 4, 5]) assert.deepEqual(ring.at(sequence), entry(sequence));
    ring.add(1, 2, 3, 4);
    assert.deepEqual(ring.at(6), {
      stationUs: 1,
      realUs: 2,
      answer: 3,
      client: 4,
      topic: 0,
      retryAfterS: -1,
      wireFaults: 0,
      close: 0,
      isByStation: false,
    });
  });

  it('in bodies: each and all of them', () => {
    const bodies = new KeptBodies();
    const long = 'x'.repeat(3 * JOURNAL_BODY_MAX_BYTES);
    const most = JOURNAL_BODIES_MAX_BYTES / (2 * JOURNAL_BODY_MAX_BYTES);
    for (let sequence = 1; sequence <= most + 2; sequence += 1) {
      bodies.keep(sequence, 'flight.state', new Uint8Array(0), { long }, undefined);
    }
    assert.deepEqual([bodies.of(2), bodies.of(3)?.answer?.length], [undefined, JOURNAL_BODY_MAX_BYTES]);
    bodies.forgetBefore(5);
    assert.deepEqual([bodies.of(4), bodies.of(5) === undefined], [undefined, false]);
  });

  it('in clients: further ones count together, and in tokens', () => {
    const clock = new VirtualClock(0);
    const journal = new RequestJournal({ clock, realTimeClock: clock, faults: () => [] });
    journal.mark();
    for (let index = 0; index < 2 * JOURNAL_CLIENTS_MAX; index += 1) journal.wireFaultHit('latency', `client ${index}`);
    const names = [...journal.kept.clients.keys()];
    assert.equal(names.length, JOURNAL_CLIENTS_MAX + 1);
    assert.deepEqual([names[0], names[1], names.at(-1)], ['', 'client 0', '(others)']);
    assert.equal(journal.kept.clients.get('(others)')?.met.of('wire_faults latency'), JOURNAL_CLIENTS_MAX + 1);
    const tokens = new KnownTokens();
    for (let index = 0; index < 1001; index += 1) tokens.issued(`token ${index}`, 'app');
    assert.deepEqual([tokens.clientOf('token 0'), tokens.clientOf('token 1')], [undefined, 'app']);
  });
});

describe('A body that is kept', () => {
  it('has no secret under any of its names, no address and no token of the client', () => {
    const bodies = new KeptBodies();
    const value = {
      nested: [{ client_secret: 's3', API_KEY: 's3', apikey: 's3', Authorization: 's3', ticket: 's3', altitude: 20 }],
      url: 'see rtsp://user:s3@10.0.0.5/zoom?ticket=s3 there',
      text: 'it is s3-token',
    };
    bodies.keep(1, 'flight.control.altitude', Buffer.from(JSON.stringify(value)), value, 's3-token');
    const { answer = '', request } = bodies.of(1) ?? assert.fail();
    assert.equal(answer, request);
    assert.ok(!answer.includes('s3'), answer);
    assert.match(answer, /"altitude":20.*"see rtsp:\/\/\*\*\* there".*"it is \*\*\*"/);
    for (const id of [
      'auth.token.request',
      'admin.plugins.add',
      'videostreams',
      'station.sign_in',
      'station.accounts.add',
    ]) {
      bodies.keep(2, id, Buffer.from('{}'), value, undefined);
      assert.equal(bodies.of(2), undefined, id);
    }
  });
});
