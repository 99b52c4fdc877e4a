import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import { RunningRecording } from './running-recording.ts';

/** A recording that has begun, its recorder, and what the station says. */
async function begun() {
  const realTimeClock = new VirtualClock();
  const orders: string[] = [];
  const raised: object[] = [];
  const library = {
    newId: () => 'one',
    add: async () => {},
    begun: () => {},
    folder: () => '/recordings/one',
    end: async (record: object, end: string) => ({ ...record, end }),
  };
  const recording = new RunningRecording({
    realTimeClock,
    clock: new VirtualClock(),
    library: Promise.resolve(library),
    timezone: 'UTC',
    recorder: { order: ({ act }: { act: string }) => orders.push(act) },
    station: {
      incident: { value: undefined },
      notifications: { clear: () => {}, raise: (name: string, told: object) => raised.push({ name, ...told }) },
    },
    streams: [{ streamId: 'zoom', type: 'color' }],
    isAutomatic: false,
    flightSince: () => undefined,
    accompany: () => ({ resume: () => {}, end: async () => {} }),
    onEnd: () => {},
    log: { info: () => {} },
  } as never);
  const started = recording.begin(async () => ok(undefined));
  const report = () => recording.report({ what: 'begun', recordingId: 'one' } as never);
  while (orders.length === 0) await turn();
  report();
  assert.ok((await started).ok);
  return { recording, realTimeClock, orders, raised, report };
}

describe('a recording whose recorder has ended', () => {
  it('goes on with the next one, which a busy machine may need most of a minute to start', async () => {
    const { orders, raised, realTimeClock, recording, report } = await begun();
    recording.recorderDown();
    realTimeClock.advance(50);
    recording.recorderUp();
    await turn();
    assert.deepEqual(orders, ['start', 'start']);
    report();
    realTimeClock.advance(3600);
    recording.report({ what: 'ended', recordingId: 'one', end: 'stopped', reason: '' });
    await turn();
    assert.deepEqual(raised, []);
  });

  it('ends, and says why, when none comes', async () => {
    const { raised, realTimeClock, recording } = await begun();
    recording.recorderDown();
    realTimeClock.advance(61);
    assert.ok((await recording.stop()).ok);
    const reason = 'the recorder did not come back';
    assert.deepEqual(raised, [{ name: 'RECORDING_FAILED', recording_id: 'one', reason }]);
  });
});
