import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { WATCH_LINKS_MAX, WATCH_SCREENS_MAX } from '@kitestring/station-contract/station/watch-link.ts';
import { AuthFixture, must, refusalCode, refusalMessage } from './auth-fixture.test.ts';

let fixture: AuthFixture;
let desk: Caller;

beforeEach(async () => {
  fixture = new AuthFixture({ maxSessionsPerPlugin: 3, validityS: 86_400 });
  await fixture.plugin('desk');
  desk = (await fixture.session('desk')).caller;
});

const links = () => fixture.auth.watchLinks;
const add = (name = 'Command post', hours = 8) => must(links().add(desk, { name, hours }));
const open = (secret: string) => fixture.auth.openWatchLink(secret);
const openedToken = (secret: string) => must(open(secret)).access_token;
const isIn = (token: string) => fixture.auth.authenticate(token).ok;

describe('a link for watching', () => {
  it('opens sessions with the scope read alone, under its name and for an hour', () => {
    const { secret } = add();
    const session = must(open(secret));
    const caller = must(fixture.auth.authenticate(session.access_token));
    assert.deepEqual([caller.scopes, caller.sessionName, caller.callerName], [['read'], 'Command post', 'desk']);
    fixture.clock.advance(3599);
    assert.ok(isIn(session.access_token));
    fixture.clock.advance(1);
    assert.ok(!isIn(session.access_token));
    assert.equal(refusalCode(open(secret)), 'ok');
  });

  it('has its secret in no record of the store, only the hash', () => {
    const { secret } = add();
    must(open(secret));
    const stored = JSON.stringify([fixture.store.watchLinks.list(), fixture.store.sessions.list(), links().list()]);
    assert.ok(secret.startsWith('watch_'));
    assert.ok(!stored.includes(secret) && !stored.includes(secret.slice('watch_'.length)));
  });

  it('is refused with a wrong secret, in a message without it', () => {
    add();
    for (const secret of ['', 'watch_', 'desk', 'x'.repeat(200)]) {
      assert.equal(refusalCode(open(secret)), 'INVALID_WATCH_LINK');
      assert.equal(refusalMessage(open(secret)), 'there is no such link');
    }
  });

  it('ends its sessions at once when it is revoked, and says so to who opens it', () => {
    const [gate, post] = [add('Gate'), add('Post')];
    const [ofGate, again, ofPost] = [openedToken(gate.secret), openedToken(gate.secret), openedToken(post.secret)];
    must(links().revoke(gate.link.record.id));
    assert.deepEqual([isIn(ofGate), isIn(again), isIn(ofPost)], [false, false, true]);
    assert.equal(fixture.ended.length, 2);
    assert.equal(refusalMessage(open(gate.secret)), 'the link Gate was revoked');
    assert.equal(refusalCode(links().revoke(gate.link.record.id)), 'ok');
    assert.equal(refusalCode(links().revoke('x'.repeat(10_000))), 'WATCH_LINK_NOT_FOUND');
  });

  it('expires in station time, and its sessions with it', () => {
    const { secret } = add('Gate', 1);
    fixture.clock.advance(3000);
    const token = openedToken(secret);
    fixture.clock.advance(600);
    assert.ok(!isIn(token));
    assert.equal(refusalMessage(open(secret)), 'the link Gate has expired');
  });

  it('expires in real time, too, while station time stands still', () => {
    const { secret } = add('Gate', 1);
    fixture.realTimeClock.advance(3600);
    assert.equal(refusalMessage(open(secret)), 'the link Gate has expired');
  });

  it('is revoked after a restart with the sessions of before', () => {
    const { link, secret } = add();
    const token = openedToken(secret);
    fixture.restart();
    assert.ok(isIn(token));
    must(links().revoke(link.record.id));
    assert.ok(!isIn(token));
    fixture.restart();
    assert.equal(refusalCode(open(secret)), 'WATCH_LINK_ENDED');
  });

  it('ends with its plugin, and stays over when that is enabled again', () => {
    const { secret } = add();
    const token = openedToken(secret);
    must(fixture.auth.setEnabled(desk.callerId, false));
    assert.ok(!isIn(token));
    assert.equal(refusalCode(open(secret)), 'INVALID_WATCH_LINK');
    must(fixture.auth.setEnabled(desk.callerId, true));
    assert.equal(refusalCode(open(secret)), 'WATCH_LINK_ENDED');
    must(fixture.auth.removePlugin(desk.callerId));
    assert.deepEqual(links().list(), []);
  });

  it(`is open on ${WATCH_SCREENS_MAX} screens, which end no session of who is on duty`, () => {
    const { link, secret } = add();
    for (let screen = 0; screen < WATCH_SCREENS_MAX; screen += 1) openedToken(secret);
    assert.equal(refusalMessage(open(secret)), `the link Command post is open on ${WATCH_SCREENS_MAX} screens already`);
    assert.deepEqual(fixture.ended, []);
    const [shown] = links().list();
    assert.deepEqual([shown?.record.id, shown?.screens, shown?.state], [link.record.id, WATCH_SCREENS_MAX, 'Valid']);
    assert.equal(fixture.auth.pluginList()[0]?.sessions, 1);
  });

  it('is made by who may read, with a name and hours within bounds', () => {
    const blind = { ...desk, scopes: ['control' as const] };
    assert.equal(refusalCode(links().add(blind, { name: 'Gate', hours: 1 })), 'INSUFFICIENT_SCOPE');
    for (const [name, hours] of [
      ['', 1],
      ['two\nlines', 1],
      ['x'.repeat(101), 1],
      ['Gate', 0],
      ['Gate', 73],
    ] as const) {
      assert.equal(refusalCode(links().add(desk, { name, hours })), 'INVALID_REQUEST', `${name} ${hours}`);
    }
  });

  it(`is one of ${WATCH_LINKS_MAX} at most; ended ones make room, and the latest of them are listed`, () => {
    for (let index = 0; index < WATCH_LINKS_MAX; index += 1) add(`link ${index}`);
    assert.equal(refusalCode(links().add(desk, { name: 'one more', hours: 1 })), 'TOO_MANY_WATCH_LINKS');
    for (const { record } of links().list()) must(links().revoke(record.id));
    for (let index = 0; index < 5; index += 1) {
      fixture.clock.advance(1);
      must(links().revoke(add(`later ${index}`).link.record.id));
    }
    fixture.clock.advance(1);
    add('last');
    const names = links()
      .list()
      .map(({ record }) => record.name);
    assert.equal(names.length, 21);
    assert.deepEqual(names.slice(0, 2), ['last', 'later 4']);
  });
});
