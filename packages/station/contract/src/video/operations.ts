import Type from 'typebox';
import { binary, Nothing, type Operation, operation } from '../operation.ts';
import { Text } from '../schema.ts';
import { StreamParams } from '../videostreams/operations.ts';
import { VIDEO_BASE, VIDEO_PATHS } from './paths.ts';
import { VideoClock } from './video-clock.ts';

const WATCHING = { base: VIDEO_BASE, access: ['read'] } as const;

const SDP_TYPE = 'application/sdp';

const EXAMPLE_OFFER = `v=0\r
o=- 4611 2 IN IP4 127.0.0.1\r
s=-\r
t=0 0\r
m=video 9 UDP/TLS/RTP/SAVPF 103\r
c=IN IP4 0.0.0.0\r
a=ice-ufrag:Vx4c\r
a=ice-pwd:8n2cJ0hZ5Q7m1kB3sT6wY9pL\r
a=fingerprint:sha-256 5A:7E:...:C1\r
a=setup:actpass\r
a=mid:0\r
a=recvonly\r
a=rtcp-mux\r
a=rtpmap:103 H264/90000\r
a=fmtp:103 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f\r
`;

export const watchByWhep = operation({
  ...WATCHING,
  id: 'video.whep',
  method: 'POST',
  path: VIDEO_PATHS.whep,
  // On a busy machine the thread of a stream starts slowly.
  answersWithinS: 30,
  summary: 'Watch over WebRTC',
  description:
    'The WebRTC-HTTP egress protocol (WHEP, draft-ietf-wish-whep): the body is the offer of a browser, the answer 201 has the answer of the station, and in `Location` the path that ends it by DELETE. The offer needs a video section that receives H.264 with `packetization-mode=1`. It needs no candidates, and none are accepted later: the station offers the address by which it was reached. OPTIONS is answered without a token, with `Accept-Post`.',
  params: StreamParams,
  body: Text('An SDP offer.', EXAMPLE_OFFER),
  bodyTypes: [SDP_TYPE],
  hasOptions: true,
  replies: { 201: binary(SDP_TYPE) },
  errors: ['STREAM_NOT_FOUND', 'STREAM_NOT_READY', 'TOO_MANY_CONNECTIONS', 'VIDEO_UNAVAILABLE'],
  examples: [{ summary: 'One video section', value: EXAMPLE_OFFER }],
});

export const endWhep = operation({
  ...WATCHING,
  id: 'video.whep.end',
  method: 'DELETE',
  path: `${VIDEO_PATHS.whep}/{peer_id}`,
  summary: 'Stop watching over WebRTC',
  description: 'Ends a WebRTC connection opened by `video.whep`; only the session that opened it may.',
  params: Type.Object({
    ...StreamParams.properties,
    peer_id: Text('Id from the header `Location` of the answer to the offer.', '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51'),
  }),
  hasOptions: true,
  replies: { 200: Nothing },
  errors: ['NOT_FOUND', 'VIDEO_UNAVAILABLE'],
});

export const watchByMse = operation({
  ...WATCHING,
  id: 'video.mse',
  path: VIDEO_PATHS.mse,
  summary: 'Watch over Media Source Extensions',
  description:
    'Becomes a WebSocket. A text message, `VideoHead`, describes the coding; the following binary message is the header of a fragmented MP4, each further one a fragment with one frame, the first a key frame. The box `prft` at the start of a fragment holds the capture time of the frame (ISO/IEC 14496-12, 8.16.5). For a slow reader, frames are dropped up to a key frame. The token comes in the header `Authorization` or as the subprotocol `bearer.<token>`; never in the URL. Closed with 1008 when the session is over, 1012 when the pictures are interrupted for a moment, 1013 when the stream gives none, 1001 when the station stops.',
  params: StreamParams,
  replies: { 101: Nothing },
  errors: [
    'TOKEN_IN_URL',
    'STREAM_NOT_FOUND',
    'STREAM_NOT_READY',
    'UPGRADE_REQUIRED',
    'TOO_MANY_CONNECTIONS',
    'VIDEO_UNAVAILABLE',
  ],
});

export const getVideoClock = operation({
  ...WATCHING,
  id: 'video.clock',
  path: VIDEO_PATHS.clock,
  summary: 'Clock of the pictures',
  description:
    'For players that show the age of a picture: poll it occasionally, and account for half of the round trip.',
  params: StreamParams,
  replies: { 200: VideoClock },
  errors: ['STREAM_NOT_FOUND', 'VIDEO_UNAVAILABLE'],
  replyExample: { now_ms: 1772357400250.5, rtp_time: 2712960, taken_ms: 1772357400221 },
});

/** Live video for browsers, in addition to the published API. */
export const VIDEO_OPERATIONS: readonly Operation[] = [watchByWhep, endWhep, watchByMse, getVideoClock];
