import Type from 'typebox';
import { DEFAULT_VIDEO_SETTINGS as video } from '../../video/video-settings.ts';
import { optionalSetting, setting } from '../setting.ts';
import { count, quantity } from './quantity.ts';

const KLV_TARGET = '^(udp://([^:/\\[\\]]+|\\[[0-9a-fA-F:]+\\]):[0-9]{1,5}|/.+)$';

/** Live video, and where it is served. */
export const videoSettings = {
  'video.enabled': setting(
    Type.Boolean(),
    video.isOn,
    'Make and serve pictures, in a process of its own. Without it video operations answer 502. A fleet has none unless this is given.',
  ),
  'video.rtsp_port': setting(
    count(0, 65_535),
    video.rtspPort,
    'Port for RTSP, at the address of `host`. `0` takes any free one. Real stations have 554, which needs the rights of an administrator.',
  ),
  'video.rtsps_port': setting(
    count(0, 65_535),
    video.rtspsPort,
    'Port for RTSP over TLS. `0` takes any free one. Real stations have 322.',
  ),
  'video.authentication': setting(
    Type.Boolean(),
    video.isAuthenticated,
    'Let nobody watch without a token or a ticket. `false` is for closed networks: whoever reaches the port may watch.',
  ),
  'video.ticket_s': setting(
    quantity('s', 10, 86_400),
    video.ticketS,
    'How long the ticket in a stream’s address, as `videostreams` gives it, lets somebody begin to watch.',
  ),
  'video.klv_output': optionalSetting(
    Type.String({ minLength: 1, maxLength: 4096, pattern: KLV_TARGET }),
    'Send the first colour stream as an MPEG transport stream with MISB ST 0601 metadata: to `udp://host:port`, or into the file with this absolute path. Pictures are then made all the time.',
    { allowed: '`udp://host:port` or an absolute path' },
  ),
};
