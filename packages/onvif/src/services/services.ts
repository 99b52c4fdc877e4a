import type { RequestNamespace } from '../soap/namespaces.ts';
import { ANALYTICS_SERVICE } from './analytics.ts';
import { DEVICE_SERVICE } from './device.ts';
import { DEVICE_IO_SERVICE } from './device-io.ts';
import { EVENT_SERVICE, SUBSCRIPTION_SERVICE } from './events.ts';
import { IMAGING_SERVICE } from './imaging.ts';
import { MEDIA_SERVICE, MEDIA2_SERVICE } from './media.ts';
import type { ServiceTable } from './operation.ts';
import { PTZ_SERVICE } from './ptz.ts';

/** All operations that are served. */
export const SERVICE_TABLES: Readonly<Record<RequestNamespace, ServiceTable>> = {
  tds: DEVICE_SERVICE,
  trt: MEDIA_SERVICE,
  tr2: MEDIA2_SERVICE,
  timg: IMAGING_SERVICE,
  tptz: PTZ_SERVICE,
  tev: EVENT_SERVICE,
  tan: ANALYTICS_SERVICE,
  tmd: DEVICE_IO_SERVICE,
  wsnt: SUBSCRIPTION_SERVICE,
};
