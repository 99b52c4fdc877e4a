import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FleetEvent } from '@kitestring/hub-contract/fleet/events.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { lanesOf } from './lanes.ts';
import { moved, shareOf, ticksOf, zoomed } from './time-window.ts';

const START_MS = Date.parse('2026-03-01T12:00:00Z');
const MINUTE_MS = 60_000;
const at = (minutes: number) => START_MS + minutes * MINUTE_MS;
const window = { fromMs: at(0), toMs: at(60) };

let n = 0;
function event(sid: string, minutes: number, kind: string, data: object = {}): FleetEvent {
  n += 1;
  const time = new Date(at(minutes)).toISOString();
  return { n, sid, kind, time, clock: time, data: data as FleetEvent['data'] };
}
const phase = (sid: string, minutes: number, state: string, previous?: string) =>
  event(sid, minutes, 'flight.phase', { state, ...(previous !== undefined && { previous }) });
const alarm = (sid: string, minutes: number, kind: 'begin' | 'end', began: number, severity = 'Critical') =>
  event(sid, minutes, `notification.${kind}`, { code: 1, severity, began: at(began), message: 'Tether damaged.' });

const station = (sid: string, more: Partial<HubStation> = {}): [string, HubStation] => [
  sid,
  { sid, name: sid, state: 'online', flight_state: 'StandBy', ...more },
];
const lanes = (events: readonly FleetEvent[], more: Partial<Parameters<typeof lanesOf>[0]> = {}) =>
  lanesOf({ events, window, bySid: new Map(), open: [], isNow: false, ...more });
const minutesOf = (stretches: readonly { readonly fromMs: number; readonly toMs: number }[] = []) =>
  stretches.map(({ fromMs, toMs }) => [(fromMs - START_MS) / MINUTE_MS, (toMs - START_MS) / MINUTE_MS]);

describe('the lanes of a timeline', () => {
  it('shows a flight from its begin to its end, each state for itself, whatever the order of archiving', () => {
    const [lane] = lanes([
      phase('s1', 40, 'StandBy', 'Landing'),
      phase('s1', 10, 'TakingOff', 'StandBy'),
      phase('s1', 12, 'Flying', 'TakingOff'),
      phase('s1', 35, 'SafetyLanding', 'Flying'),
    ]);
    assert.deepEqual(
      lane?.flights.map(({ state }) => state),
      ['TakingOff', 'Flying', 'SafetyLanding'],
    );
    assert.deepEqual(minutesOf(lane?.flights), [
      [10, 12],
      [12, 35],
      [35, 40],
    ]);
  });

  it('shows an alarm that ended after the window: over all of it, or from its begin', () => {
    const endedLater = [alarm('s1', 90, 'end', -30), alarm('s2', 70, 'end', 40)];
    const [all, part] = lanes([alarm('s2', 40, 'begin', 40)], { endedLater });
    assert.deepEqual([all?.sid, minutesOf(all?.alarms)], ['s1', [[0, 60]]]);
    assert.deepEqual([part?.sid, minutesOf(part?.alarms)], ['s2', [[40, 60]]]);
  });

  it('shows a flight that began before the window, and one that goes on', () => {
    const [early, late] = lanes([phase('s1', 5, 'StandBy', 'Flying'), phase('s2', 50, 'Flying', 'TakingOff')]);
    assert.deepEqual(
      [minutesOf(early?.flights), minutesOf(late?.flights)],
      [
        [[0, 5]],
        [
          [0, 50],
          [50, 60],
        ],
      ],
    );
    const bySid = new Map([station('s3', { flight_state: 'Flying' })]);
    assert.deepEqual(minutesOf(lanes([], { bySid, isNow: true })[0]?.flights), [[0, 60]]);
    assert.deepEqual(lanes([], { bySid }), []);
  });

  it('ends a flight with the membership of its station', () => {
    const bySid = new Map([station('s1', { state: 'revoked', flight_state: 'Flying' })]);
    assert.deepEqual(lanes([], { bySid, isNow: true }), []);
    const events = [phase('s1', 10, 'Flying', 'StandBy'), event('s1', 20, 'station.revoked')];
    assert.deepEqual(minutesOf(lanes(events, { bySid, isNow: true })[0]?.flights), [[10, 20]]);
  });

  it('shows how long a station was offline, not before it was a member', () => {
    const [first] = lanes([event('s1', 20, 'station.online'), event('s1', 50, 'station.offline')]);
    assert.deepEqual(minutesOf(first?.offline), [
      [0, 20],
      [50, 60],
    ]);
    assert.deepEqual(lanes([event('s2', 1, 'station.enrolled'), event('s2', 2, 'station.online')]), []);
    const bySid = new Map([station('s3', { state: 'offline' })]);
    assert.deepEqual(minutesOf(lanes([], { bySid, isNow: true })[0]?.offline), [[0, 60]]);
  });

  it('shows an alarm from its begin to its end, from before the window, and to now while it is active', () => {
    const inside = lanes([alarm('s1', 10, 'begin', 10), alarm('s1', 15, 'end', 10), alarm('s1', 30, 'end', -9)]);
    assert.deepEqual(minutesOf(inside[0]?.alarms), [
      [10, 15],
      [0, 30],
    ]);
    const began = new Date(at(-30)).toISOString();
    const open = [{ id: '1', sid: 's2', code: 2, severity: 'Fatal' as const, message: 'x', began }];
    assert.deepEqual(minutesOf(lanes([], { open, isNow: true })[0]?.alarms), [[0, 60]]);
    assert.deepEqual(lanes([alarm('s3', 10, 'begin', 10, 'Info')]), []);
  });

  it('begins with what needs attention: fatal, critical, a link lost in flight, warnings, flights', () => {
    const order = lanes([
      phase('s1', 10, 'Flying', 'StandBy'),
      alarm('s2', 10, 'begin', 10, 'Warning'),
      ...[phase('s3', 10, 'Flying', 'StandBy'), event('s3', 20, 'station.offline')],
      alarm('s4', 10, 'begin', 10, 'Fatal'),
    ]).map(({ sid }) => sid);
    assert.deepEqual(order, ['s4', 's3', 's2', 's1']);
  });
});

describe('the window of a timeline', () => {
  it('is zoomed around a moment that stays in its place, never beyond now or its limits', () => {
    const closer = zoomed(window, 0.5, 0.25, at(90));
    assert.deepEqual(minutesOf([closer]), [[7.5, 37.5]]);
    assert.equal(shareOf(closer, at(15)), 0.25);
    assert.deepEqual(minutesOf([zoomed(window, 2, 0, at(60))]), [[-60, 60]]);
    assert.deepEqual(minutesOf([zoomed(window, 0.001, 1, at(60))]), [[55, 60]]);
    assert.deepEqual(minutesOf([moved(window, 0.5, at(70))]), [[10, 70]]);
    assert.deepEqual(minutesOf([moved(window, -0.5, at(70))]), [[-30, 30]]);
  });

  it('has round ticks in the zone of the reader, never more than there is room for', () => {
    assert.deepEqual(ticksOf(window, 4, 0), [at(0), at(15), at(30), at(45), at(60)]);
    assert.deepEqual(ticksOf({ fromMs: at(1), toMs: at(1441) }, 4, 30 * MINUTE_MS), [
      at(330),
      at(690),
      at(1050),
      at(1410),
    ]);
  });
});
