import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { WebSocket } from 'ws';

/*
 * A flight as a user of the published API would write it: requests with curl (with fetch where curl is not installed),
 * states from a WebSocket, and never a sleep. After each command the client waits for the state at once.
 */

interface Answer {
  readonly status: number;
  readonly body: string;
}

type Send = (method: string, url: string, token?: string, body?: unknown) => Promise<Answer>;

const run = promisify(execFile);

const curl: Send = async (method, url, token, body) => {
  const flags = ['--silent', '--show-error', '--write-out', '\n%{http_code}', '--request', method];
  if (token !== undefined) flags.push('--header', `Authorization: Bearer ${token}`);
  if (body !== undefined) flags.push('--header', 'Content-Type: application/json', '--data', JSON.stringify(body));
  const { stdout } = await run('curl', [...flags, url]);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
};

const viaFetch: Send = async (method, url, token, body) => {
  const headers = new Headers();
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return { status: response.status, body: await response.text() };
};

const isCurlInstalled = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

type State = Readonly<Record<string, unknown>>;

/** The states of one subscription, in order; `until` looks at those that came after the last command. */
class States {
  readonly #socket: WebSocket;
  readonly seen: State[] = [];
  #from = 0;

  constructor(url: string, token: string) {
    this.#socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
    this.#socket.on('message', (data) => this.seen.push(JSON.parse(String(data))));
  }

  /** Messages from before a command say nothing about it. */
  forget(): void {
    this.#from = this.seen.length;
  }

  async until(what: string, isSo: (state: State) => boolean): Promise<State> {
    const deadline = AbortSignal.timeout(180_000);
    for (;;) {
      const newest = this.seen.slice(this.#from).at(-1);
      if (newest !== undefined && isSo(newest)) return newest;
      try {
        await once(this.#socket, 'message', { signal: deadline });
      } catch (cause) {
        throw new Error(`never ${what}; last seen ${JSON.stringify(newest)}`, { cause });
      }
    }
  }

  close(): void {
    this.#socket.close();
  }
}

describe('a client written for the published API', () => {
  it(`flies with ${isCurlInstalled ? 'curl' : 'fetch (curl is not installed)'} and a WebSocket, without a sleep`, async () => {
    await using station = await StationProcess.start({ flags: ['--sim-speed', '20', '--seed', '7'] });
    const send = isCurlInstalled ? curl : viaFetch;
    const api = `${station.url}/api/v1`;

    const granted = await send('POST', `${api}/auth/token/request`, undefined, { client_secret: TEST_API_KEY });
    assert.equal(granted.status, 200);
    const { access_token: token } = JSON.parse(granted.body);
    const subscriptions: States[] = [];
    const command = async (path: string, body?: unknown) => {
      const { status, body: text } = await send('POST', `${api}/${path}`, token, body);
      assert.ok(status >= 200 && status < 300, `${path}: ${status} ${text}`);
      for (const subscription of subscriptions) subscription.forget();
    };
    const read = async (path: string): Promise<State> => JSON.parse((await send('GET', `${api}/${path}`, token)).body);
    const setSpeed = (speed: number) =>
      fetch(`${station.url}/sim/v1/clock`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ speed }),
      });
    /** Gives a command, after whose answer the next read must show it under way. */
    const begin = async (path: string, body: unknown, isUnderWay: (state: State) => boolean) => {
      // Slow, so that it is not over before the read on a busy machine.
      assert.equal((await setSpeed(0.1)).status, 200);
      await command(path, body);
      const state = await read('flight/state');
      assert.ok(isUnderWay(state), `${path}: ${JSON.stringify(state)}`);
      assert.equal((await setSpeed(20)).status, 200);
    };

    await command('handoff/control/request', { operator_name: 'Petra Published' });
    const flight = new States(`${api.replace('http', 'ws')}/flight/state/subscribe`, token);
    const camera = new States(`${api.replace('http', 'ws')}/camera/state/subscribe`, token);
    subscriptions.push(flight, camera);
    const settled = (state: State) => state.is_rotating === false && state.is_changing_altitude === false;
    await flight.until('in StandBy', (state) => state.flight_state === 'StandBy');

    await begin('flight/control/take_off', undefined, (state) => state.flight_state === 'TakingOff');
    await flight.until('flying', (state) => state.flight_state === 'Flying');

    await begin('flight/control/altitude', { altitude: 10 }, (state) => state.is_changing_altitude === true);
    await flight.until('at 10 m', (state) => state.altitude_target === 10 && settled(state));
    assert.ok(Math.abs(Number((await read('flight/state')).altitude) - 10) < 1);

    for (const pan of [180, -180]) {
      const before = Number((await read('camera/state')).pan_ned);
      await begin('camera/control/rotate_by_angle', { pan }, (state) => state.is_rotating === true);
      await flight.until('turned', (state) => state.is_rotating === false);
      const turnedDeg = Math.abs(Number((await read('camera/state')).pan_ned) - before);
      assert.ok(Math.abs(turnedDeg - 180) < 3, `pan ${pan} turned by ${turnedDeg}`);
    }

    await command('camera/control/rotate_by_angle', { tilt: 20 });
    await camera.until('tilted by 20', (state) => Math.abs(Number(state.tilt_ned) - 20) < 1);

    await begin('flight/control/land', undefined, (state) => state.flight_state === 'Landing');
    await flight.until('back in StandBy', (state) => state.flight_state === 'StandBy');

    const names = flight.seen.map((state) => state.flight_state).filter((name, at, all) => name !== all[at - 1]);
    assert.deepEqual(names, ['StandBy', 'TakingOff', 'Flying', 'Landing', 'StandBy']);
    await command('handoff/control/release');
    flight.close();
    camera.close();
    assert.deepEqual(await station.end(), { status: 0, signal: null });
  });
});
