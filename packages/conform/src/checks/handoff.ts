import { type ContractCheck, checksAt, decided, NotApplicable, published } from '../check.ts';
import { quickly, type State, stateWithin } from '../station/moments.ts';
import type { RunSession } from '../station/sessions.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { judgeRefusal } from './refusals.ts';

const HANDOFF = decided('Handoff and Remote ID');
const REQUEST = published('POST /v1/handoff/control/request, 201');
/** Tolerance for a lease of 10 s; actions within the lease must be completed by then. */
const WITHIN_LEASE_S = 8;
const LEASE_S = 10;
const SCOPES = 'read control';
const HURRIED = 'this machine is too slow for a lease of 10 s of the station';

interface Client {
  readonly holder?: {
    readonly session_id?: string;
    readonly operator_name?: string;
    readonly plugin_id?: string;
  } | null;
  readonly queue: readonly { readonly session_id?: string; readonly last_change?: string }[];
}

async function stateOf(station: StationUnderTest): Promise<Client> {
  const { controlling_client: holder, requesting_clients: queue } = await station.read('handoff.state');
  return { holder: holder as Client['holder'] & object, queue: (Array.isArray(queue) ? queue : []) as Client['queue'] };
}

const request = (station: StationUnderTest, as: RunSession, name = 'conformance') =>
  station.ask('handoff.control.request', { as, json: { operator_name: name } });
const release = (station: StationUnderTest, as: RunSession) => station.ask('handoff.control.release', { as });
/** Commands nothing, but is a command. */
const idle = (station: StationUnderTest, as: RunSession) =>
  station.ask('camera.control.rotate_by_angle', { as, json: {} });

const isFree = ({ controlling_client: holder }: State) => holder === null;

/** Two independent clients; no client is in control at the start and at the end. */
async function withTwo<T>(station: StationUnderTest, act: (a: RunSession, b: RunSession) => Promise<T>): Promise<T> {
  const [a, b] = [await station.shared('a', SCOPES), await station.shared('b', SCOPES)];
  const { holder } = await stateOf(station);
  const isOwn = station.sessions.all.some(({ id }) => id === holder?.session_id);
  if (holder !== null && !isOwn) throw new NotApplicable('another client is in control');
  // A station whose releases fail has the next check wait for the end of a lease.
  if (holder !== null) await stateWithin(station, 'handoff.state', LEASE_S + 2, isFree);
  const result = await quickly(station, WITHIN_LEASE_S, async () => {
    await release(station, b);
    await release(station, a);
    return act(a, b);
  });
  await release(station, b);
  await release(station, a);
  if (result === undefined) throw new NotApplicable(HURRIED);
  return result;
}

const check = checksAt('control', 'handoff');
const UNKNOWN = { operator_name: 'conformance', regulatory_mode: 'SOMEWHERE_ELSE', nobody_knows: 'this' };

/** Who is in control, and who is next. */
export const HANDOFF_CHECKS: readonly ContractCheck[] = [
  check('request', 'A client that asks first is in control at once: 201.', REQUEST, async (expect, station) => {
    const { asked, state, own } = await withTwo(station, async (own) => ({
      own,
      asked: await request(station, own),
      state: await stateOf(station),
    }));
    expect.equal(asked.status, 201, 'status', asked.exchange);
    expect.equal(state.holder?.session_id, own.id, 'session_id in control');
    expect.equal(state.holder?.operator_name, 'conformance', 'operator_name in control');
    expect.equal(state.holder?.plugin_id, own.pluginId, 'plugin_id in control');
  }),
  check(
    'queue',
    'A second client waits in the queue: 202; asking again keeps its place and the time of its first request.',
    published('POST /v1/handoff/control/request, 202'),
    async (expect, station) => {
      const found = await withTwo(station, async (a, b) => {
        await request(station, a);
        const asked = await request(station, b);
        const first = await stateOf(station);
        await request(station, b);
        return { a, b, asked, first, second: await stateOf(station) };
      });
      const { a, b, asked, first, second } = found;
      expect.equal(asked.status, 202, 'status', asked.exchange);
      expect.equal(first.holder?.session_id, a.id, 'session_id in control');
      const ids = ({ queue }: Client) => queue.map(({ session_id: id }) => id);
      expect.equal(ids(first), [b.id], 'session_ids in the queue');
      expect.equal(ids(second), [b.id], 'session_ids in the queue after asking again');
      expect.decided.equal(second.queue[0]?.last_change, first.queue[0]?.last_change, 'last_change after asking again');
    },
  ),
  check(
    'taken',
    'While another client is in control, commands are 403.',
    published('POST /v1/camera/control/rotate_by_angle, 403'),
    async (expect, station) => {
      const { refused, allowed } = await withTwo(station, async (a, b) => {
        await request(station, a, 'Conformance Operator');
        return { refused: await idle(station, b), allowed: await idle(station, a) };
      });
      judgeRefusal(expect, refused, 403, ['CONTROL_TAKEN']);
      const message = String(refused.object.message);
      expect.decided.matches(message, /Conformance Operator/, 'the message names the operator', refused.exchange);
      expect.that(allowed.status !== 403, `the client in control may command, got ${allowed.status}`, allowed.exchange);
    },
  ),
  check('free', 'While no client is in control, each may command.', HANDOFF, async (expect, station) => {
    const answer = await withTwo(station, (a) => idle(station, a));
    expect.that(answer.status !== 403, `a command without control, got ${answer.status}`, answer.exchange);
  }),
  check(
    'release',
    'A release is 204, and control passes to the first in the queue.',
    published('POST /v1/handoff/control/release, 204'),
    async (expect, station) => {
      const { released, state, b } = await withTwo(station, async (a, b) => {
        await request(station, a);
        await request(station, b);
        return { b, released: await release(station, a), state: await stateOf(station) };
      });
      expect.equal(released.status, 204, 'status', released.exchange);
      expect.equal(state.holder?.session_id, b.id, 'session_id in control');
      expect.equal(state.queue.length, 0, 'clients in the queue');
    },
  ),
  check(
    'release-of-nothing',
    'A release by a client that neither has control nor waits is 204.',
    HANDOFF,
    async (expect, station) => {
      const answer = await withTwo(station, (a) => release(station, a));
      expect.equal(answer.status, 204, 'status', answer.exchange);
    },
  ),
  ...(
    [
      ['empty-name', 'operator_name may be empty.', { operator_name: '' }],
      ['unknown-mode', 'An unknown regulatory_mode counts as none; unknown properties are ignored.', UNKNOWN],
    ] as const
  ).map(([id, sentence, json]) =>
    check(id, sentence, HANDOFF, async (expect, station) => {
      const answer = await withTwo(station, (as) => station.ask('handoff.control.request', { as, json }));
      expect.equal(answer.status, 201, 'status', answer.exchange);
    }),
  ),
  check(
    'override',
    'With can_override control changes hands at once: 201.',
    published('POST /v1/handoff/control/override, 201'),
    async (expect, station) => {
      const as = await station.shared('overrider', `${SCOPES} can_override`);
      const found = await withTwo(station, async (a) => {
        await request(station, a);
        const taken = await station.ask('handoff.control.override', { as, json: { operator_name: 'conformance' } });
        const state = await stateOf(station);
        const refused = await idle(station, a);
        await release(station, as);
        return { taken, state, refused };
      });
      expect.equal(found.taken.status, 201, 'status', found.taken.exchange);
      expect.equal(found.state.holder?.session_id, as.id, 'session_id in control');
      judgeRefusal(expect, found.refused, 403, ['CONTROL_TAKEN']);
    },
  ),
  check('ends-with-its-token', 'An invalidated token gives up control.', HANDOFF, async (expect, station) => {
    const own = await station.shared('ended in control', SCOPES);
    const state = await withTwo(station, async () => {
      await request(station, own);
      await station.ask('auth.token.invalidate', { as: own });
      return stateOf(station);
    });
    station.sessions.forget(own);
    expect.that(state.holder?.session_id !== own.id, 'the session is not in control any more');
  }),
  check(
    'lease',
    'Control lasts 10 s after the request, and a request within that time renews it.',
    HANDOFF,
    async (expect, station) => {
      const own = await station.shared('a', SCOPES);
      if ((await stateOf(station)).holder !== null) throw new NotApplicable('another client is in control');
      const renewed = await quickly(station, 2 * LEASE_S - 5, async () => {
        await request(station, own);
        await station.sleepS(LEASE_S - 4);
        const again = await request(station, own);
        await station.sleepS(LEASE_S - 4);
        return { again, state: await stateOf(station) };
      });
      if (renewed === undefined) {
        await release(station, own);
        throw new NotApplicable(HURRIED);
      }
      expect.equal(renewed.again.status, 201, 'status of the renewal', renewed.again.exchange);
      expect.equal(renewed.state.holder?.session_id, own.id, 'session_id in control after the renewal');
      const { isThere } = await stateWithin(station, 'handoff.state', LEASE_S + 2, isFree);
      expect.that(isThere, 'the lease ends by itself');
    },
  ),
];
