import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ArduPilotPort } from '../src/ardupilot/ardupilot-port.ts';
import { TetherListenFault } from '../src/run/listen-fault.ts';
import type { PortEvent } from '../src/run/port-event.ts';
import { ArduPilotPeer, servoDatagram } from './support/ardupilot-peer.ts';
import { AttitudeController } from './support/attitude-controller.ts';
import { WatchedRun } from './support/tethered-run.ts';

const STOPPED = Array.from({ length: 16 }, () => 1000);
const FULL = Array.from({ length: 16 }, () => 2000);

async function opened() {
  const watched = new WatchedRun();
  const events: PortEvent[] = [];
  const time = { nowMs: 0 };
  const options = {
    host: '127.0.0.1',
    port: 0,
    run: watched.run,
    squareShare: 0,
    onEvent: (event: PortEvent) => events.push(event),
    nowMs: () => time.nowMs,
  };
  const port = await ArduPilotPort.listen(options);
  const newPeer = () => ArduPilotPeer.open(port.port, { controller: new AttitudeController(1.2, 36), squareShare: 0 });
  const peer = await newPeer();
  return {
    events,
    newPeer,
    options,
    peer,
    port,
    time,
    watched,
    async [Symbol.asyncDispose]() {
      await peer[Symbol.asyncDispose]();
      await port[Symbol.asyncDispose]();
    },
  };
}

describe('the port for ArduPilot', () => {
  it('steps by the frame rate, with 16 and with 32 outputs', async () => {
    await using at = await opened();
    const first = await at.peer.ask(servoDatagram(STOPPED, { count: 0, rateHz: 400 }));
    assert.ok(Math.abs(first.timestamp - 0.0025) < 1e-12);
    const second = await at.peer.ask(servoDatagram(STOPPED, { count: 1, rateHz: 1200, magic: 29_569 }));
    assert.ok(Math.abs(second.timestamp - 0.0025 - 1 / 1200) < 1e-12);
    const third = await at.peer.ask(servoDatagram(STOPPED, { count: 2, rateHz: 50 }));
    assert.ok(Math.abs(third.timestamp - second.timestamp - 0.02) < 1e-12);
    assert.equal(at.port.counts.steps, 3);
  });

  it('answers a repeated or late frame again, without a step', async () => {
    await using at = await opened();
    await at.peer.ask(servoDatagram(STOPPED, { count: 6 }));
    const answer = await at.peer.ask(servoDatagram(STOPPED, { count: 7 }));
    assert.deepEqual(await at.peer.ask(servoDatagram(FULL, { count: 7 })), answer);
    assert.deepEqual(await at.peer.ask(servoDatagram(FULL, { count: 6 })), answer);
    assert.equal(at.port.counts.steps, 2);
  });

  it('begins again when the count does, on the ground at time 0', async () => {
    await using at = await opened();
    for (let count = 0; count < 400; count += 1) await at.peer.ask(servoDatagram(FULL, { count }));
    assert.ok(at.watched.run.reading.heightM > 1);
    const answer = await at.peer.ask(servoDatagram(STOPPED, { count: 0 }));
    assert.ok(Math.abs(answer.timestamp - 0.0025) < 1e-12);
    assert.ok(Math.abs(answer.position[2]) < 1e-3);
    assert.equal(at.watched.names.at(-1), 'Restarted');
  });

  it('ignores what is no frame, and steps of 0.1 s or more, and says so once', async () => {
    await using at = await opened();
    await at.peer.ask(servoDatagram(STOPPED, { count: 0 }));
    const frame = servoDatagram(STOPPED, { count: 1 });
    const bad = [
      Buffer.alloc(0),
      Buffer.alloc(1),
      Buffer.alloc(40, 0xff),
      frame.subarray(0, 39),
      Buffer.concat([frame, Buffer.alloc(1)]),
      Buffer.alloc(60_000, 0x5a),
      servoDatagram(STOPPED, { count: 1, magic: 18_457 }),
      servoDatagram(STOPPED, { count: 1, rateHz: 10 }),
      servoDatagram(STOPPED, { count: 1, rateHz: 0 }),
    ];
    for (const bytes of bad) at.peer.send(bytes);
    // Datagrams of one socket come in their order here: the answer to the last one says that all have come.
    await at.peer.ask(frame);
    assert.equal(at.port.counts.steps, 2);
    assert.equal(at.port.counts.garbage, bad.length);
    assert.deepEqual(
      at.events.map(({ event }) => event),
      ['Connected', 'Garbage', 'StepTooLong'],
    );
  });

  it('stays finite under pulses of any width', async () => {
    await using at = await opened();
    const wild = [0, 65_535, 1, 32_768, ...STOPPED.slice(4)];
    for (let count = 0; count < 800; count += 1) {
      const { position, quaternion } = await at.peer.ask(servoDatagram(wild, { count, rateHz: 60 }));
      assert.ok([...position, ...quaternion].every(Number.isFinite));
    }
  });

  it('has one autopilot at a time: another one comes in with a start of its own, or after silence', async () => {
    await using at = await opened();
    await using other = await at.newPeer();
    await at.peer.ask(servoDatagram(STOPPED, { count: 50 }));
    other.send(servoDatagram(STOPPED, { count: 80 }));
    const isTold = () => at.events.some(({ event }) => event === 'SecondPeer');
    do await at.peer.ask(servoDatagram(STOPPED, { count: 51 }));
    while (!isTold());
    at.time.nowMs = 20_000;
    await other.ask(servoDatagram(STOPPED, { count: 81 }));
    assert.equal(at.port.counts.steps, 3);
    await at.peer.ask(servoDatagram(STOPPED, { count: 0 }));
    assert.equal(at.events.filter(({ event }) => event === 'Connected').length, 3);
  });

  it('refuses a port that is taken, in one line', async () => {
    await using at = await opened();
    await assert.rejects(ArduPilotPort.listen({ ...at.options, port: at.port.port }), (error: Error) => {
      assert.ok(error instanceof TetherListenFault);
      assert.equal(error.message, `UDP port ${at.port.port} of 127.0.0.1 is taken: end the other simulator`);
      return true;
    });
  });
});
