import { optionalSetting } from '../setting.ts';
import { count } from './quantity.ts';

/** The camera as an ONVIF device. */
export const onvifSettings = {
  'onvif.port': optionalSetting(
    count(0, 65_535),
    'Port on which video management systems find the camera by ONVIF, at the address of `host`; usually 8000. `0` picks a free port. If not set, the station speaks no ONVIF. Needs `video.enabled`. See [ONVIF](../integrator/onvif.md).',
  ),
};
