import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { MemoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { CurrentIncident } from './current-incident.ts';

const DESK: Caller = { sessionId: '1', callerId: 'a', callerName: 'desk 1', scopes: ['read', 'control'] };

let store: MemoryStore;
let clock: VirtualClock;
let incident: CurrentIncident;
const start = () => new CurrentIncident({ clock, documents: store.documents });
beforeEach(() => {
  store = new MemoryStore();
  clock = new VirtualClock();
  incident = start();
});

const setTo = (number: string, title = '') => incident.set(DESK, { number, title });

describe('the incident', () => {
  it('is none at first; typed once it survives a restart, until it is ended', () => {
    assert.equal(incident.value, undefined);
    assert.equal(setTo(' 2026-0117 ', ' Fire, Harbour Road ').ok, true);
    incident = start();
    const { number, set_by, title } = incident.value ?? {};
    assert.deepEqual([number, title, set_by], ['2026-0117', 'Fire, Harbour Road', 'desk 1']);
    assert.equal(incident.end().ok, true);
    assert.equal(start().value, undefined);
    assert.equal(incident.end().ok, true);
  });

  it('is plain text: scripts and signs of any kind stay what they are', () => {
    const title = `<script>alert("1")</script> Überfall 火災 '; DROP TABLE documents; --`;
    assert.equal(setTo('<b>1</b>', title).ok, true);
    assert.deepEqual([start().value?.number, start().value?.title], ['<b>1</b>', title]);
  });

  for (const [what, number, title] of [
    ['an empty number', ' ', ''],
    ['41 characters of number', 'x'.repeat(41), ''],
    ['121 characters of title', '1', 'x'.repeat(121)],
    ['two lines', '1', 'one\ntwo'],
    ['a character that terminals obey', '1\u001b[31m', ''],
  ] as const) {
    it(`refuses ${what} and keeps the one before`, () => {
      setTo('before');
      const refused = setTo(number, title);
      assert.equal(refused.ok ? 'ok' : refused.refusal.code, 'INVALID_REQUEST');
      assert.equal(incident.value?.number, 'before');
    });
  }

  it('takes 40 and 120 characters, counted as people do', () => {
    assert.equal(setTo('\u{1F681}'.repeat(40), '\u{1F681}'.repeat(120)).ok, true);
  });

  it('that cannot be stored is not shown', () => {
    setTo('before');
    store.fault = new Error('the disk is full');
    assert.throws(() => setTo('after'), /the disk is full/);
    assert.equal(incident.value?.number, 'before');
  });

  it('tells of each change', () => {
    let changes = 0;
    incident.onChange(() => {
      changes += 1;
    });
    setTo('1');
    setTo('2');
    incident.end();
    incident.end();
    assert.equal(changes, 3);
  });
});
