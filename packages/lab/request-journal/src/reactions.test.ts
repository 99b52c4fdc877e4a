import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { US_PER_S } from '@kitestring/base/clock.ts';
import type { ErrorCode } from '@kitestring/station-contract/errors.ts';
import { type Observed, Reactions } from './reactions.ts';

const LAND = 'flight.control.land';
const STATE = 'flight.state';

interface Sent {
  readonly operationId?: string;
  readonly status: number;
  readonly code?: ErrorCode;
  readonly retryAfterS?: number;
  readonly input?: string | undefined;
}

describe('Reactions', () => {
  let reactions: Reactions;
  let noted: string[];
  let sequence: number;
  let realUs: number;
  let stationUs: number;
  const text = ({ after, finding, operation, reaction }: Observed) =>
    [after, operation, reaction, ...(finding === undefined ? [] : [finding])].join(' ');
  beforeEach(() => {
    noted = [];
    [sequence, realUs, stationUs] = [0, 0, 0];
    reactions = new Reactions((observed) => noted.push(text(observed)));
  });
  const pass = (realS: number, stationS = 0) => {
    realUs += realS * US_PER_S;
    stationUs += stationS * US_PER_S;
  };
  const send = ({ operationId = LAND, status, code, retryAfterS, ...rest }: Sent) => {
    const input = 'input' in rest ? rest.input : '';
    sequence += 1;
    const isRead = operationId === STATE;
    reactions.requested({
      sequence,
      realUs,
      stationUs,
      operationId,
      isRead,
      status,
      code,
      retryAfterS,
      input: () => input,
    });
  };
  const open = () => reactions.open({ realUs, stationUs }).map(text);

  for (const [title, first, waitS, second, expected] of [
    ['the same at once after a 409', { status: 409 }, 0.9, { status: 409 }, 'repeated_at_once repeated-409'],
    ['the same at once after a 404', { status: 404 }, 0, { status: 200 }, 'repeated_at_once repeated-404'],
    ['the same later', { status: 409 }, 1, { status: 202 }, 'repeated_later'],
    ['other input', { status: 400 }, 0, { status: 202, input: '{}' }, 'changed'],
    ['input that was not read', { status: 409 }, 0, { status: 429, input: undefined }, 'repeated_at_once repeated-409'],
    ['before Retry-After', { status: 429, retryAfterS: 2 }, 1.9, { status: 202 }, 'too_early early-after-429'],
    ['before Retry-After of a 503', { status: 503, retryAfterS: 2 }, 1.9, { status: 202 }, 'too_early early-after-503'],
    ['after Retry-After', { status: 429, retryAfterS: 2 }, 2, { status: 202 }, 'waited'],
    ['a command after a 500', { status: 500 }, 0, { status: 202 }, 'repeated_at_once repeated-command'],
    [
      'a read after a 500',
      { operationId: STATE, status: 500 },
      0,
      { operationId: STATE, status: 200 },
      'repeated_at_once',
    ],
    ['a 401 again', { status: 401 }, 9, { status: 401 }, 'repeated_at_once repeated-401'],
  ] as const satisfies readonly (readonly [string, Sent, number, Sent, string])[]) {
    it(`judges ${title}: ${expected}`, () => {
      send(first);
      pass(waitS);
      send(second);
      const operation = 'operationId' in first ? first.operationId : LAND;
      assert.deepEqual(noted, [`${first.status} ${operation} ${expected}`]);
    });
  }

  it('takes station time for waiting too, but not for Retry-After', () => {
    send({ status: 409 });
    pass(0.01, 60);
    send({ status: 202 });
    send({ status: 429, retryAfterS: 30 });
    pass(0.01, 60);
    send({ status: 202 });
    assert.deepEqual(noted, [`409 ${LAND} repeated_later`, `429 ${LAND} too_early early-after-429`]);
  });

  it('does not call it at once when another flight state was told in between', () => {
    send({ status: 409 });
    reactions.informed();
    send({ status: 409 });
    send({ status: 202 });
    assert.deepEqual(noted, [`409 ${LAND} repeated_later`, `409 ${LAND} repeated_at_once repeated-409`]);
  });

  it('does not blame a command that is repeated after a read, or a lost one that is not repeated', () => {
    send({ status: 0 });
    send({ operationId: STATE, status: 200 });
    send({ status: 202 });
    assert.deepEqual(noted, [`no answer ${LAND} repeated_at_once`]);
    send({ status: 0 });
    pass(60);
    assert.deepEqual(open(), [`no answer ${LAND} nothing`]);
  });

  it('takes any success as a sign of a valid token, and a new token as the reaction to every 401', () => {
    send({ status: 401, code: 'INVALID_TOKEN' });
    send({ operationId: STATE, status: 401, code: 'INVALID_TOKEN' });
    assert.deepEqual(open(), [`401 INVALID_TOKEN ${LAND} nothing`, `401 INVALID_TOKEN ${STATE} nothing`]);
    reactions.renewed();
    assert.deepEqual(noted, [`401 INVALID_TOKEN ${LAND} new_token`, `401 INVALID_TOKEN ${STATE} new_token`]);
    send({ status: 401 });
    send({ operationId: STATE, status: 200 });
    assert.equal(noted.at(-1), `401 ${LAND} new_token`);
    assert.equal(reactions.isQuiet, true);
  });

  it('gives a client five seconds for a new token and a new WebSocket', () => {
    send({ status: 401 });
    reactions.closed('flight/state', 1011, { realUs, stationUs }, 2);
    pass(4.9);
    assert.deepEqual(open(), [`401 ${LAND} nothing`, 'close 1011 flight/state nothing']);
    pass(0, 5);
    assert.deepEqual(open(), [
      `401 ${LAND} nothing no-token-after-401`,
      'close 1011 flight/state nothing no-reconnect-after-close',
    ]);
    reactions.subscribed('camera/state');
    reactions.subscribed('flight/state');
    assert.deepEqual(noted, ['close 1011 flight/state reconnected']);
  });
});
