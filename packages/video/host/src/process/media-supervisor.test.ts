import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { FromMedia, ToMedia } from '@kitestring/video-process/process';
import { ScriptedMediaChild } from '../../test/support/scripted-media-child.ts';
import { MediaSupervisor } from './media-supervisor.ts';

const PONG: FromMedia = {
  kind: 'pong',
  sources: [],
  outputs: [],
  memory: { residentBytes: 1, heapUsedBytes: 1, externalBytes: 1 },
};

const STREAMS: ToMedia = { kind: 'streams', state: { cameraModel: 'Camera 2nd Generation', seed: 1, streams: [] } };

/** A media process that does what the test says. */
function supervised(after?: Promise<unknown>) {
  const clock = new VirtualClock();
  const children: ScriptedMediaChild[] = [];
  const told: string[] = [];
  const supervisor = new MediaSupervisor({
    startChild: (events) => {
      const child = new ScriptedMediaChild(events);
      children.push(child);
      return child;
    },
    ...(after !== undefined && { after }),
    outputs: {
      host: '127.0.0.1',
      rtspPort: 0,
      rtspsPort: 0,
      udpPorts: 'any',
      hasMetadataTrack: false,
      authentication: 'always',
    },
    clock,
    log: { ...SILENT_LOG, warn: (_fields, message) => told.push(message) },
    onStart: (send) => send(STREAMS),
    onUp: () => told.push('up'),
    onDown: () => told.push('down'),
    onMessage: ({ kind }) => told.push(kind),
  });
  const newest = () => children.at(-1) as ScriptedMediaChild;
  const ready = () => newest().events.onMessage({ kind: 'ready', ports: { rtspPort: 1000 + children.length } });
  return { supervisor, clock, children, told, newest, ready };
}

describe('the supervisor of the media process', () => {
  it('starts none before the one of the station before a restart has ended, whose ports it needs', async () => {
    const before = Promise.withResolvers<void>();
    const { children, ready, told } = supervised(before.promise);
    const { children: none, supervisor } = supervised(before.promise);
    await supervisor.stop();
    assert.equal(children.length, 0);
    before.resolve();
    await setImmediate();
    assert.deepEqual([children.length, none.length], [1, 0], 'one that was stopped meanwhile starts none');
    ready();
    assert.deepEqual(told, ['up']);
  });

  it('starts another one sooner or later, whenever one ends', () => {
    const { children, clock, newest } = supervised();
    const waits = Array.from({ length: 9 }, () => {
      const count = children.length;
      newest().events.onEnd('exit status 139');
      let waitedS = 0;
      for (; children.length === count; waitedS += 0.05) clock.advance(0.05);
      return Math.round(waitedS * 10) / 10;
    });
    assert.deepEqual(waits, [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5]);
  });

  it('starts another at once after one that has lived', () => {
    const { children, clock, newest, ready } = supervised();
    for (let turn = 0; turn < 4; turn += 1) {
      newest().events.onEnd('SIGSEGV');
      clock.advance(5);
    }
    ready();
    clock.advance(1.9);
    newest().events.onEnd('SIGKILL');
    const count = children.length;
    clock.advance(0.1);
    assert.equal(children.length, count, 'it had not lived long enough');
    clock.advance(5);
    ready();
    clock.advance(2);
    newest().events.onEnd('SIGKILL');
    clock.advance(0);
    assert.equal(children.length, count + 2);
  });

  it('gives a new key and certificate to the one that runs or starts, and to each one after it', () => {
    const { clock, newest, supervisor } = supervised();
    const tls = { key: 'new key', cert: 'new certificate' };
    supervisor.renewTls(tls);
    assert.deepEqual(newest().sent.at(-1), { kind: 'tls', tls });
    newest().events.onEnd('SIGKILL');
    clock.advance(0.1);
    const [first] = newest().sent;
    assert.deepEqual(first?.kind === 'outputs' && first.outputs.tls, tls);
  });

  it('tells each one at its start what it can begin with, after where it is to serve', () => {
    const { clock, newest } = supervised();
    const first = newest();
    first.events.onEnd('SIGKILL');
    clock.advance(0.1);
    assert.notEqual(newest(), first);
    for (const child of [first, newest()])
      assert.deepEqual(
        child.sent.map(({ kind }) => kind),
        ['outputs', 'streams'],
      );
  });

  it('tells when what matters must be said again, and keeps the ports', () => {
    const { clock, newest, ready, supervisor, told } = supervised();
    assert.equal(supervisor.state, 'starting');
    ready();
    assert.deepEqual([supervisor.state, supervisor.ports.rtspPort, supervisor.downS], ['ready', 1001, 0]);
    newest().events.onEnd('SIGKILL');
    assert.equal(supervisor.state, 'down');
    clock.advance(0.1);
    assert.deepEqual(newest().sent[0], {
      kind: 'outputs',
      outputs: {
        host: '127.0.0.1',
        rtspPort: 1001,
        rtspsPort: 0,
        udpPorts: 'any',
        hasMetadataTrack: false,
        authentication: 'always',
      },
    });
    ready();
    assert.deepEqual(told, ['up', 'down', 'up']);
    assert.equal(supervisor.restarts, 1);
  });

  it('tells where it serves as soon as that is known, and whoever waits not to wait for ever', async () => {
    const first = supervised();
    const asked = first.supervisor.portsWhenKnown();
    first.ready();
    assert.deepEqual(await asked, { rtspPort: 1001 });
    first.newest().events.onEnd('SIGKILL');
    assert.deepEqual(await first.supervisor.portsWhenKnown(), { rtspPort: 1001 }, 'as before, while it is away');
    const late = supervised();
    const waiting = late.supervisor.portsWhenKnown();
    late.clock.advance(10);
    assert.deepEqual(await waiting, {});
    for (const end of [
      ({ newest }: typeof late) => newest().events.onMessage({ kind: 'unavailable', reason: 'no binary' }),
      ({ supervisor }: typeof late) => void supervisor.stop(),
    ]) {
      const without = supervised();
      const answer = without.supervisor.portsWhenKnown();
      end(without);
      assert.deepEqual(await answer, {});
    }
  });

  it('tells when it begins, however often it is started until then', async () => {
    const { clock, ready, supervisor } = supervised();
    let hasBegun = false;
    void supervisor.begun.then(() => {
      hasBegun = true;
    });
    clock.advance(61);
    await supervisor.portsWhenKnown();
    assert.deepEqual([hasBegun, supervisor.restarts], [false, 1]);
    ready();
    await supervisor.begun;
    assert.deepEqual(await supervisor.portsWhenKnown(), { rtspPort: 1002 });
  });

  it('ends one that hangs, at its start and later', () => {
    const { children, clock, ready } = supervised();
    clock.advance(59);
    assert.equal(children[0]?.isKilled, false);
    clock.advance(2);
    assert.equal(children[0]?.isKilled, true);
    ready();
    clock.advance(12);
    assert.equal(children[1]?.isKilled, true);
    assert.deepEqual(children[1]?.sent.filter(({ kind }) => kind === 'ping').length, 10);
  });

  it('leaves one that answers alone', () => {
    const { clock, newest, ready } = supervised();
    ready();
    for (let second = 0; second < 60; second += 1) {
      clock.advance(1);
      newest().events.onMessage(PONG);
    }
    assert.equal(newest().isKilled, false);
  });

  it('leaves one alone that it could not hear because the station stood still', (t) => {
    const { children, clock, ready } = supervised();
    ready();
    clock.advance(1.5);
    const wokenUs = clock.nowUs() + 60e6;
    t.mock.method(clock, 'nowUs', () => wokenUs);
    clock.advance(60);
    assert.equal(children[0]?.isKilled, false);
    t.mock.reset();
    clock.advance(11);
    assert.equal(children[0]?.isKilled, true, 'it does not answer later either');
  });

  it('tries no more where there are no codecs, and says so in one line', () => {
    const { children, clock, newest, supervisor, told } = supervised();
    newest().events.onMessage({ kind: 'unavailable', reason: 'no binary for this platform' });
    newest().events.onEnd('exit status 0');
    clock.advance(60);
    assert.equal(supervisor.state, 'absent');
    assert.equal(children.length, 1);
    assert.deepEqual(told, ['no video: streams, snapshots and recordings are left out', 'down']);
  });

  it('lets it finish when the station stops, but not for ever', async () => {
    for (const handles of [true, false]) {
      const { children, clock, newest, ready, supervisor } = supervised();
      ready();
      const stopped = supervisor.stop();
      assert.equal(newest().sent.at(-1)?.kind, 'stop');
      if (handles) newest().events.onEnd('exit status 0');
      else clock.advance(5);
      await stopped;
      clock.advance(60);
      assert.equal(newest().isKilled, !handles);
      assert.equal(children.length, 1);
    }
  });
});
