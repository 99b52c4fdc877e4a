import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { CHUNK_HEADERS } from '@kitestring/hub-contract/command.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { headers } from '@nats-io/transport-node';
import { FreshBeats } from '../commands/fresh-beats.ts';
import { StationReads } from './station-reads.ts';

const SID = 'sabcdefghijkl';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const KEY = { kid: 'test', key: privateKey, x: String(publicKey.export({ format: 'jwk' }).x) };
const ORDER = {
  sid: SID,
  person: { id: 'p', name: 'Anna', role: 'operator' },
  scopes: ['read' as const],
  via: 'test',
  path: '/api/v1/flight/info',
  method: 'GET' as const,
};

/** A station at rest whose newest beat, number 7, has come so long ago. */
class Scene {
  /** Messages sent to the station, with the beats that reads name. */
  readonly sent: string[] = [];
  readonly reads: StationReads;
  answers: readonly object[] = [{ [CHUNK_HEADERS.status]: '200', [CHUNK_HEADERS.headers]: '{}' }];

  constructor(ageMs: number) {
    const beat = (n: number) => ({
      v: 1,
      boot: 'abcdefghijkl',
      n,
      epoch: 'abcdefghijkl',
      head: 0,
      sent: 0,
      phase: 'StandBy',
      t: 0,
      rev: 1,
      alarms: [0, 0, 0, 0],
      watching: 0,
      link: {},
    });
    let take: (fault: null, message: object) => void = () => {};
    const connection = {
      request: async () => {
        this.sent.push('beat');
        return { data: Buffer.from(JSON.stringify(beat(8))) };
      },
      subscribe: (_inbox: string, { callback }: { callback: typeof take }) => {
        take = callback;
        return { unsubscribe: () => {} };
      },
      publish: (subject: string, order: Uint8Array) => {
        if (!subject.endsWith('.http')) return;
        const [, payload = ''] = Buffer.from(order).toString().split('.');
        this.sent.push(`read after beat ${JSON.parse(Buffer.from(payload, 'base64url').toString()).beat}`);
        const [first = {}, ...rest] = this.answers;
        this.answers = rest;
        const own = headers();
        for (const [name, value] of Object.entries({ ...first, [CHUNK_HEADERS.seq]: '0', [CHUNK_HEADERS.end]: '1' }))
          own.set(name, value);
        const late = { v: 1, id: 'b'.repeat(16), error: 'COMMAND_TOO_LATE', message: 'too late' };
        take(null, { data: Buffer.from(JSON.stringify(late)), headers: own });
      },
    };
    const beats = new FreshBeats({
      connection,
      nowMs: () => ageMs,
      presence: { of: () => ({ beat: beat(7), receivedMs: 0 }) },
    } as never);
    this.reads = new StationReads({ connection, beats, inboxes: 'i', key: KEY, clock: new VirtualClock() } as never);
  }
}

describe('a read of a station at rest', () => {
  it('names the newest beat, which comes every 5 s, and waits for one of its own only where one is missing', async () => {
    for (const [ageMs, sent] of [
      [5500, ['read after beat 7']],
      [6500, ['beat', 'read after beat 8']],
    ] as const) {
      const scene = new Scene(ageMs);
      assert.equal((await scene.reads.open(ORDER)).kind, 'answer');
      assert.deepEqual(scene.sent, sent);
    }
  });

  it('is repeated with a beat of now where the station finds it too late', async () => {
    const scene = new Scene(100);
    scene.answers = [{ [CHUNK_HEADERS.error]: 'COMMAND_TOO_LATE' }, ...scene.answers];
    assert.equal((await scene.reads.open(ORDER)).kind, 'answer');
    assert.deepEqual(scene.sent, ['read after beat 7', 'beat', 'read after beat 8']);
  });
});
