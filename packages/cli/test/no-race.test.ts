import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { WebSocket } from 'ws';

type State = Readonly<Record<string, unknown>>;

const POLLERS = 6;
/** Times real time: while a command is carried out, and until all have read after its answer. */
const FAST = 100;
const SLOW = 0.1;

/** One client that polls without a pause and notes what it saw, when it asked, and when the answer had come. */
class Poller {
  readonly reads: { readonly askedMs: number; readonly state: State }[] = [];
  readonly #done: Promise<void>;
  #running = true;

  constructor(url: string, token: string) {
    this.#done = this.#poll(url, { authorization: `Bearer ${token}` });
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#done;
  }

  async #poll(url: string, headers: Record<string, string>): Promise<void> {
    while (this.#running) {
      const askedMs = performance.now();
      const response = await fetch(url, { headers });
      this.reads.push({ askedMs, state: (await response.json()) as State });
    }
  }
}

/* Each command in its turn, and how every read after its answer must look until it is done. */
const COMMANDS: readonly (readonly [path: string, body: unknown, underWay: (state: State) => boolean])[] = [
  ['flight/control/take_off', undefined, ({ flight_state }) => flight_state === 'TakingOff'],
  ['flight/control/altitude', { altitude: 8 }, ({ is_changing_altitude }) => is_changing_altitude === true],
  ['camera/control/rotate_by_angle', { pan: 90 }, ({ is_rotating }) => is_rotating === true],
  ['flight/control/land', undefined, ({ flight_state }) => flight_state === 'Landing'],
];

const isDone = (state: State) =>
  (state.flight_state === 'Flying' || state.flight_state === 'StandBy') &&
  state.is_changing_altitude === false &&
  state.is_rotating === false;

describe('no race after a command', () => {
  it(`once a command has answered, none of ${POLLERS} polling clients and no subscriber reads the state from before`, async () => {
    await using station = await StationProcess.start({
      flags: ['--sim-speed', String(FAST)],
      env: { ...WIDE_LIMITS, KITESTRING_SYSTEM_INSTALLATION: 'Tray Mount' },
    });
    const tokens = await Promise.all(Array.from({ length: POLLERS }, () => station.token()));
    const commander = await station.token();
    const stateUrl = `${station.url}/api/v1/flight/state`;
    const setSpeed = async (speed: number) => {
      const headers = { authorization: `Bearer ${commander}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ speed });
      assert.equal((await fetch(`${station.url}/sim/v1/clock`, { method: 'POST', headers, body })).status, 200);
    };
    const socket = new WebSocket(`${stateUrl.replace('http', 'ws')}/subscribe`, {
      headers: { authorization: `Bearer ${commander}` },
    });
    const messages: { readonly atMs: number; readonly state: State }[] = [];
    socket.on('message', (data) => messages.push({ atMs: performance.now(), state: JSON.parse(String(data)) }));

    for (const [path, body, isUnderWay] of COMMANDS) {
      const pollers = tokens.map((token) => new Poller(stateUrl, token));
      // So that it is still under way when all have read, however busy the machine.
      await setSpeed(SLOW);
      const answer = await fetch(`${station.url}/api/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${commander}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answeredMs = performance.now();
      assert.equal(answer.status, 202, `${path}: ${await answer.text()}`);
      // A message that was on its way when the command was carried out has been read when another answer has come.
      await fetch(stateUrl, { headers: { authorization: `Bearer ${commander}` } });
      const readAgainMs = performance.now();
      await Promise.all(
        pollers.map((poller) => until('a read', () => poller.reads.some(({ askedMs }) => askedMs >= answeredMs))),
      );
      await until('a message', () => messages.some(({ atMs }) => atMs >= readAgainMs));
      await setSpeed(FAST);
      await Promise.all(
        pollers.map((poller) => until('the end', () => poller.reads.some(isAfter(answeredMs, isDone)))),
      );
      for (const poller of pollers) await poller.stop();

      for (const [index, { reads }] of pollers.entries()) {
        const after = reads.filter(({ askedMs }) => askedMs >= answeredMs).map(({ state }) => state);
        const firstDone = after.findIndex(isDone);
        assert.ok(firstDone > 0, `${path}: poller ${index} saw it under way before it was done`);
        const wrong = after.slice(0, firstDone).find((state) => !isUnderWay(state) && !isDone(state));
        assert.equal(wrong, undefined, `${path}: poller ${index}`);
        assert.ok(isUnderWay(after[0] ?? {}), `${path}: poller ${index} first read ${JSON.stringify(after[0])}`);
      }
      const firstMessage = messages.find(({ atMs }) => atMs >= readAgainMs);
      assert.ok(firstMessage !== undefined && isUnderWay(firstMessage.state), `${path}: the first message after it`);
    }
    socket.close();
  });
});

const isAfter = (ms: number, isSo: (state: State) => boolean) => (read: { askedMs: number; state: State }) =>
  read.askedMs >= ms && isSo(read.state);
