import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import {
  encode,
  type FieldsToSend,
  type Message,
  SignatureCheck,
  Signer,
  SigningClock,
} from '@kitestring/mavlink-codec/codec.ts';
import { MavlinkLink } from '../src/link/mavlink-link.ts';
import { heartbeat, LineTrial, OURS } from './support/line-trial.ts';

const text = (text: string, id = 0, chunk_seq = 0): FieldsToSend['STATUSTEXT'] => ({
  severity: 4,
  text,
  id,
  chunk_seq,
});

describe('a link', () => {
  it('sends our heartbeat once a second from the loop that calls it, and none when the loop hangs', async () => {
    await using trial = await LineTrial.begin();
    const beats: Message[] = [];
    trial.vehicle.onMessage((message) => {
      if (message.name === 'HEARTBEAT') beats.push(message);
    });
    await trial.run(10);
    assert.ok(beats.length === 10, String(beats.length));
    const [{ component, fields, system } = assert.fail()] = beats;
    assert.ok('autopilot' in fields);
    assert.deepEqual([system, component, fields.type, fields.autopilot], [255, 190, 6, 8]);
    trial.clock.advance(30);
    assert.equal(beats.length, 10);
    await trial.run(1);
    assert.ok(beats.length <= 12, 'none is made up for');
  });

  it('that is passive sends nothing by itself', async () => {
    await using trial = await LineTrial.begin({ seed: 1 }, { isPassive: true });
    trial.vehicle.send('TIMESYNC', { tc1: 0n, ts1: 42n });
    await trial.run(5);
    assert.equal(trial.vehicle.counts.received, 0);
    assert.equal(trial.station.watch.all.length, 1);
  });

  it('tells of loss and return when the line is cut', async () => {
    await using trial = await LineTrial.begin();
    await trial.run(2);
    trial.line.isCut = true;
    await trial.run(5);
    trial.line.isCut = false;
    await trial.run(2);
    assert.deepEqual(
      trial.events.map(({ event }) => event),
      ['ComponentAppeared', 'ComponentLost', 'ComponentReturned'],
    );
  });

  for (const seed of [1, 2, 3]) {
    it(`loses no vehicle with telemetry on a line that loses a third and doubles a tenth (seed ${seed})`, async () => {
      await using trial = await LineTrial.begin({ seed, loss: 0.33, duplicate: 0.1, delayMs: [5, 300] });
      for (let index = 0; index < 60; index += 1) {
        trial.vehicle.send('SYSTEM_TIME', { time_unix_usec: 0n, time_boot_ms: index * 500 });
        await trial.run(0.5);
      }
      assert.deepEqual(
        trial.events.map(({ event }) => event),
        ['ComponentAppeared'],
      );
    });
  }

  it('answers only requests for the time, and measures the clock of the other side', async () => {
    await using trial = await LineTrial.begin({ seed: 1, delayMs: [20, 20] }, { asksForTime: true });
    const answers: Message[] = [];
    trial.vehicle.onMessage((message) => {
      if (message.name === 'TIMESYNC') answers.push(message);
    });
    trial.vehicle.send('TIMESYNC', { tc1: 0n, ts1: 42n });
    trial.vehicle.send('TIMESYNC', { tc1: 9n, ts1: 42n });
    await trial.run(1);
    const [answer, ask, ...more] = answers.toSorted(
      (a, b) => Number('ts1' in a.fields && a.fields.ts1) - Number('ts1' in b.fields && b.fields.ts1),
    );
    assert.ok(answer?.name === 'TIMESYNC' && ask?.name === 'TIMESYNC');
    assert.deepEqual(more, []);
    assert.deepEqual([answer.fields.ts1, answer.fields.target_system, ask.fields.tc1], [42n, 1, 0n]);
    assert.deepEqual(trial.station.clockOffsets.of(257), { offsetUs: 0, roundTripUs: 40_000 });
  });

  it('joins texts, passes unknown packets on, and counts what it cannot read', async () => {
    await using trial = await LineTrial.begin();
    const texts: string[] = [];
    const packets: number[] = [];
    trial.station.onText(({ text: whole }) => void texts.push(whole));
    trial.station.onPacket(({ length }, direction) => void (direction === 'In' && packets.push(length)));
    trial.vehicle.send('STATUSTEXT', text('x'.repeat(50), 7, 0));
    trial.vehicle.send('STATUSTEXT', text('end', 7, 1));
    trial.vehicle.send('STATUSTEXT', text('alone\t'));
    const [, end] = trial.line.ends;
    end.send(Buffer.from('no packet'), 'Order');
    await trial.run(0.5);
    assert.deepEqual(texts.toSorted(), ['alone', `${'x'.repeat(50)}end`]);
    assert.equal(packets.length, 4, 'with a heartbeat');
    assert.equal(trial.station.counts.garbageBytes, 9);
  });

  it('measures rates of what comes', async () => {
    await using trial = await LineTrial.begin();
    for (let index = 0; index < 60; index += 1) {
      trial.vehicle.send('SYSTEM_TIME', { time_unix_usec: 0n, time_boot_ms: index });
      await trial.run(0.2);
    }
    const rate = trial.station.rates.rateHz(1, 1, 2, trial.clock.nowUs()) ?? 0;
    assert.ok(Math.abs(rate - 5) < 0.3, String(rate));
  });

  it('takes only packets that are signed where it checks, and signs its own', async () => {
    const clock = new VirtualClock();
    const key = new Uint8Array(32).fill(7);
    const signing = new SigningClock(clock);
    const signatureCheck = new SignatureCheck({ key, clock: signing });
    await using trial = await LineTrial.begin(
      { seed: 1 },
      { signing: { signer: new Signer({ key, linkId: 1, clock: signing }), signatureCheck } },
    );
    let isSigned = false;
    trial.vehicle.onMessage((message) => {
      isSigned = message.isSigned;
    });
    await trial.run(2);
    assert.ok(isSigned);
    assert.deepEqual([trial.station.counts.received, trial.events], [0, []]);
    assert.ok(trial.station.counts.refusedSignatures > 0);
  });

  it('answers to the end from which a vehicle is heard, not to strangers', async () => {
    const clock = new VirtualClock();
    await using link = await MavlinkLink.open({ kind: 'udp-listen', host: '127.0.0.1', port: 0 }, { ids: OURS, clock });
    const { transportState } = link;
    const port = transportState.state === 'Open' ? (transportState.boundTo ?? 0) : 0;
    const [vehicle, stranger] = [createSocket('udp4'), createSocket('udp4')];
    const heard: string[] = [];
    const answered = new Promise<void>((resolve) => {
      vehicle.on('message', () => {
        heard.push('vehicle');
        resolve();
      });
    });
    stranger.on('message', () => heard.push('stranger'));
    const known = new Promise<void>((resolve) => link.onMessage(() => void (link.watch.all.length === 2 && resolve())));
    vehicle.send(encode('HEARTBEAT', heartbeat(), { system: 1, component: 1, sequence: 0 }), port, '127.0.0.1');
    stranger.send(encode('HEARTBEAT', heartbeat(), { system: 9, component: 1, sequence: 0 }), port, '127.0.0.1');
    await known;
    link.send('PARAM_REQUEST_LIST', { target_system: 1, target_component: 1 });
    await answered;
    assert.deepEqual(heard, ['vehicle']);
    vehicle.close();
    stranger.close();
  });
});
