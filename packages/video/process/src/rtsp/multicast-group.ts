import { isIPv4 } from 'node:net';

/** Query of an RTSP address whose description names the stream's group: for clients that receive it by multicast. */
export const MULTICAST_QUERY = 'multicast';

/** Where the packets of a stream are sent for all that want them. */
export interface MulticastGroup {
  /** IPv4 */
  readonly address: string;
  /** RTP of the pictures; those of another track are two times its number above, and reports one above each. */
  readonly port: number;
}

/** A group for each stream: the address of the setting, and those above it. */
const STREAMS = ['zoom', 'color', 'overview', 'thermal'];
const PORT_MAX = 65_530;

/** @param text `239.192.0.10:5000`, for the first stream. @returns undefined for an unusable one, and for an unknown stream */
export function multicastGroup(text: string, streamId: string): MulticastGroup | undefined {
  const [, head = '', last = '', port = ''] = /^(\d+\.\d+\.\d+\.)(\d+):(\d+)$/.exec(text) ?? [];
  const index = STREAMS.indexOf(streamId);
  const group = { address: `${head}${Number(last) + index}`, port: Number(port) };
  const isUsable = isIPv4(group.address) && isAdministrative(group.address) && group.port % 2 === 0;
  return index >= 0 && isUsable && group.port >= 1024 && group.port <= PORT_MAX ? group : undefined;
}

/** Whether each stream has a group. */
export const isMulticast = (text: string): boolean =>
  STREAMS.every((streamId) => multicastGroup(text, streamId) !== undefined);

/** Other groups than those of one administration have their owners (RFC 2365). */
const isAdministrative = (address: string): boolean => address.startsWith('239.');
