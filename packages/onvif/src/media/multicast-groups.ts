import { isIPv4 } from 'node:net';
import { type MulticastGroup, type TrackGroup, trackGroup } from '@kitestring/video-process/rtsp';
import { keptDocument } from '../kept-document.ts';
import type { OnvifStation, OnvifStream } from '../onvif-station.ts';
import { textAt, type XmlElement } from '../soap/read-xml.ts';
import { argumentFault } from '../soap/soap-fault.ts';

type Documents = OnvifStation['documents'];

export const GROUPS_DOCUMENT = 'onvif.groups';
/** Numbers of the tracks of a stream. */
const TRACK = { H264: 0, metadata: 2, JPEG: 3 };
/** By the number of the track. */
const TRACK_NAMES = ['H.264 pictures', 'MISB metadata', 'metadata', 'JPEG pictures'];
const PORT = { min: 1024, max: 65_534 };
/** 32 is as far as one site. */
const TTL = { min: 1, max: 32 };

/** The group that a client has chosen for a configuration, by its token. */
const kept = (documents: Documents) =>
  keptDocument<Readonly<Record<string, TrackGroup>>>(documents, GROUPS_DOCUMENT, {});

export const chosenGroups = (documents: Documents): readonly TrackGroup[] => Object.values(kept(documents));

/** Ends choices that meet a group of the station's setting, which may have changed since: two tracks would mix in it. */
export function dropTakenGroups({ documents, firstGroups }: Pick<OnvifStation, 'documents' | 'firstGroups'>): void {
  const all = Object.entries(kept(documents));
  const left = all.filter(([, own]) => otherFirst(firstGroups, own) === undefined);
  if (left.length < all.length) documents.set(GROUPS_DOCUMENT, JSON.stringify(Object.fromEntries(left)));
}

/** The configuration that has a group. */
export type GroupOwner = 'VideoEncoder' | 'Metadata';

const trackOf = ({ encoding }: OnvifStream, owner: GroupOwner): number =>
  owner === 'Metadata' ? TRACK.metadata : TRACK[encoding.codec ?? 'H264'];

const tokenOf = ({ stream_id: id }: OnvifStream, owner: GroupOwner) => `${owner === 'Metadata' ? 'meta' : 'vec'}_${id}`;

/** Where the packets of a configuration go; undefined where multicast is off. */
export function groupOf(documents: Documents, stream: OnvifStream, owner: GroupOwner): MulticastGroup | undefined {
  const trackId = trackOf(stream, owner);
  const own = chosenGroups(documents).find((one) => one.streamId === stream.stream_id && one.trackId === trackId);
  return stream.group && (own ?? trackGroup(stream.group, trackId));
}

const modify = (reason: string) => argumentFault(reason, 'ConfigModify');

function wholeNumber(text: string, name: string, { max, min }: { readonly min: number; readonly max: number }): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw modify(`${name} must be a whole number from ${min} to ${max}, got "${text.slice(0, 32)}"`);
}

/** Neither the groups of the network itself (224.0.0 and 224.0.1) nor those of a single source (232): RFC 5771. */
function checkAddress(address: string): void {
  const [first = 0, second = 0, third = 0] = address.split('.').map(Number);
  const isOfNetwork = first === 224 && second === 0 && third <= 1;
  if (isIPv4(address) && first >= 224 && first <= 239 && first !== 232 && !isOfNetwork) return;
  throw modify(
    `IPv4Address must be a group from 224.0.2.0 to 239.255.255.255 and not of 232, got "${address.slice(0, 32)}"`,
  );
}

interface GroupOptions {
  readonly documents: Documents;
  readonly firstGroups: readonly TrackGroup[];
  readonly streams: readonly OnvifStream[];
  /** As the request sets it. */
  readonly stream: OnvifStream;
  readonly owner: GroupOwner;
}

/** The group of a request, undefined where it stays as it is. @throws SoapFault */
export function groupAsked(options: GroupOptions, configuration: XmlElement | undefined): MulticastGroup | undefined {
  const { documents, owner, stream, streams } = options;
  const present = groupOf(documents, stream, owner);
  const before = streams.find(({ stream_id: id }) => id === stream.stream_id);
  const shown = present ?? { address: '0.0.0.0', port: 0, ttl: 1 };
  const at = (...path: readonly string[]) => textAt(configuration, 'Multicast', ...path);
  const address = at('Address', 'IPv4Address') ?? shown.address;
  const [port = String(shown.port), ttl = String(shown.ttl)] = [at('Port'), at('TTL')];
  const isVersion6 = at('Address', 'IPv6Address') !== undefined && at('Address', 'IPv4Address') === undefined;
  if (isVersion6) throw modify('Address must be of IPv4');
  const isSent = (group: MulticastGroup | undefined) =>
    address === group?.address && port === String(group.port) && ttl === String(group.ttl);
  // With another codec a client sends back the group that it got for the one before.
  if (isSent(shown) || isSent(before && groupOf(documents, before, owner))) return undefined;
  if (present === undefined) throw modify('multicast is off for this station: see onvif.multicast');
  checkAddress(address);
  const asked = { address, port: wholeNumber(port, 'Port', PORT), ttl: wholeNumber(ttl, 'TTL', TTL) };
  if (asked.port % 2 !== 0) throw modify(`Port must be even: reports go to the one above, got ${asked.port}`);
  const taken = takenBy(asked, options);
  if (taken !== undefined) throw modify(`the group ${asked.address} has ${taken} at port ${asked.port}`);
  return asked;
}

const isSameGroup = (one: MulticastGroup | undefined, other: MulticastGroup): boolean =>
  one?.address === other.address && one.port === other.port;

/** Other configuration or track that is sent to a group; the first group of a track stays its own while another is chosen for it. */
function takenBy(asked: MulticastGroup, { documents, firstGroups, owner, stream }: GroupOptions): string | undefined {
  const own = tokenOf(stream, owner);
  const [chosen] =
    Object.entries(kept(documents)).find(([token, one]) => token !== own && isSameGroup(one, asked)) ?? [];
  if (chosen !== undefined) return `the configuration ${chosen}`;
  const first = otherFirst(firstGroups, { ...asked, streamId: stream.stream_id, trackId: trackOf(stream, owner) });
  if (first === undefined) return undefined;
  const prefix = first.trackId === TRACK.metadata ? 'meta' : 'vec';
  return `the ${TRACK_NAMES[first.trackId]} of ${prefix}_${first.streamId}`;
}

/** Another track whose first group is this one. */
const otherFirst = (firstGroups: readonly TrackGroup[], own: TrackGroup): TrackGroup | undefined =>
  firstGroups.find(
    (first) => isSameGroup(first, own) && (first.streamId !== own.streamId || first.trackId !== own.trackId),
  );

/** @param stream as it is set now @param group undefined for the one that was chosen before, if any */
export function keepGroup(
  documents: Documents,
  stream: OnvifStream,
  owner: GroupOwner,
  group: MulticastGroup | undefined,
): void {
  const [token, trackId] = [tokenOf(stream, owner), trackOf(stream, owner)];
  const before = kept(documents)[token];
  const { address, port, ttl } = group ?? before ?? {};
  if (address === undefined || port === undefined || ttl === undefined) return;
  // The first group of the codec before stays with that codec: both may be played.
  const isFirst = before !== undefined && stream.group && isSameGroup(trackGroup(stream.group, before.trackId), before);
  const own = group === undefined && isFirst && stream.group ? trackGroup(stream.group, trackId) : { address, port };
  const chosen = { streamId: stream.stream_id, trackId, address: own.address, port: own.port, ttl };
  documents.set(GROUPS_DOCUMENT, JSON.stringify({ ...kept(documents), [token]: chosen }));
}
