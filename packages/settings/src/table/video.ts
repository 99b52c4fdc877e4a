import {
  CAMERA_ADDRESS_ALLOWED,
  CAMERA_ADDRESS_MAX,
  maskedAddress,
  readCameraAddress,
} from '@kitestring/video-process/ingest';
import {
  PUSH_ADDRESS_ALLOWED,
  PUSH_ADDRESS_MAX,
  readPushAddress,
  shownPushAddress,
} from '@kitestring/video-process/push';
import { VIEWER_AUTHENTICATIONS } from '@kitestring/video-process/rtsp';
import Type from 'typebox';
import { optionalSetting, setting } from '../setting.ts';
import { udpPorts } from '../udp-ports.ts';
import { count } from './quantity.ts';

const UDP_PORTS = '^(any|off|[0-9]{1,5}-[0-9]{1,5})$';
const PORT = '(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6(?:[0-4][0-9]{3}|5(?:[0-4][0-9]{2}|5(?:[0-2][0-9]|3[0-5]))))';
const KLV_TARGET = `^(udp://([^:/\\[\\]]+|\\[[0-9a-fA-F:]+\\]):${PORT}|/.+)$`;

/** A stream that a real camera may deliver, for any camera model with that stream. */
const source = (streamId: string) =>
  optionalSetting(
    Type.String({ minLength: 1, maxLength: CAMERA_ADDRESS_MAX }),
    `RTSP URL of a real camera as the source of the stream \`${streamId}\`, with user and password if it requires them (\`rtsp://user:secret@192.168.1.50:554/main\`). \`rtspu://\` receives the video over UDP, \`rtsps://\` over TLS. See [real cameras](../administrator/real-cameras.md).`,
    {
      allowed: CAMERA_ADDRESS_ALLOWED,
      refuse: (value) => {
        const address = readCameraAddress(value as string);
        return 'refusal' in address ? address.refusal : undefined;
      },
      masked: (value) => maskedAddress(value as string),
    },
  );

const push = (streamId: string) =>
  optionalSetting(
    Type.String({ minLength: 1, maxLength: PUSH_ADDRESS_MAX }),
    `Relay to which the station pushes the stream \`${streamId}\`, see [push](../integrator/push.md). The stream is then encoded all the time.`,
    {
      allowed: PUSH_ADDRESS_ALLOWED,
      refuse: (value) => {
        const address = readPushAddress(value as string);
        return 'refusal' in address ? address.refusal : undefined;
      },
      masked: (value) => shownPushAddress(value as string),
    },
  );

/** Live video and its ports. */
export const videoSettings = {
  'video.enabled': setting(
    Type.Boolean(),
    true,
    'Provide video, in a separate process. If off, video operations answer 502. Off by default in a fleet.',
  ),
  'video.rtsp_port': optionalSetting(
    Type.Union([count(0, 65_535), Type.Literal('off')]),
    'Port for unencrypted RTSP on the address of `host`; the station does not start if it is in use. `0`: any free port. Not set: 8554, or the next free port after it. Real stations use 554, which requires administrator rights. `off`: RTSPS only. With `api_version` 0.5.0: port of the stream `zoom`, 5010 when not set; `thermal` is two above it and `overview` four.',
    { allowed: 'a whole number from 0 to 65535, off' },
  ),
  'video.rtsps_port': optionalSetting(
    count(0, 65_535),
    'Port for RTSP over TLS, in the same way. Not set: 8322, or the next free port after it. Real stations use 322. Without effect with `api_version` 0.5.0.',
  ),
  'video.rtsp_udp_ports': setting(
    Type.String({ pattern: UDP_PORTS }),
    '20000-20199',
    'UDP ports for RTP, two per viewer: a range for firewall rules, `any` for ports chosen by the system, or `off` for none.',
    {
      allowed: '`any`, `off`, or a range of two or more ports such as `20000-20199`',
      refuse: (value) => wrongRange(value as string),
    },
  ),
  'video.webrtc_udp_ports': setting(
    Type.String({ pattern: UDP_PORTS }),
    '20200-20299',
    'UDP ports for WebRTC, one per viewer: a range, `any`, or `off` for none. Browsers that cannot reach them use the port of the API instead.',
    {
      allowed: '`any`, `off`, or a range of two or more ports such as `20200-20299`',
      refuse: (value) => wrongRange(value as string),
    },
  ),
  'video.time_strip': setting(
    Type.Boolean(),
    false,
    'Draw a machine-readable time code into the upper edge of every frame, for latency measurements.',
  ),
  'video.authentication': setting(
    Type.Enum(VIEWER_AUTHENTICATIONS),
    'remote',
    'Which RTSP players must authenticate with an API key, a token or a ticket. `remote`: players on other machines (a player on this machine uses the plain URL, as on a real station); `always`: every player; `never`: none, for closed networks where every device that reaches the port may watch.',
  ),
  'video.klv_track': setting(
    Type.Boolean(),
    false,
    'Add a second RTSP track with MISB ST 0601 metadata to each stream: position, direction and field of view of the camera. Players that do not request the track get video only.',
  ),
  'video.klv_output': optionalSetting(
    Type.String({ minLength: 1, maxLength: 4096, pattern: KLV_TARGET }),
    'Send the first colour stream as an MPEG transport stream with MISB ST 0601 metadata to `udp://host:port` or to a file with an absolute path. Video is then encoded all the time.',
    { allowed: '`udp://host:port` with a port from 1 to 65535, or an absolute path' },
  ),
  'video.sources.color': source('color'),
  'video.sources.zoom': source('zoom'),
  'video.sources.overview': source('overview'),
  'video.sources.thermal': source('thermal'),
  'video.push.color': push('color'),
  'video.push.zoom': push('zoom'),
  'video.push.overview': push('overview'),
  'video.push.thermal': push('thermal'),
  'video.push_certificate_check': setting(
    Type.Boolean(),
    true,
    'Verify the TLS certificate of a relay to which a stream is pushed. `false` accepts any certificate.',
  ),
  'video.zoom_max': optionalSetting(
    Type.Number({ minimum: 1, maximum: 200 }),
    'Largest zoom of the camera of a real aircraft, as a factor; MAVLink tells only that it can zoom. Not set: it is not zoomed.',
  ),
  'video.source_certificate_check': setting(
    Type.Boolean(),
    true,
    'Verify the TLS certificate of a real camera against the trusted authorities of this computer and the host in its URL. `false` accepts any certificate, as most cameras have self-signed ones.',
  ),
};

function wrongRange(text: string): string | undefined {
  const choice = udpPorts(text);
  if (typeof choice === 'string') return undefined;
  const { first, last } = choice;
  if (first < 1024 || last > 65_535) return `ports are between 1024 and 65535, got ${text}`;
  // The first of a pair is even (RFC 3550 section 11).
  return last - (first + (first % 2)) >= 1 ? undefined : `there is no even port with its neighbour in ${text}`;
}
