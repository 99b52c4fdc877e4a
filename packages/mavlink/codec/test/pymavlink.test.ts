import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decode, encode, type MessageName, Packet, SignatureCheck, Signer, SigningClock } from '../src/codec.ts';
import { MESSAGES } from '../src/generated/messages.ts';
import { fixture } from './support/packets.ts';
import { vectorValues } from './support/vector-values.ts';

/** As in build/pymavlink-vectors.py. */
const KEY = Uint8Array.from({ length: 32 }, (_, index) => index);
const FIRST_TIMESTAMP = 36_000_000_000_000;
const HEADER = { system: 255, component: 190, sequence: 200 };

/** Its clock is behind, so that each timestamp is the one after the last. */
const signingClock = (last: number) => new SigningClock({ nowUs: () => 0 }, last);

const vectors = fixture('pymavlink-vectors.txt')
  .toString()
  .trim()
  .split('\n')
  .map((line) => {
    const [name, random = '', extreme = ''] = line.split(' ');
    return {
      name: name as MessageName,
      random: Buffer.from(random, 'base64'),
      extreme: Buffer.from(extreme, 'base64'),
    };
  });

describe('the codec and pymavlink, both generated from the same definitions', () => {
  it('have the same messages', () => {
    assert.deepEqual(vectors.map(({ name }) => name).toSorted(), Object.keys(MESSAGES).toSorted());
  });

  it('write the same bytes for random values of each message', () => {
    for (const { name, random } of vectors) {
      const packet = encode(name, vectorValues(name, false) as never, HEADER);
      assert.equal(Buffer.from(packet).toString('hex'), random.toString('hex'), name);
    }
  });

  it('write the same bytes for the limits of each field of each message, signed', () => {
    const signer = new Signer({ key: KEY, linkId: 7, clock: signingClock(FIRST_TIMESTAMP - 1) });
    for (const { extreme, name } of vectors) {
      const packet = encode(name, vectorValues(name, true) as never, HEADER, signer);
      assert.equal(Buffer.from(packet).toString('hex'), extreme.toString('hex'), name);
    }
  });

  it('read the same values of each message, and the signatures are valid', () => {
    const check = new SignatureCheck({ key: KEY, clock: signingClock(0), acceptUnsigned: () => true });
    for (const { extreme, name, random } of vectors) {
      for (const [bytes, isExtreme] of [[random, false] as const, [extreme, true] as const]) {
        const packet = new Packet(bytes);
        assert.ok(check.accepts(packet), name);
        const { component, fields, isSigned, sequence, system, ...message } = decode(packet) ?? assert.fail(name);
        assert.deepEqual([message.name, { system, component, sequence }, isSigned], [name, HEADER, isExtreme]);
        assert.deepEqual(fields, reordered(fields, vectorValues(name, isExtreme)), name);
      }
    }
    assert.deepEqual(check.counts, {
      signed: vectors.length,
      unsigned: vectors.length,
      unsignedRefused: 0,
      wrongSignature: 0,
      stale: 0,
    });
  });
});

/** For a difference that can be read. */
const reordered = (like: object, values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(like).map((name) => [name, values[name]]));
