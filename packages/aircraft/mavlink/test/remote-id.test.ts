import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message } from '@kitestring/mavlink-codec/codec.ts';
import type { OperatorData } from '../src/remote-id/operator-data.ts';
import { Line } from './support/line.ts';
import { type Quirks, ScriptedAutopilot } from './support/scripted-autopilot.ts';

/** Messages that a transmitter hears within ten seconds, by name. */
async function heard(operator: OperatorData | undefined, quirks: Quirks, cleanup: AsyncDisposableStack) {
  const line = cleanup.use(await Line.begin());
  const autopilot = await ScriptedAutopilot.begin(line, 'ArduCopter', { hasNoGimbal: true, ...quirks });
  line.aircraft.useOperator(() => operator);
  await line.run(5);
  const messages: Message[] = [];
  autopilot.link.onMessage((message) => {
    if (message.name.startsWith('OPEN_DRONE_ID_')) messages.push(message);
  });
  await line.run(10);
  return { line, autopilot, messages: Map.groupBy(messages, ({ name }) => name.replace('OPEN_DRONE_ID_', '')) };
}

const fieldsOf = (messages: ReadonlyMap<string, readonly Message[]>, name: string) =>
  messages.get(name)?.at(-1)?.fields as Readonly<Record<string, unknown>> | undefined;

describe('Remote ID of a real aircraft', () => {
  it('gets operator, description and position once a second, as a tethered powered aircraft', async () => {
    await using cleanup = new AsyncDisposableStack();
    const operator = {
      operatorId: 'CHE87astrdge12k8',
      description: 'Fire watch',
      serial: '1KTS6ABC123',
      position: { latDeg: 47.3769, lonDeg: 8.5417, elevationM: 408.5 },
      isEmergency: false,
    };
    const { messages } = await heard(operator, {}, cleanup);
    assert.deepEqual([...messages.keys()].toSorted(), ['BASIC_ID', 'OPERATOR_ID', 'SELF_ID', 'SYSTEM']);
    for (const [name, all] of messages) assert.ok(all.length >= 9 && all.length <= 11, `${name} ${all.length}`);
    const basic = fieldsOf(messages, 'BASIC_ID');
    assert.deepEqual([basic?.ua_type, basic?.id_type], [13, 1]);
    const id = Buffer.from((basic?.uas_id ?? []) as number[]).toString();
    assert.equal(id.replace(/\0+$/, ''), operator.serial);
    assert.equal(fieldsOf(messages, 'OPERATOR_ID')?.operator_id, operator.operatorId);
    const self = fieldsOf(messages, 'SELF_ID');
    assert.deepEqual([self?.description, self?.description_type], [operator.description, 0]);
    const system = fieldsOf(messages, 'SYSTEM');
    assert.deepEqual(
      [system?.operator_latitude, system?.operator_longitude, system?.operator_altitude_geo],
      [473_769_000, 85_417_000, 408.5],
    );
    assert.equal(system?.operator_location_type, 1);
    const numbers = [...messages.values()].flat().flatMap(({ fields }) => Object.values(fields).flat());
    assert.ok(!numbers.some((value) => Number.isNaN(value)));
  });

  it('gets the place of the take-off without an operator’s position, and no place where that is not known', async () => {
    await using cleanup = new AsyncDisposableStack();
    const known = fieldsOf((await heard({ isEmergency: true }, {}, cleanup)).messages, 'SYSTEM');
    assert.deepEqual([known?.operator_latitude, known?.operator_location_type], [473_977_420, 0]);
    const { messages } = await heard({ isEmergency: true }, { hasNoHome: true }, cleanup);
    assert.deepEqual([...messages.keys()].toSorted(), ['BASIC_ID', 'SELF_ID']);
    assert.equal(fieldsOf(messages, 'SELF_ID')?.description_type, 1);
    assert.equal(fieldsOf(messages, 'BASIC_ID')?.id_type, 0);
  });

  it('gets nothing where nothing asks for it', async () => {
    await using cleanup = new AsyncDisposableStack();
    assert.equal((await heard(undefined, {}, cleanup)).messages.size, 0);
  });

  it('tells once why it is not ready, and that it is ready again', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { autopilot, line } = await heard(undefined, {}, cleanup);
    const tell = async (status: number, error: string) => {
      autopilot.link.send('OPEN_DRONE_ID_ARM_STATUS', { status, error }, { from: 236 });
      await line.run(1);
    };
    await tell(1, 'missing operator location');
    await tell(1, 'missing operator location');
    assert.equal(line.samples.at(-1)?.remoteId?.selfTest, 'Failed');
    await tell(0, '');
    const told = line.texts.filter((text) => text.startsWith('Remote ID'));
    assert.deepEqual(told, ['Remote ID is not ready: missing operator location', 'Remote ID is ready']);
    assert.equal(line.samples.at(-1)?.remoteId?.selfTest, 'Passed');
  });
});
