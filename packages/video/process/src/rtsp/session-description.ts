import { type EncodedSource, type ParameterSets, RTP_CLOCK_HZ } from '../access-unit.ts';

/** First dynamic payload type (RFC 3551 section 6). */
export const VIDEO_PAYLOAD_TYPE = 96;
export const VIDEO_TRACK_ID = 0;
export const METADATA_PAYLOAD_TYPE = 97;
export const METADATA_TRACK_ID = 1;

interface SessionDescriptionOptions {
  readonly source: EncodedSource;
  readonly parameterSets: ParameterSets;
  /** Adds a metadata track. */
  readonly hasMetadata: boolean;
  /** Local address that the client reached. */
  readonly localAddress: string;
  /** Changes with the description. */
  readonly version: number;
}

/** After the pictures: simple clients take the first track. Source: RFC 6597 section 6. */
const METADATA_LINES = [
  `m=application 0 RTP/AVP ${METADATA_PAYLOAD_TYPE}`,
  `a=rtpmap:${METADATA_PAYLOAD_TYPE} smpte336m/${RTP_CLOCK_HZ}`,
  'a=recvonly',
  `a=control:trackID=${METADATA_TRACK_ID}`,
];

/** The stream in SDP (RFC 4566), with the parameter sets of H.264 (RFC 6184 section 8.1). */
export function describeSession({
  source,
  parameterSets,
  hasMetadata,
  localAddress,
  version,
}: SessionDescriptionOptions): string {
  const { sps, pps } = parameterSets;
  const family = localAddress.includes(':') ? 'IP6' : 'IP4';
  const sprop = [sps, pps].map((set) => Buffer.from(set).toString('base64')).join(',');
  const { widthPx, heightPx } = source.size;
  const lines = [
    'v=0',
    `o=- ${version} ${version} IN ${family} ${localAddress}`,
    `s=${source.id}`,
    `c=IN ${family} ${family === 'IP6' ? '::' : '0.0.0.0'}`,
    't=0 0',
    'a=tool:kitestring',
    'a=control:*',
    'a=range:npt=now-',
    `m=video 0 RTP/AVP ${VIDEO_PAYLOAD_TYPE}`,
    `a=rtpmap:${VIDEO_PAYLOAD_TYPE} H264/${RTP_CLOCK_HZ}`,
    `a=fmtp:${VIDEO_PAYLOAD_TYPE} packetization-mode=1;profile-level-id=${profileLevelId(sps)};sprop-parameter-sets=${sprop}`,
    `a=framerate:${source.framesPerS}`,
    `a=framesize:${VIDEO_PAYLOAD_TYPE} ${widthPx}-${heightPx}`,
    'a=recvonly',
    `a=control:trackID=${VIDEO_TRACK_ID}`,
    ...(hasMetadata ? METADATA_LINES : []),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** Profile, constraints and level: the three bytes after the first of a sequence parameter set. */
const profileLevelId = (sps: Uint8Array): string => Buffer.from(sps.subarray(1, 4)).toString('hex').toUpperCase();
