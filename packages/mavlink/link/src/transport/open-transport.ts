import type { Clock } from '@kitestring/base/clock.ts';
import { hostAndPort, type MavlinkAddress } from '../address.ts';
import { connectTcp } from './connect-tcp.ts';
import type { MavlinkTransport, TransportEvents } from './mavlink-transport.ts';
import { StreamClient } from './stream-client.ts';
import { TcpListener } from './tcp-listener.ts';
import { UdpClient } from './udp-client.ts';
import { UdpListener } from './udp-listener.ts';

/**
 * Opens a transport. A listener and a serial port are open when the promise resolves; a client connects by itself.
 * @throws TransportFault one line with the remedy
 */
export async function openTransport(
  address: MavlinkAddress,
  clock: Clock,
  events: TransportEvents,
): Promise<MavlinkTransport> {
  switch (address.kind) {
    case 'udp':
      return new UdpClient(address, clock, events);
    case 'udp-listen':
      return UdpListener.open(address, clock, events);
    case 'tcp':
      return new StreamClient(hostAndPort(address.host, address.port), connectTcp(address), clock, events);
    case 'tcp-listen':
      return TcpListener.open(address, clock, events);
    case 'serial':
      return (await import('./serial-port.ts')).openSerial(address, clock, events);
  }
}
