import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { Px4Port, type Px4PortOptions, type RealTimers } from '../src/px4/px4-port.ts';
import { REAL_TIMERS } from '../src/px4/real-timers.ts';
import { TetherListenFault } from '../src/run/listen-fault.ts';
import type { PortEvent } from '../src/run/port-event.ts';
import type { TimelineEntry } from '../src/run/timeline.ts';
import { AttitudeController } from './support/attitude-controller.ts';
import { Px4Peer } from './support/px4-peer.ts';
import { WatchedRun } from './support/tethered-run.ts';

const G = 9.80665;
const STILL_CLOCK: Clock = { nowUs: () => 0, schedule: () => () => {} };
/** Without a pause between frames: time has no influence on the result. */
const FAST = 1000;

/** No deadline ends: a busy machine may answer late. */
const PATIENT: RealTimers = {
  nowMs: REAL_TIMERS.nowMs,
  setTimer: (delayMs, callback) => (delayMs < 100 ? REAL_TIMERS.setTimer(0, callback) : () => {}),
};

/** Timers that end when the test says so. */
class HeldTimers {
  #held: (() => void) | undefined;
  #delayMs = 0;

  get delayMs(): number | undefined {
    return this.#held === undefined ? undefined : this.#delayMs;
  }

  nowMs = (): number => 0;

  setTimer = (delayMs: number, callback: () => void): Cancel => {
    this.#held = callback;
    this.#delayMs = delayMs;
    return () => {
      if (this.#held === callback) this.#held = undefined;
    };
  };

  end(): void {
    const callback = this.#held;
    this.#held = undefined;
    callback?.();
  }
}

/** Events, and a wait for the next of a kind. */
class Events {
  readonly all: PortEvent[] = [];
  #onEvent: () => void = () => {};

  readonly add = (event: PortEvent): void => {
    this.all.push(event);
    this.#onEvent();
  };

  get names(): readonly string[] {
    return this.all.map(({ event }) => event);
  }

  async has(name: PortEvent['event'], count = 1): Promise<void> {
    while (this.names.filter((one) => one === name).length < count) {
      await new Promise<void>((resolve) => {
        this.#onEvent = resolve;
      });
    }
  }
}

async function opened(setup: Partial<Px4PortOptions> = {}, timeline: readonly TimelineEntry[] = []) {
  const watched = new WatchedRun({ timeline });
  const events = new Events();
  const options: Px4PortOptions = {
    host: '127.0.0.1',
    port: 0,
    run: watched.run,
    squareShare: 0,
    seed: 1,
    startTimeUs: 0,
    speed: FAST,
    timers: PATIENT,
    clock: STILL_CLOCK,
    onEvent: events.add,
    ...setup,
  };
  const port = await Px4Port.listen(options);
  return { events, options, port, watched, [Symbol.asyncDispose]: () => port[Symbol.asyncDispose]() };
}

const newController = () => new AttitudeController(1.2, 6 * 6.003);

describe('the port for PX4', () => {
  it('flies: sensors before it is armed, a climb to 5 m, and a cut tether', async () => {
    const cut = { kind: 'fault', name: 'cut', request: { type: 'tether_cut', parameters: { at_m: 2 } } } as const;
    await using at = await opened({}, [{ atS: 11, action: cut }]);
    await using peer = await Px4Peer.connect(at.port.port, newController());
    peer.greet();
    await peer.flyTo(2);
    const { sensor } = peer;
    assert.ok(sensor !== undefined && peer.truth !== undefined);
    assert.ok(Math.abs(sensor.zacc + G) < 0.2, `accelerometer ${sensor.zacc}`);
    assert.ok(Math.abs(sensor.abs_pressure - 965) < 1, `${sensor.abs_pressure} hPa at 408 m`);
    // Zurich: 48 microtesla, pointing down by 63 degrees.
    assert.ok(Math.abs(Math.hypot(sensor.xmag, sensor.ymag, sensor.zmag) - 0.483) < 0.01);
    assert.ok(sensor.zmag > 0.42 && sensor.xmag > 0.2);
    assert.equal(peer.updated, 0b1_101_111_111_111);
    const [fix] = peer.fixes;
    assert.ok(fix !== undefined && peer.fixes.length > 8);
    assert.ok(Math.abs(fix.lat / 1e7 - 47.3769) < 1e-4 && Math.abs(fix.alt / 1000 - 408) < 8 && fix.fix_type === 3);
    peer.controller.target = { northM: 0, eastM: 0, heightM: 5, headingRad: 0 };
    await peer.flyTo(12.5);
    const { heightM, paidOutM, tensionN } = at.watched.run.reading;
    assert.ok(Math.abs(heightM - 5) < 0.3, `at ${heightM} m`);
    assert.ok(Math.abs(paidOutM - 5) < 0.5 && Math.abs(tensionN - 6) < 1.5, `${paidOutM} m, ${tensionN} N`);
    await peer.flyTo(18);
    assert.deepEqual(at.watched.names.slice(-3), ['FaultBegan', 'TetherParted', 'BatteryFeeds']);
    const left = at.watched.run.reading;
    assert.ok(Math.abs(left.heightM - 5) < 0.8, `at ${left.heightM} m`);
    assert.deepEqual(at.events.names, ['Connected']);
  });

  it('waits for each answer in lockstep, and goes on after a frame that gets none', async () => {
    const timers = new HeldTimers();
    await using at = await opened({ timers, speed: 1 });
    await using peer = await Px4Peer.connect(at.port.port, newController());
    peer.greet();
    await at.events.has('Connected');
    timers.end();
    const first = await peer.frame();
    assert.equal(first.time_usec, 4000n);
    // Not yet in lockstep: the next frame is due at its time.
    assert.deepEqual([timers.delayMs], [4]);
    timers.end();
    await peer.frame();
    peer.answer();
    timers.end();
    await peer.frame();
    timers.end();
    await peer.frame();
    // Now it waits for an answer, and for no longer than this.
    while (timers.delayMs !== 200) {
      timers.end();
      await peer.frame();
    }
    const waiting = peer.sensor?.time_usec ?? 0n;
    timers.end();
    assert.equal((await peer.frame()).time_usec, waiting + 4000n);
    assert.equal(at.events.names.at(-1), 'NoAnswer');
  });

  it('begins again with a new autopilot, on the ground at time 0', async () => {
    await using at = await opened();
    {
      await using peer = await Px4Peer.connect(at.port.port, newController());
      peer.controller.target = { northM: 0, eastM: 0, heightM: 3, headingRad: 0 };
      peer.greet();
      await peer.flyTo(3);
      assert.ok(at.watched.run.reading.heightM > 1);
    }
    await at.events.has('Disconnected');
    await using peer = await Px4Peer.connect(at.port.port, newController());
    peer.greet();
    assert.equal((await peer.frame()).time_usec, 4000n);
    assert.ok(Math.abs(at.watched.run.reading.heightM) < 0.01);
  });

  it('reads good packets among garbage, says so once, and takes wild actuators as none or all', async () => {
    await using at = await opened();
    await using peer = await Px4Peer.connect(at.port.port, newController());
    peer.write(Buffer.alloc(50_000, 0xfd));
    peer.write(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    for (let count = 0; count < 200; count += 1) peer.greet();
    await at.events.has('Connected');
    peer.controller.target = { northM: 0, eastM: 0, heightM: 1, headingRad: 0 };
    for (let count = 0; count < 100; count += 1) {
      await peer.frame();
      peer.answer([Number.NaN, -3, 1e30, Number.POSITIVE_INFINITY]);
    }
    assert.ok(at.watched.run.airframe.isFinite);
    assert.deepEqual(at.events.names.toSorted(), ['Connected', 'Garbage']);
    assert.ok(at.port.counts.garbage > 40_000);
  });

  it('has one autopilot at a time, and disconnects who does not speak', async () => {
    const timers = new HeldTimers();
    await using at = await opened({ timers });
    const silent = connect(at.port.port, '127.0.0.1');
    await once(silent, 'connect');
    silent.resume();
    const second = connect(at.port.port, '127.0.0.1');
    second.resume();
    await once(second, 'close');
    assert.deepEqual(at.events.names, ['SecondPeer']);
    assert.equal(timers.delayMs, 5000);
    timers.end();
    await once(silent, 'close');
    assert.equal(at.port.peer === undefined || at.port.counts.steps === 0, true);
  });

  it('refuses a port that is taken, in one line', async () => {
    await using at = await opened();
    await assert.rejects(Px4Port.listen({ ...at.options, port: at.port.port }), (error: Error) => {
      assert.ok(error instanceof TetherListenFault);
      assert.equal(error.message, `TCP port ${at.port.port} of 127.0.0.1 is taken: end the other simulator`);
      return true;
    });
  });
});
