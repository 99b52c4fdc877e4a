import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { beforeEach, describe, it } from 'node:test';
import type { AccountRecord } from '../ports/account-store.ts';
import { AuthFixture, must, refusalCode, refusalMessage } from './auth-fixture.test.ts';

const PARTY = { id: 'station.example', origin: 'https://station.example:3128' };
const KEY = Buffer.from('public key');
const UP_UV = 0x05;

let fixture: AuthFixture;
let account: AccountRecord;
beforeEach(async () => {
  fixture = new AuthFixture();
  account = must(await fixture.auth.accounts.add({ login: 'rossi', name: 'Maria R.', role: 'pilot' }));
});

const passkeys = () => fixture.auth.passkeys;
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const current = () => fixture.auth.accounts.get(account.id) ?? assert.fail();

interface Said {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly rpId?: string;
  readonly flags?: number;
  readonly counter?: number;
}

const clientData = ({ type, challenge, crossOrigin = false, origin = PARTY.origin }: Said) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

/** @param id of a new credential */
function authenticatorData({ counter = 1, flags = UP_UV, rpId = PARTY.id }: Said, id?: string): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(id === undefined ? flags : flags | 0x40);
  head.writeUInt32BE(counter, 1);
  if (id === undefined) return Buffer.concat([sha256(rpId), head]);
  const length = Buffer.alloc(18);
  length.writeUInt16BE(id.length, 16);
  return Buffer.concat([sha256(rpId), head, length, Buffer.from(id)]);
}

function add(said: Said = {}, id = 'credential') {
  const challenge = said.challenge ?? must(passkeys().beginPasskey(current()));
  const data = clientData({ type: 'webauthn.create', ...said, challenge });
  const made = { id: text(Buffer.from(id)), name: 'Key ring', client_data: text(data), public_key: text(KEY) };
  return passkeys().add(current(), { ...made, authenticator_data: text(authenticatorData(said, id)) }, PARTY);
}

function signIn(said: Said = {}, key: Uint8Array = KEY, id = 'credential') {
  const client = clientData({ type: 'webauthn.get', challenge: said.challenge ?? passkeys().beginSignIn(), ...said });
  const data = authenticatorData(said);
  const signature = sha256(Buffer.concat([key, data, sha256(client)]));
  return fixture.auth.signInWithPasskey(
    {
      id: text(Buffer.from(id)),
      client_data: text(client),
      authenticator_data: text(data),
      signature: text(signature),
    },
    PARTY,
  );
}

describe('a passkey', () => {
  it('signs its account in, and keeps when and how often', () => {
    must(add({ counter: 4 }));
    fixture.clock.advance(60);
    const { session } = must(signIn({ counter: 5 }));
    assert.equal(session.plugin_name, 'Maria R.');
    const [kept] = current().passkeys;
    assert.deepEqual([kept?.counter, kept?.lastUsedAtUs], [5, fixture.clock.nowUs()]);
  });

  for (const [title, said] of [
    ['of another page', { origin: 'https://elsewhere.example' }],
    ['in a frame of another page', { crossOrigin: true }],
    ['for another host name', { rpId: 'elsewhere.example' }],
    ['without a verified user', { flags: 0x01 }],
    ['with a challenge that nobody gave', { challenge: 'made-up' }],
    ['for another ceremony', { type: 'webauthn.other' }],
  ] as const) {
    it(`is refused ${title}, when it is added and when it signs in`, () => {
      assert.equal(refusalCode(add(said)), 'PASSKEY_REFUSED');
      must(add());
      assert.equal(refusalCode(signIn(said)), 'INVALID_SIGN_IN');
    });
  }

  it('is refused with a wrong signature, an unknown id, a counter that does not rise and a challenge that was used', () => {
    must(add({ counter: 7 }));
    assert.equal(refusalCode(signIn({ counter: 8 }, Buffer.from('another key'))), 'INVALID_SIGN_IN');
    assert.equal(refusalCode(signIn({ counter: 8 }, KEY, 'another')), 'INVALID_SIGN_IN');
    assert.equal(refusalCode(signIn({ counter: 7 })), 'INVALID_SIGN_IN');
    const challenge = passkeys().beginSignIn();
    must(signIn({ challenge, counter: 8 }));
    assert.equal(refusalCode(signIn({ challenge, counter: 9 })), 'INVALID_SIGN_IN');
  });

  it('has five minutes, and a challenge for one thing is none for another', () => {
    must(add());
    const late = passkeys().beginSignIn();
    fixture.realTimeClock.advance(300);
    assert.equal(refusalCode(signIn({ challenge: late, counter: 2 })), 'INVALID_SIGN_IN');
    assert.equal(refusalCode(add({ challenge: passkeys().beginSignIn() }, 'second')), 'PASSKEY_REFUSED');
    assert.equal(refusalCode(signIn({ challenge: must(passkeys().beginPasskey(current())) })), 'INVALID_SIGN_IN');
  });

  it('stays possible for one who looks for the key while strangers ask for challenges without end', () => {
    must(add());
    const challenge = passkeys().beginSignIn();
    const adding = must(passkeys().beginPasskey(current()));
    for (let count = 0; count < 20_000; count += 1) passkeys().beginSignIn();
    must(signIn({ challenge, counter: 2 }));
    must(add({ challenge: adding }, 'second'));
    assert.equal(refusalCode(add({ challenge: adding }, 'third')), 'PASSKEY_REFUSED');
    const begun = must(passkeys().beginPasskey(current()));
    must(fixture.auth.accounts.evict(account.id));
    assert.equal(refusalCode(add({ challenge: begun }, 'fourth')), 'PASSKEY_REFUSED');
  });

  it('is added once, ten times at most, and signs in no longer when it is removed', () => {
    must(add());
    assert.match(refusalMessage(add()), /it is already registered$/);
    for (let count = 1; count < 10; count += 1) must(add({}, `credential ${count}`));
    assert.equal(refusalCode(passkeys().beginPasskey(current())), 'PASSKEY_REFUSED');
    must(passkeys().remove(current(), text(Buffer.from('credential'))));
    assert.equal(refusalCode(signIn({ counter: 9 })), 'INVALID_SIGN_IN');
    assert.equal(refusalCode(passkeys().remove(current(), 'none')), 'PASSKEY_NOT_FOUND');
  });

  it('of a disabled account is told so, and what is no data at all is refused', async () => {
    must(add());
    must(await fixture.auth.accounts.change(account.id, { enabled: false }));
    assert.equal(refusalCode(signIn({ counter: 2 })), 'ACCOUNT_DISABLED');
    for (const rubbish of ['A', 'AAAA', '____']) {
      const signed = { id: rubbish, client_data: rubbish, authenticator_data: rubbish, signature: rubbish };
      assert.equal(refusalCode(passkeys().signIn(signed, PARTY)), 'INVALID_SIGN_IN');
    }
  });
});
