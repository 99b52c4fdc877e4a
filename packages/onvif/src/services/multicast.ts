import { isIPv4 } from 'node:net';
import { type Markup, xml } from '../soap/markup.ts';
import { SoapFault } from '../soap/soap-fault.ts';
import { namedProfile, type OnvifExchange, profileStream, type ServiceTable } from './operation.ts';

const incomplete = (reason: string) => new SoapFault('Receiver', 'Action/IncompleteConfiguration', reason);

/** Sends the stream of a profile to its group, until a client stops it. */
async function start(exchange: OnvifExchange): Promise<Markup> {
  const { localAddress, multicast } = exchange;
  const stream = await profileStream(exchange, 'VideoEncoder');
  const { group, rtsp_url: address } = stream;
  if (group === undefined) throw incomplete('multicast is off for this station: see onvif.multicast');
  if (address === undefined)
    throw new SoapFault('Receiver', 'Action', 'the station sends no pictures without TLS: see tls.mode');
  if (!isIPv4(localAddress)) throw incomplete('the group has an IPv4 address: ask at an IPv4 address of the station');
  multicast.start(await namedProfile(exchange), stream, localAddress);
  return xml``;
}

/** Succeeds for a profile that is not sent too. */
async function stop(exchange: OnvifExchange): Promise<Markup> {
  const { token } = await namedProfile(exchange);
  exchange.multicast.stop(token);
  return xml``;
}

/** The same in both media services. */
export const MULTICAST_OPERATIONS: ServiceTable = {
  StartMulticastStreaming: ['Operator', start],
  StopMulticastStreaming: ['Operator', stop],
};
