import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { FlightPreventedError } from '../src/flight-prevented-error.ts';
import { KitestringClient } from '../src/kitestring-client.ts';
import { refusal, settle, TestPlatform } from './test-platform.ts';

const time = (second: number): string => new Date(1_800_000_000_000 + second * 1000).toISOString();
const notification = (code: number, severity: Notification['severity'], message: string): Notification => ({
  code,
  severity,
  message,
  begin_time: time(0),
});
const OLD = notification(10_001, 'Fatal', 'Old.');
const WIND = notification(30_001, 'Critical', 'High wind.');
const INFO = notification(30_100, 'Info', 'Lids open.');

const active = (...notifications: Notification[]) => Response.json({ to_time: time(1), notifications });
const flight = (flight_state: FlightState['flight_state'], more: Partial<FlightState> = {}) =>
  Response.json({ flight_state, ...more });

class Station {
  readonly platform = new TestPlatform();
  readonly client = new KitestringClient({ url: 'http://station', token: 't', platform: this.platform });
  #second = 0;

  /** Starts the command; its subscription has brought a first state. */
  async send<T>(command: (client: KitestringClient) => Promise<T>, ...answers: Response[]): Promise<Promise<T>[]> {
    this.platform.answers.push(active(OLD), ...answers);
    const result = command(this.client);
    result.catch(() => {});
    await settle();
    this.platform.socket.open('kitestring.topics.v1');
    await this.report({ flight_state: 'StandBy' });
    return [result];
  }

  async report(data: FlightState, afterS = 1): Promise<void> {
    this.#second += afterS;
    this.platform.socket.send({ topic: 'flight/state', time: time(this.#second), data });
    await settle();
  }

  get requests(): string[] {
    return this.platform.sent.map(({ method, url }) => `${method} ${url.replace('http://station/api/v1/', '')}`);
  }
}

const accepted = () => new Response(null, { status: 202 });
const takeOff = (client: KitestringClient) => client.flight.takeOff({ until: 'Flying' });

describe('a flight command with until', () => {
  it('listens before it sends, resolves when its goal is reported, and leaves the topic', async () => {
    const station = new Station();
    const [result] = await station.send(takeOff, accepted(), flight('TakingOff'));
    assert.deepEqual(station.requests, ['GET notifications/state', 'POST flight/control/take_off', 'GET flight/state']);
    await station.report({ flight_state: 'TakingOff', altitude: 0.5 });
    assert.equal(station.platform.socket.closedByClient, false);
    await station.report({ flight_state: 'Flying', altitude: 1 });
    await result;
    assert.equal(station.platform.socket.closedByClient, true);
    assert.equal(station.platform.nextTimerMs, undefined);
  });

  it('rejects with the most severe notification that began since, and not with an older one', async () => {
    const station = new Station();
    const [result] = await station.send(takeOff, accepted(), flight('TakingOff'));
    station.platform.answers.push(flight('StandBy'), active(OLD, INFO, WIND));
    await station.report({ flight_state: 'StandBy' });
    await assert.rejects(result as Promise<void>, (error) => {
      assert.ok(error instanceof FlightPreventedError);
      assert.equal(error.message, 'the take-off has ended, flight_state is StandBy: High wind.');
      assert.deepEqual(error.notification, WIND);
      assert.deepEqual(error.notifications, [WIND, INFO]);
      assert.equal(error.state.flight_state, 'StandBy');
      return true;
    });
    assert.match(station.requests.at(-1) ?? '', /^GET notifications\/history\?from_time=/);
  });

  it('does not believe a state from before the command that comes late', async () => {
    const station = new Station();
    const [result] = await station.send(takeOff, accepted(), flight('TakingOff'));
    station.platform.answers.push(flight('TakingOff'));
    await station.report({ flight_state: 'StandBy' });
    await station.report({ flight_state: 'Flying' });
    await result;
  });

  it('rejects with a refusal as without until, and sends nothing before it listens', async () => {
    const station = new Station();
    const [result] = await station.send(takeOff, refusal(409, 'WIND_TOO_STRONG'));
    await assert.rejects(result as Promise<void>, { name: 'ApiError', code: 'WIND_TOO_STRONG' });
    assert.equal(station.platform.socket.closedByClient, true);
  });

  it('waits for the ground after a landing, by a safety landing too', async () => {
    const station = new Station();
    const landing = (client: KitestringClient) => client.flight.land({ until: 'StandBy' });
    const [result] = await station.send(landing, accepted(), flight('Landing', { altitude: 5 }));
    await station.report({ flight_state: 'SafetyLanding', altitude: 1 });
    await station.report({ flight_state: 'StandBy' });
    await result;
  });

  it('waits for an altitude, and rejects when another command takes the target away', async () => {
    const climb = (client: KitestringClient) => client.flight.setAltitude({ altitude: 10 }, { until: 'reached' });
    const there = { flight_state: 'Flying', altitude: 9.8, altitude_target: 10, is_changing_altitude: false } as const;
    const station = new Station();
    const [reached] = await station.send(climb, accepted(), flight('Flying', { altitude: 1, altitude_target: 10 }));
    await station.report({ ...there, altitude: 5, is_changing_altitude: true });
    await station.report(there);
    await reached;
    const other = new Station();
    const [lost] = await other.send(climb, accepted(), flight('Flying', { altitude: 1, altitude_target: 10 }));
    other.platform.answers.push(flight('Flying', { altitude: 3, altitude_target: 3 }), active(OLD));
    await other.report({ flight_state: 'Flying', altitude: 3, altitude_target: 3 });
    await assert.rejects(lost as Promise<void>, {
      message: 'the flight to 10 m has ended, altitude_target is 3 m now',
      notification: undefined,
    });
  });

  it('gives up when nothing moves for 30 s of station time', async () => {
    const station = new Station();
    const [result] = await station.send(takeOff, accepted(), flight('TakingOff'));
    station.platform.answers.push(active(OLD));
    for (let message = 0; message < 11; message += 1) await station.report({ flight_state: 'TakingOff' }, 4);
    await assert.rejects(result as Promise<void>, /makes no progress for 30 s of station time/);
  });

  it('gives up when the station is silent for 30 s, and ends with the reason of its signal', async () => {
    const station = new Station();
    const [silent] = await station.send(takeOff, accepted(), flight('TakingOff'));
    await station.platform.advance(30_000);
    await assert.rejects(silent as Promise<void>, { name: 'ConnectionError', code: 'TIMEOUT' });
    const stop = new AbortController();
    const other = new Station();
    const send = (client: KitestringClient) => client.flight.takeOff({ until: 'Flying', signal: stop.signal });
    const [stopped] = await other.send(send, accepted(), flight('TakingOff'));
    stop.abort(new Error('enough'));
    await assert.rejects(stopped as Promise<void>, /enough/);
    assert.equal(other.platform.nextTimerMs, undefined);
  });

  it('sends the command alone without until', async () => {
    const platform = new TestPlatform();
    platform.answers.push(accepted());
    await new KitestringClient({ url: 'http://station', token: 't', platform }).flight.takeOff();
    assert.equal(platform.sent.length, 1);
    assert.equal(platform.sockets.length, 0);
  });
});
