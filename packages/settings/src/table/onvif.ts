import { isMulticast } from '@kitestring/video-process/rtsp';
import Type from 'typebox';
import { optionalSetting, setting } from '../setting.ts';
import { count } from './quantity.ts';

/** The camera as an ONVIF device. */
export const onvifSettings = {
  'onvif.port': optionalSetting(
    count(0, 65_535),
    'Port on which video management systems find the camera by ONVIF, at the address of `host`; usually 8000. `0` picks a free port. If not set, the station speaks no ONVIF. Needs `video.enabled`. See [ONVIF](../integrator/onvif.md).',
  ),
  'onvif.discovery': setting(
    Type.Boolean(),
    true,
    'Whether clients on the networks of `host` find the camera by WS-Discovery, UDP 3702. On a loopback address they never do. Has no effect without `onvif.port`.',
  ),
  'onvif.multicast': optionalSetting(
    Type.String({ pattern: '^239\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}:\\d{4,5}$' }),
    'Multicast address and even port of the first stream, as `239.192.0.10:5000`; the next three addresses are those of the other streams. Not set: no multicast. A stream is sent while a client that signed in by RTSP receives it, or from StartMulticastStreaming to StopMulticastStreaming of ONVIF. Everyone on the network of that client can watch then. Its packets pass no router.',
    {
      allowed: 'an address from 239.0.0.0 to 239.255.255.252, and an even port from 1024 to 65528',
      refuse: (value) => (isMulticast(value as string) ? undefined : `no group for each stream: ${value as string}`),
    },
  ),
};
