import { getClock } from '@kitestring/station-contract/sim/clock-operations.ts';
import type { TSchema } from 'typebox';
import type { CheckedApi } from '../api-version.ts';
import { type ContractCheck, checksAt, decided, published } from '../check.ts';
import type { Expectations } from '../expectations.ts';
import type { Answer } from '../link/answer.ts';
import { answerFields } from '../schema/fields.ts';
import { judgeField } from '../schema/judge-field.ts';
import { sessionOf } from '../station/sessions.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { judgeDone, judgeRefusal } from './refusals.ts';

const check = checksAt('read');

const REQUEST = published('POST /v1/auth/token/request, 200');
const LIST = published('GET /v1/auth/tokens, 200');
const TOKENS = decided('Tokens');
const id = 'auth.token.request';

/** Minimum length of 160 bits in base64url or hexadecimal. */
const TOKEN_MIN_LENGTH = 27;
/** Response time of a busy machine, real seconds. */
const MOMENT_S = 20;

/** Tokens: request, contents and end. */
export const tokenChecks = (api: CheckedApi): ContractCheck[] => [
  ...grantFields(api),
  ...WAYS,
  ...REFUSED,
  ...LISTED,
  ...ENDED,
  ...documentedAlias(api),
];

/** The grant evaluated by the field checks, requested once. */
const grantOf = (station: StationUnderTest): Promise<Answer> =>
  station.once('grant', async () => {
    const json = { client_secret: station.key, token_name: 'conformance', scope: 'read', nobody_knows: 'this' };
    const answer = await station.ask(id, { as: 'nobody', json });
    await endGranted(station, answer);
    return answer;
  });

/** Configured speed of a simulation: on a busy machine, or when paused, its clock is slower. */
async function wantedSpeed(station: StationUnderTest): Promise<number> {
  const as = await station.sessions.fresh('experimental');
  const { speed } = as === undefined ? {} : (await station.ask(getClock, { as })).object;
  return Math.max(station.speed, Number(speed ?? 1));
}

/** With `{}` as its body, as some clients send what has none. */
async function endGranted(station: StationUnderTest, answer: Answer): Promise<Answer | undefined> {
  const session = sessionOf(answer);
  return session === undefined ? undefined : station.ask('auth.token.invalidate', { as: session, json: {} });
}

function grantFields(api: CheckedApi): ContractCheck[] {
  const schema = api.operations.find((op) => op.id === id)?.replies[200] as TSchema;
  return answerFields(schema).map((field) => ({
    id: `${id}.field.${field.path}`,
    sentence: `${field.path}: ${field.schema.description ?? ''}`,
    source: REQUEST,
    level: 'read',
    run: async (expect, station) => {
      const answer = await grantOf(station);
      const text = `a token request with unknown properties must be 200, got ${answer.status}`;
      expect.needs(answer.status === 200, text, answer.exchange);
      judgeField(expect, field, answer.json, answer.exchange);
    },
  }));
}

function judgeGrant(expect: Expectations, answer: Answer): void {
  expect.equal(answer.status, 200, 'status', answer.exchange);
  const { access_token: token, token_type: type, scope, scopes } = answer.object;
  const isLong = typeof token === 'string' && token.length >= TOKEN_MIN_LENGTH;
  expect.that(isLong, 'the token has 160 bits or more', answer.exchange);
  expect.decided.equal(type, 'Bearer', 'token_type', answer.exchange);
  expect.decided.equal(scope, Array.isArray(scopes) ? scopes.join(' ') : undefined, 'scope', answer.exchange);
}

const way = (name: string, text: string, ask: (station: StationUnderTest) => Promise<Answer>): ContractCheck => ({
  id: `${id}.by-${name}`,
  sentence: `A token is given for the key ${text}.`,
  source: REQUEST,
  level: 'read',
  run: async (expect, station) => {
    const answer = await ask(station);
    judgeGrant(expect, answer);
    await endGranted(station, answer);
  },
});

const basic = (key: string) => `Basic ${Buffer.from(`conformance:${key}`).toString('base64')}`;

const WAYS: readonly ContractCheck[] = [
  way('json', 'as client_secret in JSON', (station) =>
    station.ask(id, { as: 'nobody', json: { client_secret: station.key, scope: 'read' } }),
  ),
  way('form', 'as client_secret in a form', (station) =>
    station.ask(id, {
      as: 'nobody',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${new URLSearchParams({ client_secret: station.key, scope: 'read', grant_type: 'client_credentials' })}`,
    }),
  ),
  way('basic', 'as password of HTTP Basic', (station) =>
    station.ask(id, { as: 'nobody', headers: { authorization: basic(station.key) }, json: { scope: 'read' } }),
  ),
  check(
    `${id}.scopes-as-asked`,
    'A token has the scopes that were asked for, and no others.',
    REQUEST,
    async (expect, station) => {
      const answer = await grantOf(station);
      expect.equal(answer.object.scopes, ['read'], 'scopes', answer.exchange);
      expect.equal(answer.object.name, 'conformance', 'name', answer.exchange);
    },
  ),
  check(
    `${id}.one-session`,
    'A token request makes exactly one session, with the name that was given.',
    REQUEST,
    async (expect, station) => {
      const name = `conformance ${Math.random().toString(36).slice(2)}`;
      await station.ask('auth.tokens');
      const json = { client_secret: station.key, token_name: name, scope: 'read' };
      const granted = await station.ask(id, { as: 'nobody', json });
      const answer = await station.ask('auth.tokens');
      const own = entries(answer).filter((one) => one.name === name);
      expect.equal(
        own.map((one) => one.id),
        [granted.object.id],
        'ids of sessions of this name',
        answer.exchange,
      );
      const now = Date.parse(String((await station.read('notifications.state')).to_time));
      const ageS = (now - Date.parse(String(own[0]?.created_at))) / 1000;
      expect.that(!(ageS < -1 || ageS > MOMENT_S * station.speed), `it was made ${ageS} s ago`, answer.exchange);
      const end = await endGranted(station, granted);
      if (end !== undefined) judgeDone(expect.decided, end, 200, 'status of the end, asked for with {}');
      const after = await station.ask('auth.tokens');
      expect.equal(
        entries(after).filter((one) => one.name === name).length,
        0,
        'sessions after its end',
        after.exchange,
      );
    },
  ),
  check(`${id}.each-is-another`, 'Each token is another one.', TOKENS, async (expect, station) => {
    const [a, b] = [await station.shared(), await station.shared('other')];
    expect.that(a.token !== b.token, 'two token requests give two tokens');
    expect.that(a.id !== b.id, 'two token requests give two sessions');
  }),
  check(`${id}.expiry`, 'expires_in counts the seconds until valid_until.', TOKENS, async (expect, station) => {
    const answer = await grantOf(station);
    const { expires_in: expires, valid_until: until, created_at: created } = answer.object;
    const lifeS = (Date.parse(String(until)) - Date.parse(String(created))) / 1000;
    expect.that(lifeS > 60, `valid_until is later than created_at, by ${lifeS} s`, answer.exchange);
    const partAt = (speed: number) => (Number(expires) * speed) / lifeS;
    // The clock of a simulation is uneven; another unit differs by far more.
    const measured = partAt(station.speed);
    const part = measured > 1 / 4 ? measured : partAt(await wantedSpeed(station));
    const text = `expires_in ${String(expires)} as part of the lifetime: ${part.toFixed(2)}`;
    expect.that(part > 1 / 4 && part < 4, text, answer.exchange);
  }),
  check(
    'auth.oauth-metadata',
    '/.well-known/oauth-authorization-server names the token endpoint (RFC 8414).',
    TOKENS,
    async (expect, station) => {
      const answer = await station.askPath('/.well-known/oauth-authorization-server', { as: 'nobody' });
      expect.equal(answer.status, 200, 'status', answer.exchange);
      const endpoint = String(answer.object.token_endpoint);
      expect.matches(endpoint, /\/auth\/token\/request$/, 'token_endpoint', answer.exchange);
    },
  ),
];

interface Refused {
  readonly name: string;
  readonly sentence: string;
  readonly status: number;
  readonly error: string;
  readonly body: (station: StationUnderTest) => object;
}

const REFUSED_REQUESTS: readonly Refused[] = [
  {
    name: 'wrong-key',
    sentence: 'A wrong key is 401.',
    status: 401,
    error: 'invalid_client',
    body: () => ({ client_secret: 'this-is-no-key' }),
  },
  {
    name: 'no-key',
    sentence: 'A token request without a key is 401.',
    status: 401,
    error: 'invalid_client',
    body: () => ({ token_name: 'x' }),
  },
  {
    name: 'unknown-scope',
    sentence: 'A scope that the plugin does not have is 403.',
    status: 403,
    error: 'invalid_scope',
    body: ({ key }) => ({ client_secret: key, scope: 'read no_such_scope' }),
  },
  {
    name: 'other-grant-type',
    sentence: 'A grant type other than client_credentials is 400.',
    status: 400,
    error: 'unsupported_grant_type',
    body: ({ key }) => ({ client_secret: key, grant_type: 'password' }),
  },
];

const REFUSED: readonly ContractCheck[] = REFUSED_REQUESTS.map(({ name, sentence, status, error, body }) => ({
  id: `${id}.${name}`,
  sentence,
  source: status === 400 ? TOKENS : published(`POST /v1/auth/token/request, ${status}`),
  level: 'read',
  run: async (expect, station) => {
    const answer = await station.ask(id, { as: 'nobody', json: body(station) });
    judgeRefusal(expect, answer, status);
    expect.decided.equal(answer.object.error, error, 'error (RFC 6749)', answer.exchange);
  },
}));

const LISTED: readonly ContractCheck[] = [
  check(
    'auth.tokens.own-is-listed',
    'The list of sessions has the own one, with its token whole.',
    LIST,
    async (expect, station) => {
      const own = await station.shared();
      const answer = await station.ask('auth.tokens', { as: own });
      const entry = entries(answer).find((one) => one.id === own.id);
      expect.needs(entry !== undefined, 'the own session is in the list', answer.exchange);
      expect.equal(entry?.access_token, own.token, 'access_token of the own session', answer.exchange);
      expect.equal(entry?.scopes, own.scopes, 'scopes of the own session', answer.exchange);
      expect.equal(entry?.plugin_id, own.pluginId, 'plugin_id of the own session', answer.exchange);
    },
  ),
  check(
    'auth.tokens.others-are-masked',
    'The list of sessions never has the token of another session.',
    TOKENS,
    async (expect, station) => {
      const [own, other] = [await station.shared(), await station.shared('other')];
      const answer = await station.ask('auth.tokens', { as: own });
      const isListed = entries(answer).some((one) => one.id === other.id);
      expect.that(isListed, 'the other session is in the list', answer.exchange);
      const others = [...station.secrets].filter((secret) => secret !== own.token && secret !== station.key);
      const text = answer.bytes.toString();
      const isShown = others.some((secret) => text.includes(secret));
      expect.that(!isShown, 'no token of another session is in the list', answer.exchange);
    },
  ),
];

const entries = ({ json }: Answer): readonly Record<string, unknown>[] => (Array.isArray(json) ? json : []);

const ENDED: readonly ContractCheck[] = [
  check(
    'auth.token.invalidate.ends-the-session',
    'An invalidated token is refused with 401 from then on, and its session is no longer listed; others are not affected.',
    published('POST /v1/auth/token/invalidate, 200'),
    async (expect, station) => {
      const ended = await station.shared('ended');
      const before = await station.ask('flight.info', { as: ended });
      expect.equal(before.status, 200, 'status of a read before', before.exchange);
      const answer = await station.ask('auth.token.invalidate', { as: ended });
      judgeDone(expect, answer, 200);
      station.sessions.forget(ended);
      judgeRefusal(expect, await station.ask('flight.info', { as: ended }), 401, ['INVALID_TOKEN']);
      judgeRefusal(expect, await station.ask('auth.token.invalidate', { as: ended }), 401, ['INVALID_TOKEN']);
      const list = await station.ask('auth.tokens');
      expect.equal(list.status, 200, 'status of a read of another session', list.exchange);
      const isListed = entries(list).some((one) => one.id === ended.id);
      expect.that(!isListed, 'the session is not listed any more', list.exchange);
    },
  ),
  check('auth.token-in-url', 'A token in the URL is never used.', TOKENS, async (expect, station) => {
    const { token } = await station.shared();
    const answer = await station.ask('flight.info', { as: 'nobody', query: `?access_token=${token}&token=${token}` });
    judgeRefusal(expect, answer, 401, ['MISSING_TOKEN']);
  }),
];

/** The document of 0.5.0 has its own token URL, which libraries use. */
const documentedAlias = ({ version }: CheckedApi): ContractCheck[] =>
  version === '0.5.0'
    ? [
        way('documented-url', 'also at the URL that the document of this version names', (station) =>
          station.askPath(station.apiPath('v0/authentication/tokens/request'), {
            method: 'POST',
            as: 'nobody',
            json: { client_secret: station.key, scope: 'read' },
          }),
        ),
      ]
    : [];
