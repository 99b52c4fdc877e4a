import { type ContractCheck, checksAt, decided, NotApplicableFault, published } from '../check.ts';
import { parsed } from '../link/answer.ts';
import { quickly, type State, stateWithin } from '../station/moments.ts';
import type { RunSession } from '../station/sessions.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { judgeDone, judgeRefusal } from './refusals.ts';

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

/** A state may be sent ten times a second. */
const SHOWN_MS = 250;
const queueIn = (text = ''): readonly unknown[] => {
  const { requesting_clients: queue } = (parsed(text) ?? {}) as { requesting_clients?: Client['queue'] };
  return (Array.isArray(queue) ? queue : []).map(({ session_id: id }) => id);
};

/** Waiting clients. */
const ids = ({ queue }: Client) => queue.map(({ session_id: id }) => id);

const request = (station: StationUnderTest, as: RunSession, name = 'conformance') =>
  station.ask('handoff.control.request', { as, json: { operator_name: name } });
const release = (station: StationUnderTest, as: RunSession) => station.ask('handoff.control.release', { as });
/** A command without effect. */
const idle = (station: StationUnderTest, as: RunSession) =>
  station.ask('camera.control.rotate_by_angle', { as, json: {} });

const isFree = ({ controlling_client: holder }: State) => holder === null;

/** Two independent clients; no client is in control at the start and at the end. */
async function withTwo<T>(station: StationUnderTest, act: (a: RunSession, b: RunSession) => Promise<T>): Promise<T> {
  const [a, b] = [await station.shared('a', SCOPES), await station.shared('b', SCOPES)];
  const { holder } = await stateOf(station);
  const isOwn = station.sessions.all.some(({ id }) => id === holder?.session_id);
  if (holder !== null && !isOwn) throw new NotApplicableFault('another client is in control');
  // If a release fails, the next check waits for the end of the lease.
  if (holder !== null) await stateWithin(station, 'handoff.state', LEASE_S + 2, isFree);
  const result = await quickly(station, WITHIN_LEASE_S, async () => {
    await release(station, b);
    await release(station, a);
    return act(a, b);
  });
  await release(station, b);
  await release(station, a);
  if (result === undefined) throw new NotApplicableFault(HURRIED);
  return result;
}

const check = checksAt('control', 'handoff');
const UNKNOWN = { operator_name: 'conformance', regulatory_mode: 'SOMEWHERE_ELSE', nobody_knows: 'this' };

/** Control: its holder and the queue. */
export const HANDOFF_CHECKS: readonly ContractCheck[] = [
  check('request', 'A client that asks first is in control at once: 201.', REQUEST, async (expect, station) => {
    const { asked, state, own } = await withTwo(station, async (own) => ({
      own,
      asked: await request(station, own),
      state: await stateOf(station),
    }));
    judgeDone(expect, asked, 201);
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
      judgeDone(expect, asked, 202);
      expect.equal(first.holder?.session_id, a.id, 'session_id in control');
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
      judgeDone(expect, released, 204);
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
      judgeDone(expect, answer, 204);
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
      judgeDone(expect, answer, 201);
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
      judgeDone(expect, found.taken, 201);
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
    'queue-order',
    'Clients wait in the order in which they asked first; a release gives control to the first of them.',
    HANDOFF,
    async (expect, station) => {
      const c = await station.shared('c', SCOPES);
      using socket = await station.subscribe('handoff/state');
      const { a, b, waiting, shown, passed } = await withTwo(station, async (a, b) => {
        await release(station, c);
        for (const client of [a, b, c, b]) await request(station, client);
        const waiting = await stateOf(station);
        const shown = () => queueIn(socket.messages.at(-1)?.text);
        await station.sees(socket, SHOWN_MS, () => shown().length === ids(waiting).length);
        const queue = shown();
        await release(station, a);
        const passed = await stateOf(station);
        return { a, b, waiting, shown: queue, passed };
      });
      await release(station, c);
      expect.equal(waiting.holder?.session_id, a.id, 'session_id in control');
      expect.equal(ids(waiting), [b.id, c.id], 'session_ids in the queue');
      expect.equal(shown, [b.id, c.id], 'session_ids in the queue of a message', socket.exchange);
      expect.equal(passed.holder?.session_id, b.id, 'session_id in control after the release');
      expect.equal(ids(passed), [c.id], 'session_ids in the queue after the release');
    },
  ),
  check(
    'lease',
    'Control lasts 10 s after the request, not less and not more; a request within that time renews it.',
    HANDOFF,
    async (expect, station) => {
      const own = await station.shared('a', SCOPES);
      if ((await stateOf(station)).holder !== null) throw new NotApplicableFault('another client is in control');
      const once = await leaseOf(station, own, 0);
      const text = ({ heldS, freeS }: Lease) => `held ${heldS.toFixed(1)} s, free after ${freeS.toFixed(1)} s`;
      expect.that(once.heldS < LEASE_S + LEASE_LATE_S, `the lease is at most ${LEASE_S} s: ${text(once)}`);
      expect.that(once.freeS > LEASE_S - LEASE_EARLY_S, `the lease is at least ${LEASE_S} s: ${text(once)}`);
      const renewed = await leaseOf(station, own, RENEWED_AFTER_S);
      const isRenewed = renewed.freeS > LEASE_S - LEASE_EARLY_S && renewed.heldS < LEASE_S + LEASE_LATE_S;
      expect.that(isRenewed, `a request after ${RENEWED_AFTER_S} s begins it again: ${text(renewed)}`);
    },
  ),
];

/** Seconds of the station's clock. */
interface Lease {
  /** Lower bound of the lease. */
  readonly heldS: number;
  /** Upper bound of the lease. */
  readonly freeS: number;
}

/** A station may evaluate leases at intervals. */
const LEASE_LATE_S = 1;
const LEASE_EARLY_S = 0.5;
const RENEWED_AFTER_S = 5;
/** A lease that lasts longer fails in any case. */
const WATCHED_S = 30;

/**
 * Requests control, renews it after some seconds, and observes the end of the last lease. Every moment lies between two
 * readings of the station's clock, so a slow machine widens the result but never makes it wrong.
 */
async function leaseOf(station: StationUnderTest, own: RunSession, againAfterS: number): Promise<Lease> {
  if (againAfterS > 0) {
    await request(station, own);
    await station.sleepS(againAfterS);
  }
  const beganS = await station.nowS();
  await request(station, own);
  const grantedS = await station.nowS();
  for (let heldS = 0; ; ) {
    const beforeS = await station.nowS();
    const { holder } = await stateOf(station);
    const afterS = await station.nowS();
    const isHeld = holder?.session_id === own.id;
    if (isHeld) heldS = beforeS - grantedS;
    if (isHeld && heldS < WATCHED_S) continue;
    await release(station, own);
    return { heldS, freeS: afterS - beganS };
  }
}
