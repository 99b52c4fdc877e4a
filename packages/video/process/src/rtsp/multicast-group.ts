import { isIPv4 } from 'node:net';

/** Query of an RTSP address whose description names the stream's group: for clients that receive it by multicast. */
export const MULTICAST_QUERY = 'multicast';

/** Where packets are sent for all that want them. */
export interface MulticastGroup {
  /** IPv4 */
  readonly address: string;
  /** An even one: that of RTP, below that of reports. */
  readonly port: number;
  /** Time to live of the packets: how many networks they reach. */
  readonly ttl: number;
}

/** The group that was chosen for one track of a stream. */
export interface TrackGroup extends MulticastGroup {
  readonly streamId: string;
  readonly trackId: number;
}

/** The group of a track without a chosen one. @param group of the stream, for its pictures as H.264 */
export const trackGroup = (group: MulticastGroup, trackId: number): MulticastGroup => ({
  ...group,
  port: group.port + 2 * trackId,
});

/** A group for each stream: the address of the setting, and those above it. */
const STREAMS = ['zoom', 'color', 'overview', 'thermal'];
/** The tracks of a stream have four pairs of ports. */
const PORT_MAX = 65_528;

/** @param text `239.192.0.10:5000`, for the first stream. @returns undefined for an unusable one, and for an unknown stream */
export function multicastGroup(text: string, streamId: string): MulticastGroup | undefined {
  const [, head = '', last = '', port = ''] = /^(\d+\.\d+\.\d+\.)(\d+):(\d+)$/.exec(text) ?? [];
  const index = STREAMS.indexOf(streamId);
  const group = { address: `${head}${Number(last) + index}`, port: Number(port), ttl: 1 };
  const isUsable = isIPv4(group.address) && isAdministrative(group.address) && group.port % 2 === 0;
  return index >= 0 && isUsable && group.port >= 1024 && group.port <= PORT_MAX ? group : undefined;
}

const TRACK_IDS = [0, 1, 2, 3];

/** The groups of all tracks of all streams where none is chosen. */
export const firstGroups = (text: string): readonly TrackGroup[] =>
  STREAMS.flatMap((streamId) => {
    const group = multicastGroup(text, streamId);
    return group === undefined
      ? []
      : TRACK_IDS.map((trackId) => ({ ...trackGroup(group, trackId), streamId, trackId }));
  });

/** Whether each stream has a group. */
export const isMulticast = (text: string): boolean =>
  STREAMS.every((streamId) => multicastGroup(text, streamId) !== undefined);

/** Other groups than those of one administration have their owners (RFC 2365). */
const isAdministrative = (address: string): boolean => address.startsWith('239.');
