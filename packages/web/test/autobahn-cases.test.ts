import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import { SECTIONS } from './support/autobahn/all-cases.ts';
import { type Case, PONG, TEXT } from './support/autobahn/case.ts';
import { expectedAnswers } from './support/autobahn/expected-answers.ts';
import { playCase } from './support/autobahn/play-case.ts';
import { EchoStation } from './support/echo-station.ts';
import { RawWebSocket } from './support/raw-web-socket.ts';

const title = ({ closes, number }: Case) =>
  `${number} ${closes === undefined ? 'is taken' : `ends with ${closes.join(' or ')}`}`;

function forAll(play: (one: Case) => Promise<void>): void {
  for (const [section, cases] of Object.entries(SECTIONS)) {
    describe(section, () => {
      for (const one of cases) it(title(one), () => play(one));
    });
  }
}

describe('A subscription, by the cases of Autobahn, echoes nothing, answers pings, and', () => {
  let station: TestStation;
  let token: string;
  before(async () => {
    station = await startTestStation({ limits: { websocketsPerSession: 100 } });
    token = (await station.client()).token ?? '';
  });
  after(() => station[Symbol.asyncDispose]());

  forAll(async (one) => {
    using webSocket = await RawWebSocket.open(station.port, token);
    const pongs = expectedAnswers(one.frames).frames.filter(({ opcode }) => opcode === PONG);
    // States come whenever they change.
    await playCase(webSocket, one, pongs, ({ opcode }) => opcode !== TEXT);
  });
});

describe('An echo on the same WebSocket layer, by the cases of Autobahn, answers as RFC 6455 has it, and', () => {
  let station: EchoStation;
  before(async () => {
    station = await EchoStation.start();
  });
  after(() => station[Symbol.asyncDispose]());

  forAll(async (one) => {
    const expected = expectedAnswers(one.frames);
    assert.deepEqual(one.closes, expected.closes === undefined ? undefined : [expected.closes]);
    using webSocket = await RawWebSocket.open(station.port, '', '/echo');
    await playCase(webSocket, one, expected.frames);
  });
});
