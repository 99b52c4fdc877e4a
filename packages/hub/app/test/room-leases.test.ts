import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { BrokerRoomLeases } from '../src/relay/relay-placement.ts';
import { HubProcess } from './support/hub-process.ts';
import { connectReplica } from './support/second-replica.ts';

describe('leases of rooms in the broker', { skip: missingNatsServer() }, () => {
  it('keep the place of a room for every replica, however many ask at once, until one moves it', async () => {
    await using hub = new HubProcess();
    await hub.start();
    const connections = [await connectReplica(hub), await connectReplica(hub)];
    const replicas = connections.map((connection) => new BrokerRoomLeases(connection, SILENT_LOG));
    const places = (room: string) =>
      Promise.all(replicas.flatMap((leases, index) => [leases, leases].map((one) => one.keep(room, `relay${index}`))));
    const [first = ''] = await places('room');
    assert.match(first, /^relay[01]$/);
    assert.deepEqual(await places('room'), Array(4).fill(first));
    await replicas[0]?.move('room', 'relay2');
    assert.deepEqual(await places('room'), Array(4).fill('relay2'));
    const together = await places('another');
    assert.deepEqual(together, Array(4).fill(together[0]), 'also where it is new to all');
    for (const connection of connections) await connection.close();
  });
});
