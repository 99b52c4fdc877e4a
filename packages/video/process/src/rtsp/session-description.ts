import { type EncodedSource, type ParameterSets, RTP_CLOCK_HZ } from '../access-unit.ts';
import { hevcProfile } from '../ingest/hevc-parameters.ts';
import type { MulticastGroup } from './multicast-group.ts';

/** First dynamic payload type (RFC 3551 section 6). */
export const VIDEO_PAYLOAD_TYPE = 96;
export const VIDEO_TRACK_ID = 0;
export const METADATA_PAYLOAD_TYPE = 97;
export const METADATA_TRACK_ID = 1;
export const DOCUMENT_PAYLOAD_TYPE = 107;
export const DOCUMENT_TRACK_ID = 2;
/** Fixed for JPEG (RFC 3551 section 6). */
export const JPEG_PAYLOAD_TYPE = 26;
export const JPEG_TRACK_ID = 3;

interface SessionDescriptionOptions {
  readonly source: EncodedSource;
  /** Absent: the pictures are JPEG. */
  readonly parameterSets: ParameterSets | undefined;
  /** Adds a metadata track. */
  readonly hasMetadata: boolean;
  /** Adds a track of ONVIF metadata. */
  readonly hasDocuments: boolean;
  /** The group to which the packets of a track go; undefined for a client that receives them by itself. */
  readonly groupOf: (trackId: number) => MulticastGroup | undefined;
  /** Local address that the client reached. */
  readonly localAddress: string;
  /** Changes with the description. */
  readonly version: number;
}

const mediaLines = (media: string, payloadType: number, group: MulticastGroup | undefined) => [
  `m=${media} ${group?.port ?? 0} RTP/AVP ${payloadType}`,
  ...(group === undefined ? [] : [`c=IN IP4 ${group.address}/${group.ttl}`]),
];

/** After the pictures: simple clients take the first track. Source: RFC 6597 section 6. */
const metadataLines = (group: MulticastGroup | undefined) => [
  ...mediaLines('application', METADATA_PAYLOAD_TYPE, group),
  `a=rtpmap:${METADATA_PAYLOAD_TYPE} smpte336m/${RTP_CLOCK_HZ}`,
  'a=recvonly',
  `a=control:trackID=${METADATA_TRACK_ID}`,
];

/** Source: ONVIF Streaming Specification 5.1.2.1. */
const documentLines = (group: MulticastGroup | undefined) => [
  ...mediaLines('application', DOCUMENT_PAYLOAD_TYPE, group),
  `a=rtpmap:${DOCUMENT_PAYLOAD_TYPE} vnd.onvif.metadata/${RTP_CLOCK_HZ}`,
  'a=recvonly',
  `a=control:trackID=${DOCUMENT_TRACK_ID}`,
];

/** The stream in SDP (RFC 4566), with the parameter sets (RFC 6184 section 8.1, RFC 7798 section 7.1). */
export function describeSession({
  source,
  parameterSets,
  hasDocuments,
  hasMetadata,
  groupOf,
  localAddress,
  version,
}: SessionDescriptionOptions): string {
  const family = localAddress.includes(':') ? 'IP6' : 'IP4';
  const { widthPx, heightPx } = source.size;
  const [videoTrackId, payloadType] =
    parameterSets === undefined ? [JPEG_TRACK_ID, JPEG_PAYLOAD_TYPE] : [VIDEO_TRACK_ID, VIDEO_PAYLOAD_TYPE];
  const lines = [
    'v=0',
    `o=- ${version} ${version} IN ${family} ${localAddress}`,
    `s=${source.id}`,
    `c=IN ${family} ${family === 'IP6' ? '::' : '0.0.0.0'}`,
    't=0 0',
    'a=tool:kitestring',
    'a=control:*',
    'a=range:npt=now-',
    ...mediaLines('video', payloadType, groupOf(videoTrackId)),
    ...(parameterSets === undefined ? [`a=rtpmap:${payloadType} JPEG/${RTP_CLOCK_HZ}`] : formatLines(parameterSets)),
    `a=framerate:${source.framesPerS}`,
    `a=framesize:${payloadType} ${widthPx}-${heightPx}`,
    'a=recvonly',
    `a=control:trackID=${videoTrackId}`,
    ...(hasMetadata ? metadataLines(groupOf(METADATA_TRACK_ID)) : []),
    ...(hasDocuments ? documentLines(groupOf(DOCUMENT_TRACK_ID)) : []),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function formatLines({ pps, sps, vps }: ParameterSets): readonly string[] {
  const name = vps === undefined ? 'H264' : 'H265';
  const parameters =
    vps === undefined
      ? `packetization-mode=1;profile-level-id=${profileLevelId(sps)};sprop-parameter-sets=${base64(sps)},${base64(pps)}`
      : `${hevcFormat(sps)};sprop-vps=${base64(vps)};sprop-sps=${base64(sps)};sprop-pps=${base64(pps)}`;
  return [`a=rtpmap:${VIDEO_PAYLOAD_TYPE} ${name}/${RTP_CLOCK_HZ}`, `a=fmtp:${VIDEO_PAYLOAD_TYPE} ${parameters}`];
}

const base64 = (set: Uint8Array): string => Buffer.from(set).toString('base64');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase();

/** Profile, constraints and level: the three bytes after the first of a sequence parameter set. */
const profileLevelId = (sps: Uint8Array): string => hex(sps.subarray(1, 4));

/** Profile, tier, level and constraints of H.265. */
function hevcFormat(sps: Uint8Array): string {
  const profile = hevcProfile(sps);
  const [first = 0] = profile;
  const [space, tier, id, level] = [first >> 6, (first >> 5) & 1, first & 0x1f, profile.at(-1)];
  const constraints = `interop-constraints=${hex(profile.subarray(5, 11))}`;
  return `profile-space=${space};tier-flag=${tier};profile-id=${id};level-id=${level};${constraints}`;
}
