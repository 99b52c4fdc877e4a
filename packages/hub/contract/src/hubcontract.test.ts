import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Beat } from './beat.ts';
import { CommandReply, HubCommand } from './command.ts';
import { enrolmentUrl, readEnrolmentUrl } from './enrolment-url.ts';
import { LIMITS } from './limits.ts';
import { versionRefusal } from './message-version.ts';
import { HUB_TEMPLATE, MESSAGE_BYTES_MAX, STATION_TEMPLATE, TO_HUB, TO_STATIONS } from './permissions.ts';
import { messageBytes, readMessage } from './read-message.ts';
import { RECORD_KINDS } from './record.ts';
import { areCameraOnly } from './role-rights.ts';
import {
  FIRST_PREVIOUS_HASH,
  type JournalSegmentHead,
  segmentBytes,
  segmentSignedText,
  splitSegment,
} from './segment.ts';
import { isBrokerNonce, renewalText } from './signed-texts.ts';
import { BEATS, EVENTS, journalStream, TOPICS } from './streams.ts';
import { inboxPrefix, isTopicToken, SUBJECTS, sidOfSubject } from './subjects.ts';
import { isSid, makeToken, TOKEN_ALPHABET, TOKEN_LENGTH } from './tokens.ts';

const SID = 'sabcdefghijkl';
const OTHER = 'szyxwvutsrqpo';

const BEAT: Beat = {
  v: 1,
  boot: 'abcdefghijkl',
  n: 7,
  epoch: 'mnopqrstuvwx',
  head: 12,
  sent: 10,
  phase: 'Flying',
  alt: 12.25,
  lat: 47.3769,
  lon: 8.5417,
  alarms: [0, 0, 1, 0],
  watching: 0,
  link: { rttMs: 31 },
  t: 1_772_357_400_250,
  rev: 1,
};

/** Whether NATS would deliver a subject to a pattern. */
function matches(pattern: string, subject: string): boolean {
  const wanted = pattern.split('.');
  const tokens = subject.split('.');
  const end = wanted.indexOf('>');
  const length = end < 0 ? wanted.length : end;
  if (end < 0 ? tokens.length !== length : tokens.length <= length) return false;
  return wanted.slice(0, length).every((token, index) => token === '*' || token === tokens[index]);
}

/** Whether some subject matches both patterns. */
function collide(one: string, other: string): boolean {
  const [a, b] = [one.split('.'), other.split('.')];
  for (const [index, token] of a.entries()) {
    const beside = b[index];
    if (token === '>' || beside === '>') return true;
    if (beside === undefined || (token !== '*' && beside !== '*' && token !== beside)) return false;
  }
  return a.length === b.length;
}

const allows = (list: readonly string[], subject: string) =>
  list.some((pattern) => matches(pattern.replaceAll('{{name()}}', SID), subject));

describe('the permissions of a station', () => {
  const { pub, sub } = STATION_TEMPLATE;

  it('let it say what it has to say, and hear what it is asked', () => {
    const said = [
      ...[SUBJECTS.beat(SID), SUBJECTS.topic(SID, 'videostreams/zoom/state'), SUBJECTS.journal(7, SID)],
      ...[SUBJECTS.hub(SID, 'hello'), SUBJECTS.hub(SID, 'renew')],
    ];
    for (const subject of said) assert.ok(allows(pub.allow, subject), subject);
    const heard = [SUBJECTS.request(SID, 'cmd'), SUBJECTS.flow(SID, 'x'), SUBJECTS.want(SID), `${inboxPrefix(SID)}.1`];
    for (const subject of heard) assert.ok(allows(sub.allow, subject), subject);
  });

  it('let it neither speak for nor listen to another, nor reach the streams', () => {
    const others = [
      ...[SUBJECTS.beat(OTHER), SUBJECTS.topic(OTHER, 'flight/state'), SUBJECTS.journal(7, OTHER), SUBJECTS.want(SID)],
      ...[SUBJECTS.hub(OTHER, 'hello'), SUBJECTS.event(SID, 'command'), SUBJECTS.administration('x')],
      ...[SUBJECTS.request(SID, 'cmd'), SUBJECTS.request(OTHER, 'cmd'), '$JS.API.INFO', '$KV.ROOMS.x', '$SYS.REQ.X'],
    ];
    for (const subject of others) assert.ok(!allows(pub.allow, subject), subject);
    const unheard = [
      ...[SUBJECTS.request(OTHER, 'cmd'), SUBJECTS.want(OTHER), SUBJECTS.beat(OTHER), SUBJECTS.journal(0, SID)],
      ...[`${inboxPrefix(OTHER)}.1`, '_INBOX.1', '$JS.EVENT.X', SUBJECTS.administration('x')],
    ];
    for (const subject of unheard) assert.ok(!allows(sub.allow, subject), subject);
  });

  it('let the hub ask every station, but speak for none', () => {
    for (const sid of [SID, OTHER]) {
      assert.ok(allows(HUB_TEMPLATE.pub.allow, SUBJECTS.request(sid, 'cmd')));
      assert.ok(allows(HUB_TEMPLATE.pub.allow, SUBJECTS.flow(sid, 'x')));
      assert.ok(allows(HUB_TEMPLATE.pub.allow, SUBJECTS.event(sid, 'flight.phase')));
      assert.ok(allows(HUB_TEMPLATE.sub.allow, SUBJECTS.hub(sid, 'hello')));
      assert.ok(!allows(HUB_TEMPLATE.pub.allow, SUBJECTS.beat(sid)));
      assert.ok(!allows(HUB_TEMPLATE.pub.allow, SUBJECTS.journal(0, sid)));
    }
  });
});

describe('subjects and streams', () => {
  it('cross between the accounts of hub and stations one way only: the broker refuses what could go round in a circle', () => {
    const couldBeOne = (a: string, b: string) => {
      const [as, bs] = [a.split('.'), b.split('.')];
      return as.length === bs.length && as.every((token, at) => [token, bs[at]].includes('*') || token === bs[at]);
    };
    for (const { subject: up } of TO_HUB) {
      for (const { subject: down } of TO_STATIONS) assert.ok(!couldBeOne(up, down), `${up} ${down}`);
    }
  });

  it('every subject that a stream takes belongs to it alone', () => {
    const streams = [journalStream(0), journalStream(1), BEATS, TOPICS, EVENTS];
    const subjects = [
      ...[SUBJECTS.journal(0, SID), SUBJECTS.journal(1, SID), SUBJECTS.beat(SID), SUBJECTS.topic(SID, 'flight/state')],
      SUBJECTS.event(SID, 'flight.phase'),
    ];
    for (const [index, subject] of subjects.entries()) {
      const takers = streams.filter((stream) => stream.subjects.some((pattern) => matches(pattern, subject)));
      assert.deepEqual(takers, [streams[index]], subject);
      assert.equal(sidOfSubject(subject), SID);
    }
    assert.equal(sidOfSubject(SUBJECTS.hub(SID, 'hello')), SID);
    assert.equal(sidOfSubject('other.subject'), undefined);
  });

  it('no two streams could ever take the same subject, which the broker would refuse', () => {
    const patterns = [journalStream(0), journalStream(1), BEATS, TOPICS, EVENTS].flatMap(({ subjects }) => subjects);
    for (const [index, one] of patterns.entries()) {
      for (const other of patterns.slice(index + 1)) assert.ok(!collide(one, other), `${one} and ${other}`);
    }
    assert.ok(collide('ks.*.topic.*', 'ks.ev.*.>'));
  });

  it('a topic that would be two tokens or a pattern is none', () => {
    assert.ok(isTopicToken('videostreams/zoom/state'));
    for (const topic of ['', 'a.b', '*', '>', 'a b', 'x'.repeat(65)]) assert.ok(!isTopicToken(topic), topic);
  });

  it('generated names have one shape', () => {
    const random = Uint8Array.from({ length: TOKEN_LENGTH }, (_, index) => index * 21);
    assert.ok(isSid(`s${makeToken(random)}`));
    assert.equal(TOKEN_ALPHABET.length, 32);
    for (const sid of ['', SID.slice(1), `${SID}x`, SID.toUpperCase(), 'sabc.efghijkl']) assert.ok(!isSid(sid), sid);
  });
});

describe('messages', () => {
  it('are read as they were sent, with properties that a newer sender adds', () => {
    assert.deepEqual(readMessage(Beat, messageBytes(Beat, BEAT)), { ok: true, value: BEAT });
    assert.ok(messageBytes(Beat, BEAT).length < 300, `${messageBytes(Beat, BEAT).length} bytes`);
    const newer = { ...BEAT, wind: 3 };
    assert.equal(readMessage(Beat, Buffer.from(JSON.stringify(newer))).ok, true);
  });

  it('that are wrong are refused with the name of the field', () => {
    const refusal = (value: unknown, schema = Beat as never) => {
      const read = readMessage(schema, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
      return read.ok ? 'taken' : read.message;
    };
    assert.match(refusal({ ...BEAT, n: 0 }), /^n must be >= 1/);
    assert.match(refusal({ ...BEAT, link: { rttMs: 'x' } }), /^link\.rttMs must be number/);
    assert.match(refusal({ ...BEAT, v: 2 }), /^v must be/);
    assert.equal(refusal('{"v":1'), 'not JSON in UTF-8');
    assert.equal(
      refusal('x'.repeat(LIMITS.messageBytes + 1)),
      `${LIMITS.messageBytes + 1} bytes, at most ${LIMITS.messageBytes}`,
    );
    assert.equal(readMessage(Beat, Uint8Array.of(0xff, 0xfe)).ok, false);
    // A reader writes parts of it again, for which there is a limit.
    const nested = (levels: number) =>
      JSON.stringify({ ...BEAT, more: 0 }).replace('"more":0', `"more":${'['.repeat(levels)}${']'.repeat(levels)}`);
    assert.equal(readMessage(Beat, Buffer.from(nested(63))).ok, true);
    const deep = { ok: false, message: 'message has more than 64 levels of objects and lists' };
    assert.deepEqual(readMessage(Beat, Buffer.from(nested(64))), deep);
    assert.deepEqual(readMessage(Beat, Buffer.from(nested(30_000))), deep);
    assert.match(refusal(null), /^message must be object/);
  });

  it('a command names operation, person and beat; its answer is a status or a reason', () => {
    const command: HubCommand = {
      v: 1,
      id: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51',
      sid: SID,
      boot: BEAT.boot,
      beat: 7,
      maxAgeMs: 3000,
      person: { id: 'issuer|7', name: 'Anna Example', role: 'operator' },
      scopes: ['read', 'control'],
      via: 'hub',
      op: 'flight.control.altitude',
      body: { altitude: 20 },
    };
    assert.deepEqual(readMessage(HubCommand, messageBytes(HubCommand, command)), { ok: true, value: command });
    const administrator = { ...command, scopes: ['internal'] };
    assert.equal(readMessage(HubCommand, Buffer.from(JSON.stringify(administrator))).ok, false);
    const replies = [
      { v: 1, id: command.id, status: 202 },
      { v: 1, id: command.id, error: 'COMMAND_TOO_LATE', message: 'late', ageMs: 3001 },
    ];
    for (const reply of replies) assert.equal(readMessage(CommandReply, Buffer.from(JSON.stringify(reply))).ok, true);
  });

  it('every kind of record fits into the subject of its event', () => {
    for (const kind of Object.keys(RECORD_KINDS)) {
      assert.match(SUBJECTS.event(SID, kind), /^ks\.s[a-z2-7]{12}\.event(\.[a-z]+)+$/);
    }
  });
});

describe('a segment', () => {
  const head: JournalSegmentHead = {
    v: 1,
    e: 'mnopqrstuvwx',
    f: 1,
    l: 60,
    t0: 1,
    t1: 2,
    ev: false,
    p: FIRST_PREVIOUS_HASH,
    b: 'b'.repeat(43),
    h: 'h'.repeat(43),
    sig: 's'.repeat(86),
    g: 0,
  };

  it('is its head and its body, which may hold any byte', () => {
    const body = Uint8Array.of(10, 0, 255, 10);
    const split = splitSegment(segmentBytes(head, body));
    assert.deepEqual(JSON.parse(Buffer.from(split?.head ?? []).toString()), head);
    assert.deepEqual(split?.body, body);
    assert.equal(splitSegment(segmentBytes(head, new Uint8Array()))?.body.length, 0);
  });

  it('without an end of its head, or too long, is none', () => {
    assert.equal(splitSegment(new Uint8Array(LIMITS.segmentHeadBytes + 10).fill(65)), undefined);
    assert.equal(splitSegment(segmentBytes(head, new Uint8Array(LIMITS.segmentBodyBytes + 1))), undefined);
    assert.ok(LIMITS.segmentBodyBytes + LIMITS.segmentHeadBytes < MESSAGE_BYTES_MAX);
    assert.ok(LIMITS.segmentRecordsUsual * LIMITS.recordBytes <= LIMITS.segmentTextBytes);
  });

  it('what a station signs of its own is never a nonce that a broker asks it to sign', () => {
    assert.ok(isBrokerNonce('Bq2PpcjQhD9XJlo'));
    for (const text of [segmentSignedText(SID, head.h), renewalText(SID, 'U', undefined, 'n'), '', 'x'.repeat(65)]) {
      assert.ok(!isBrokerNonce(text), text);
    }
  });
});

describe('the address of an enrolment', () => {
  const code = 'abcdefghijklmnopqrstuvwxyz';
  const pin = 'p'.repeat(43);

  it('is read as it was made', () => {
    for (const address of [
      { hubUrl: 'https://hub.example/', code },
      { hubUrl: 'https://hub.example:8443/fleet/', code, pin },
      { hubUrl: 'http://127.0.0.1:3200/', code },
    ]) {
      assert.deepEqual(readEnrolmentUrl(enrolmentUrl(address)), address);
    }
  });

  it('is refused without a code, over plain HTTP to another computer, and with anything else in it', () => {
    for (const text of [
      ...['https://hub.example/', `http://hub.example/#${code}`, `https://hub.example/#${code}x`, 'nonsense'],
      ...[`https://a:b@hub.example/#${code}`, `https://hub.example/?x#${code}`, `https://hub.example/#${code}.short`],
      `ftp://hub.example/#${code}`,
    ]) {
      assert.equal(readEnrolmentUrl(text), undefined, text);
    }
  });
});

describe('the version of a station', () => {
  it('may be one minor version off either way, and another one is refused with what to update', () => {
    const own = { v: 3, minor: 4 };
    for (const minor of [3, 4, 5]) assert.equal(versionRefusal({ v: 3, minor }, own), undefined);
    const refusals = [{ v: 3, minor: 2 }, { v: 3 }, { v: 2, minor: 9 }, { v: 3, minor: 6 }, { v: 4, minor: 4 }];
    assert.deepEqual(
      refusals.map((one) => versionRefusal(one, own)?.refused),
      ['VERSION_TOO_OLD', 'VERSION_TOO_OLD', 'VERSION_TOO_OLD', 'VERSION_TOO_NEW', 'VERSION_TOO_NEW'],
    );
    assert.equal(
      versionRefusal({ v: 3, minor: 2 }, own)?.message,
      'the station speaks version 3.2 of the messages, this hub 3.3 to 3.5: update the station',
    );
  });
});

describe('roles at one station', () => {
  it('are for the camera only where the one that commands is the operator', () => {
    for (const roles of [['operator'], ['operator', 'viewer', 'admin']] as const)
      assert.ok(areCameraOnly(roles), `${roles}`);
    for (const roles of [[], ['viewer'], ['pilot'], ['operator', 'pilot'], ['supervisor', 'operator']] as const) {
      assert.ok(!areCameraOnly(roles), `${roles}`);
    }
  });
});
