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
};
