import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomStream } from '../noise/rng.ts';
import { DataLink, type KiteReport } from './data-link.ts';
import type { KiteCommand } from './kite-command.ts';

/** Reports that are told apart by their turned angle. */
const report = (headingUnwrappedDeg: number) =>
  ({ kite: { headingUnwrappedDeg }, camera: {} }) as unknown as KiteReport;
const number = (arrived: KiteReport | undefined) => arrived?.kite.headingUnwrappedDeg;

const climbTo = (altitudeM: number): KiteCommand => ({ kind: 'setAltitude', altitudeM });

/** Commands that arrive at the Kite from now on. */
function commandsAt(link: DataLink): readonly KiteCommand[] {
  const arrived: KiteCommand[] = [];
  link.carryOut = (command) => arrived.push(command);
  return arrived;
}

const make = (seed = 1, end = { isCut: false }) => new DataLink(randomStream(seed, 'data link'), end);

describe('a sound data link', () => {
  it('carries both ways at once', () => {
    const link = make();
    assert.equal(number(link.carryDown(report(7), 100)), 7);
    const carriedOut = commandsAt(link);
    link.carryUp(climbTo(1), 100);
    assert.deepEqual(carriedOut, [climbTo(1)]);
  });

  it('carries nothing down where nothing is sent', () => {
    assert.equal(make().carryDown(undefined, 20), undefined);
  });

  it('counts the steps since the Kite was answered and heard', () => {
    const link = make();
    link.beat(20);
    link.isDownlinkLost = true;
    for (let step = 40; step <= 200; step += 20) link.beat(step);
    assert.deepEqual([link.silentSteps(200), link.unheardSteps(200)], [180, 180]);
    link.isDownlinkLost = false;
    link.beat(220);
    assert.deepEqual([link.silentSteps(220), link.unheardSteps(220)], [0, 0]);
  });
});

describe('a slow data link', () => {
  it('brings each report after its delay, the newest of those that have come', () => {
    const link = make();
    link.latencySteps = 50;
    const arrived = Array.from({ length: 8 }, (_, index) => number(link.carryDown(report(index), index * 20)));
    assert.deepEqual(arrived, [undefined, undefined, undefined, 0, 1, 2, 3, 4]);
    link.latencySteps = 0;
    assert.equal(number(link.carryDown(report(8), 160)), 8);
    link.latencySteps = 50;
    // An overtaken message does not arrive afterwards.
    assert.equal(link.carryDown(report(9), 180), undefined);
  });

  it('carries out commands in order, when they arrive', () => {
    const link = make();
    const carriedOut = commandsAt(link);
    const send = (altitudeM: number, step: number) => link.carryUp(climbTo(altitudeM), step);
    link.latencySteps = 100;
    send(1, 0);
    link.latencySteps = 10;
    send(2, 5);
    link.latencySteps = 0;
    send(3, 6);
    for (let step = 0; step <= 99; step += 1) link.deliver(step);
    assert.deepEqual(carriedOut, []);
    link.deliver(100);
    assert.deepEqual(carriedOut, [1, 2, 3].map(climbTo));
    send(4, 101);
    assert.equal(carriedOut.length, 4);
  });

  it('is silent for the time of a beat and its answer', () => {
    const link = make();
    link.latencySteps = 500;
    let longest = 0;
    for (let step = 20; step <= 4000; step += 20) {
      link.beat(step);
      longest = Math.max(longest, link.silentSteps(step));
    }
    assert.equal(longest, 1000);
  });

  it('holds no more than is on the way at once: of more, the newest are lost', () => {
    const link = make();
    link.latencySteps = 1_000_000;
    const carriedOut = commandsAt(link);
    for (let count = 0; count < 5000; count += 1) {
      link.carryUp(climbTo(1), count);
      link.carryDown(report(count), count);
      link.beat(count);
    }
    link.deliver(2_000_000);
    assert.equal(carriedOut.length, 256);
    assert.equal(number(link.carryDown(undefined, 2_000_000)), 255);
  });
});

describe('a lossy data link', () => {
  it('loses the same packets with the same seed, others with another', () => {
    const lost = (seed: number) => {
      const link = make(seed);
      link.lossShare = 0.5;
      return Array.from({ length: 100 }, (_, step) => link.carryDown(report(step), step) === undefined).join();
    };
    assert.equal(lost(1), lost(1));
    assert.notEqual(lost(1), lost(2));
  });

  it('draws nothing while it is sound, so that other seeds’ flights stay what they were', () => {
    const [one, other] = [make(), make()];
    for (let step = 0; step < 100; step += 1) other.beat(step);
    one.lossShare = 0.5;
    other.lossShare = 0.5;
    const arrives = (link: DataLink) =>
      Array.from({ length: 50 }, () => link.carryDown(report(1), 0) !== undefined).join();
    assert.equal(arrives(one), arrives(other));
  });
});

describe('a cut data link', () => {
  it('carries nothing, and loses what was on its way', () => {
    const end = { isCut: false };
    const link = make(1, end);
    link.latencySteps = 10;
    link.carryDown(report(1), 0);
    link.carryOut = () => assert.fail('was carried out');
    link.carryUp(climbTo(1), 0);
    end.isCut = true;
    link.deliver(10);
    assert.equal(link.carryDown(report(2), 20), undefined);
    link.carryUp(climbTo(2), 30);
    link.deliver(1000);
    end.isCut = false;
    assert.equal(link.carryDown(report(3), 1000), undefined);
    assert.equal(number(link.carryDown(report(4), 1020)), 3);
  });

  it('starts anew when both ends are connected again', () => {
    const end = { isCut: true };
    const link = make(1, end);
    link.beat(5000);
    assert.equal(link.silentSteps(5000), 5000);
    end.isCut = false;
    link.restart(6000);
    assert.equal(link.silentSteps(6000), 0);
  });
});
