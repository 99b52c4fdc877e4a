import {
  CAMERA_ADDRESS_ALLOWED,
  CAMERA_ADDRESS_MAX,
  maskedAddress,
  readCameraAddress,
} from '@kitestring/media/ingest/camera-address.ts';
import { VIEWER_AUTHENTICATIONS } from '@kitestring/media/rtsp/ports.ts';
import Type from 'typebox';
import { udpPortsOf } from '../../video/udp-ports.ts';
import { DEFAULT_VIDEO_SETTINGS as video } from '../../video/video-settings.ts';
import { optionalSetting, setting } from '../setting.ts';
import { count } from './quantity.ts';

const UDP_PORTS = '^(any|off|[0-9]{1,5}-[0-9]{1,5})$';
const KLV_TARGET = '^(udp://([^:/\\[\\]]+|\\[[0-9a-fA-F:]+\\]):[0-9]{1,5}|/.+)$';

/** A stream that a real camera may make, whichever the camera model that has it. */
const sourceOf = (streamId: string) =>
  optionalSetting(
    Type.String({ minLength: 1, maxLength: CAMERA_ADDRESS_MAX }),
    `A real camera that makes the stream \`${streamId}\`: its RTSP address, with user and password if it wants them (\`rtsp://user:secret@192.168.1.50:554/main\`). \`rtspu://\` takes its pictures over UDP, \`rtsps://\` over TLS. See [real cameras](../real-cameras.md).`,
    {
      allowed: CAMERA_ADDRESS_ALLOWED,
      refuse: (value) => {
        const address = readCameraAddress(value as string);
        return 'refusal' in address ? address.refusal : undefined;
      },
      masked: (value) => maskedAddress(value as string),
    },
  );

/** Live video, and where it is served. */
export const videoSettings = {
  'video.enabled': setting(
    Type.Boolean(),
    video.isOn,
    'Make and serve pictures, in a process of its own. Without it video operations answer 502. A fleet has none unless this is given.',
  ),
  'video.rtsp_port': optionalSetting(
    Type.Union([count(0, 65_535), Type.Literal('off')]),
    'Port for RTSP in the clear, at the address of `host`, or the station does not start. `0` takes any free one. Not set: 8554, or the next free one after it. Real stations have 554, which needs the rights of an administrator. `off`: RTSPS only.',
    { allowed: 'a whole number from 0 to 65535, off' },
  ),
  'video.rtsps_port': optionalSetting(
    count(0, 65_535),
    'Port for RTSP over TLS, in the same way. Not set: 8322, or the next free one after it. Real stations have 322.',
  ),
  'video.rtsp_udp_ports': setting(
    Type.String({ pattern: UDP_PORTS }),
    '20000-20199',
    'UDP ports from which pictures are sent, two for each viewer: a range that a firewall can be told, `any` for those that the system chooses, or `off` for none.',
    {
      allowed: '`any`, `off`, or a range of two or more ports such as `20000-20199`',
      refuse: (value) => wrongRange(value as string),
    },
  ),
  'video.webrtc_udp_ports': setting(
    Type.String({ pattern: UDP_PORTS }),
    '20200-20299',
    'UDP ports from which pictures are sent to browsers over WebRTC, one for each viewer: a range, `any`, or `off` for none. Browsers that cannot reach them watch over the port of the API.',
    {
      allowed: '`any`, `off`, or a range of two or more ports such as `20200-20299`',
      refuse: (value) => wrongRange(value as string),
    },
  ),
  'video.time_strip': setting(
    Type.Boolean(),
    video.hasTimeStrip,
    'Paint the time into the upper edge of every picture, as blocks that a program can read: for measuring delays.',
  ),
  'video.authentication': setting(
    Type.Enum(VIEWER_AUTHENTICATIONS),
    video.authentication,
    'Who must show an API key, a token or a ticket to watch over RTSP: `remote`, players on other machines (one on this machine plays the plain address, as at a real station); `always`, every player; `never`, none: for closed networks, where whoever reaches the port may watch.',
  ),
  'video.klv_track': setting(
    Type.Boolean(),
    video.hasKlvTrack,
    'Give each stream over RTSP a second track with MISB ST 0601 metadata: where the camera is, where it looks and how wide. Players that do not ask for it get pictures only.',
  ),
  'video.klv_output': optionalSetting(
    Type.String({ minLength: 1, maxLength: 4096, pattern: KLV_TARGET }),
    'Send the first colour stream as an MPEG transport stream with MISB ST 0601 metadata: to `udp://host:port`, or into the file with this absolute path. Pictures are then made all the time.',
    { allowed: '`udp://host:port` or an absolute path' },
  ),
  'video.sources.color': sourceOf('color'),
  'video.sources.zoom': sourceOf('zoom'),
  'video.sources.overview': sourceOf('overview'),
  'video.sources.thermal': sourceOf('thermal'),
  'video.source_certificate_check': setting(
    Type.Boolean(),
    true,
    'Take a real camera over TLS only with a certificate that this computer trusts, for the host in its address. `false` takes any: cameras sign their own.',
  ),
};

function wrongRange(text: string): string | undefined {
  const choice = udpPortsOf(text);
  if (typeof choice === 'string') return undefined;
  const { first, last } = choice;
  if (first < 1024 || last > 65_535) return `ports are between 1024 and 65535, got ${text}`;
  // The first of a pair is even (RFC 3550 section 11).
  return last - (first + (first % 2)) >= 1 ? undefined : `there is no even port with its neighbour in ${text}`;
}
