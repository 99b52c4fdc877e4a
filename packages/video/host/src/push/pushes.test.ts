import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { PushEvents } from './push-attempt.ts';
import { Pushes } from './pushes.ts';

const ADDRESS = 'rtmp://relay.example/live/k3y';

/** Pushes whose relays the test plays. */
function pushes(addresses: Readonly<Record<string, string>> = {}) {
  const clock = new VirtualClock();
  const attempts: { readonly atS: number; readonly events: PushEvents; isStopped: boolean }[] = [];
  const beginUs = clock.nowUs();
  let ready: Result<unknown> = ok({});
  const it = new Pushes({
    addresses,
    clock,
    stationClock: clock,
    log: SILENT_LOG,
    open: (_target, _streamId, events) => {
      const attempt = { atS: (clock.nowUs() - beginUs) / 1e6, events, isStopped: false };
      attempts.push(attempt);
      return {
        stop: () => {
          attempt.isStopped = true;
        },
      };
    },
    find: (stream) => (stream === 'color' ? ok({}) : refuse('STREAM_NOT_FOUND', { stream, known: 'color' })),
    ready: () => ready,
  });
  const fail = (reason = 'the relay refuses') => attempts.at(-1)?.events.onEnd(reason);
  const shown = () => it.list()[0];
  return { pushes: it, clock, attempts, fail, shown, setReady: (value: Result<unknown>) => (ready = value) };
}

describe('streams pushed to relays', () => {
  it('are tried again at growing intervals up to 30 s, and at once after they were healthy', () => {
    const { attempts, clock, fail, pushes: it, shown } = pushes();
    it.set('color', ADDRESS);
    for (const waitS of [1, 2, 4, 8, 16, 30, 30]) {
      fail();
      assert.deepEqual([shown()?.state, shown()?.reason, shown()?.retry_in_s], ['Waiting', 'the relay refuses', waitS]);
      clock.advance(waitS);
      assert.equal(shown()?.state, 'Connecting');
    }
    attempts.at(-1)?.events.onLive();
    assert.deepEqual([shown()?.state, shown()?.reason], ['Live', undefined]);
    clock.advance(11);
    fail('the relay has closed the connection');
    assert.equal(shown()?.retry_in_s, 1);
    assert.equal(attempts.length, 8);
  });

  it('of the settings begin a second after the start, and wait for a stream that is not ready', () => {
    const { attempts, clock, setReady, shown } = pushes({ color: ADDRESS });
    setReady(refuse('STREAM_NOT_FOUND', { stream: 'color', known: '' }));
    clock.advance(1);
    assert.deepEqual([attempts.length, shown()?.state], [0, 'Waiting']);
    setReady(ok({}));
    clock.advance(2);
    assert.deepEqual([attempts.length, shown()?.state], [1, 'Connecting']);
  });

  it('end when they are ended, replaced, or the station stops, and are not tried again', () => {
    const { attempts, clock, fail, pushes: it } = pushes();
    it.set('color', ADDRESS);
    it.set('color', 'rtmps://other.example/live/k3y');
    it.end('color');
    it.set('color', ADDRESS);
    fail();
    it.stop();
    clock.advance(100);
    assert.deepEqual(
      attempts.map(({ isStopped }) => isStopped),
      [true, true, false],
    );
    assert.deepEqual(it.list(), []);
  });

  it('refuse an address in one sentence, and show none of its secrets', () => {
    const { pushes: it } = pushes();
    const refusal = (address: string, stream = 'color') => {
      const result = it.set(stream, address);
      return result.ok ? result.value.address : result.refusal.message;
    };
    assert.equal(refusal(ADDRESS), 'rtmp://relay.example/live/***');
    assert.equal(refusal('https://:s3cret@relay.example/whip/a?key=k3y'), 'https://***@relay.example/whip/a?***');
    assert.equal(
      refusal('https://relay.example/0123456789abcdef0123/webRTC/publish'),
      'https://relay.example/***/webRTC/publish',
    );
    for (const odd of ['https:/', 'https:', 'https:\\\\'])
      assert.equal(refusal(`${odd}:s3cret@relay.example/whip`), `${odd}***@relay.example/whip`);
    assert.match(refusal('ftp://relay.example/'), /^\/address: it is no address of a relay; allowed: rtmp:/);
    assert.match(refusal('rtmp://relay.example/key'), /it needs an application and a key/);
    assert.match(refusal('rtmp://a:b@relay.example/live/key'), /they belong to the key/);
    assert.match(refusal('rtmp://relay.example:0/live/key'), /no port from 1 to 65535/);
    assert.match(refusal(ADDRESS, 'zoom'), /there is no stream zoom/);
  });
});
