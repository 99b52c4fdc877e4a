import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { commandId } from '../../src/commands/command-id.ts';
import type { Answer, HubProcess } from './hub-process.ts';
import type { TestStation } from './test-station.ts';
import { until } from './until.ts';
import { untilGiven } from './until-given.ts';

/** Commands through a hub to a station that is online: given once, answered, or of unknown outcome and settled later. */
export function hubCommandTests(hub: HubProcess, current: () => TestStation): void {
  /** A beat that the hub has heard. */
  const beat = async () => {
    const before = (await hub.ask(`stations/${current().sid}`)).body.station.seen;
    current().beat();
    await until('the beat', async () => {
      const { seen, state } = (await hub.ask(`stations/${current().sid}`)).body.station;
      return state === 'online' && seen !== before;
    });
  };

  it('gives a command signed, bound to a beat and in the name of the caller, once, and passes the answer on', async () => {
    const station = current();
    const { body: made } = await hub.ask('keys', { body: { name: 'dispatch', role: 'pilot' } });
    const giveOnce = async (path: string, options: { body?: unknown; id?: string; key?: string } = {}) => {
      await beat();
      const { body, id, key = made.secret } = options;
      const headers = id === undefined ? {} : { 'Idempotency-Key': id };
      const place = `stations/${station.sid}/api/v1/${path}`;
      return hub.ask(place, { method: 'POST', key, headers, ...(body !== undefined && { body }) });
    };
    const give: typeof giveOnce = (path, options = {}) =>
      untilGiven(() => giveOnce(path, { id: randomUUID(), ...options }));
    station.answer = (id) => ({ v: 1, id, status: 202 });
    const id = 'take-off-of-today-1';
    assert.equal((await give('flight/control/take_off', { id })).status, 202);
    assert.equal((await give('flight/control/take_off', { id })).status, 202);
    assert.equal((await give('flight/control/land', { id })).body.code, 'COMMAND_ID_REUSED');
    const [command] = station.commands;
    assert.equal(station.commands.length, 1);
    assert.deepEqual(
      [command?.op, command?.boot, command?.maxAgeMs, command?.person.name, command?.person.role, command?.scopes],
      ['flight.control.take_off', station.boot, 3000, 'dispatch', 'pilot', ['read', 'control']],
    );
    const together = 'land-or-stop-of-today-1';
    const both = await Promise.all(
      ['land', 'abort'].map((command) => give(`flight/control/${command}`, { id: together })),
    );
    assert.deepEqual(both.map(({ body, status }) => body?.code ?? status).sort(), [202, 'COMMAND_ID_REUSED']);
    assert.equal(station.commands.length, 2);
    const refusal = { code: 'WRONG_FLIGHT_STATE', message: 'the Kite is not flying' };
    station.answer = (id) => ({ v: 1, id, status: 409, body: refusal });
    const refused = await give('flight/control/altitude', { body: { altitude: 20 } });
    assert.deepEqual([refused.status, refused.body], [409, refusal]);
    assert.deepEqual(station.commands.at(-1)?.body, { altitude: 20 });
    // The input is judged by the contract before anything is sent, and so are role and key.
    const count = station.commands.length;
    assert.equal((await give('flight/control/altitude', { body: { altitude: 'high' } })).body.code, 'INVALID_REQUEST');
    assert.equal((await give('flight/control/land', { id: 'short' })).body.code, 'INVALID_REQUEST');
    assert.equal((await give('flight/control/land', { key: hub.key })).body.code, 'INSUFFICIENT_SCOPE');
    station.answer = (id) => ({ v: 1, id, error: 'COMMAND_TOO_LATE', message: 'beat 1 is 3001 ms old' });
    const late = await until('a command that is too late', async () => {
      const { body } = await giveOnce('flight/control/land');
      return station.commands.length > count && body.code !== 'OUTCOME_UNKNOWN' && body;
    });
    assert.deepEqual([late.code, /beat 1 is 3001 ms old/.test(late.message)], ['STATION_NOT_LIVE', true]);
    const { entries } = (await hub.ask('audit?limit=20')).body;
    const noted = entries.filter(({ what }: Answer) => what === 'flight.control.take_off');
    assert.deepEqual(
      noted.map(({ outcome, who }: Answer) => [who, outcome]),
      [
        ['dispatch', `202 ${commandId(made.key.id, id)}`],
        ['dispatch', `asked ${commandId(made.key.id, id)}`],
      ],
    );
    // Another key of the same name: told apart in the audit log, and its Idempotency-Key is its own.
    const { body: other } = await hub.ask('keys', { body: { name: 'dispatch', role: 'pilot' } });
    const path = `commands/${id}`;
    assert.equal((await hub.ask(path, { key: other.secret })).status, 404);
    station.answer = (id) => ({ v: 1, id, status: 202 });
    assert.equal((await give('flight/control/land', { id, key: other.secret })).status, 202);
    assert.equal(station.commands.at(-1)?.op, 'flight.control.land');
    assert.equal((await hub.ask(path, { key: other.secret })).body.operation, 'flight.control.land');
    assert.equal((await hub.ask(path, { key: made.secret })).body.operation, 'flight.control.take_off');
    assert.equal((await hub.ask(path)).status, 404, 'an administrator reads by the id of the command');
    assert.equal((await hub.ask(`commands/${commandId(other.key.id, id)}`)).status, 200);
    for (const { key } of [made, other]) {
      const { entries } = (await hub.ask(`audit?who=${key.id}&limit=1000`)).body;
      assert.ok(entries.length >= 2);
      assert.ok(entries.every((entry: Answer) => entry.key === key.id && entry.who === 'dispatch'));
    }
    const all = (await hub.ask('audit?who=dispatch&limit=1000')).body.entries;
    assert.equal(new Set(all.map(({ key }: Answer) => key)).size, 2);
  });

  it('calls an outcome unknown that the station did not tell, repeats nothing else, and settles it later', async () => {
    const station = current();
    for (const { id, role } of (await hub.ask('keys')).body.keys)
      if (role === 'pilot') await hub.ask(`keys/${id}`, { method: 'DELETE' });
    const { body: made } = await hub.ask('keys', { body: { name: 'dispatch 2', role: 'pilot' } });
    const land = async (id: string) => {
      await beat();
      const path = `stations/${station.sid}/api/v1/flight/control/land`;
      return hub.ask(path, { method: 'POST', key: made.secret, headers: { 'Idempotency-Key': id } });
    };
    const outcome = async (id: string) => (await hub.ask(`commands/${id}`, { key: made.secret })).body;
    station.answer = () => undefined;
    const landUnanswered = (id: string) =>
      until('a beat', async () => {
        const answer = await land(id);
        return answer.body.code !== 'STATION_NOT_LIVE' && answer;
      });
    let count = 0;
    // A hub that is held up for seconds sends each once: then again with others.
    const [known = '', other = ''] = await until('repetitions', async () => {
      const before = station.received.length;
      count += 2;
      const ids = [count - 1, count].map((number) => `land-the-kite-now-${number}`);
      const answers = await Promise.all(ids.map(landUnanswered));
      assert.deepEqual(
        answers.map(({ body, status }) => [status, body.code]),
        ids.map(() => [504, 'OUTCOME_UNKNOWN']),
      );
      const given = station.received.slice(before);
      assert.equal(new Set(given.map((command) => JSON.stringify(command))).size, 2, 'each time the same command');
      return given.length > 4 && ids;
    });
    assert.equal((await outcome(known)).state, 'open');
    const id = commandId(made.key.id, known);
    station.answer = (asked) =>
      asked === id ? { v: 1, id, status: 202 } : { v: 1, id: asked, error: 'NOT_KNOWN', message: 'never' };
    await until('both outcomes', async () => {
      station.beat();
      const states = [await outcome(known), await outcome(other)];
      return states.map(({ state }) => state).join() === 'answered,not_carried_out';
    });
    assert.equal((await untilGiven(() => land(known))).status, 202);
    assert.equal((await hub.ask(`commands/${id}`)).body.who, 'dispatch 2');
    assert.equal((await hub.ask('commands/never-given-command')).body.code, 'NOT_FOUND');
  });
}
