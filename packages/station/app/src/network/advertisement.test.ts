import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { describe, it } from 'node:test';
import { advertise } from './advertisement.ts';

const GROUP = '224.0.0.251';
const PORT = 5353;

/** Asks who offers `_kitestring._tcp.local` and returns the first answer as text. */
function ask(signal: AbortSignal): Promise<string> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  const labels = ['_kitestring', '_tcp', 'local'].flatMap((label) => [label.length, ...Buffer.from(label)]);
  const query = Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...labels, 0, 0, 12, 0, 1]);
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer to the mDNS query')));
    socket.on('error', reject);
    socket.on('message', (message) => {
      const isAnswer = ((message[2] ?? 0) & 0x80) !== 0;
      if (isAnswer && message.includes('_kitestring')) resolve(message.toString('latin1'));
    });
    socket.bind(PORT, () => {
      socket.addMembership(GROUP, '127.0.0.1');
      socket.setMulticastInterface('127.0.0.1');
      socket.send(query, PORT, GROUP);
    });
  }).finally(() => socket.close());
}

describe('advertisement', () => {
  it('answers a multicast DNS query with port, API version, and that the aircraft is simulated', async () => {
    const options = { gsName: 'gs-advertised', port: 3128, apiVersion: '1.1.2', simulated: true };
    await using advertisement = await advertise({ ...options, interfaces: ['lo'] });
    assert.equal(advertisement.name, 'gs-advertised._kitestring._tcp.local.');
    const answer = await ask(AbortSignal.timeout(180_000));
    for (const part of ['gs-advertised', 'api_version=1.1.2', 'simulated=true']) assert.ok(answer.includes(part), part);
  });
});
