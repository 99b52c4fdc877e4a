import { ok } from '@kitestring/station-contract/refusal.ts';
import * as operations from '@kitestring/station-contract/sim/operations.ts';
import { type Route, route } from '@kitestring/web/http';
import type { SimulatedWorldControl } from './simulated-world-control.ts';

/** Routes of the bugs of the ONVIF camera, and of its journal. */
export const onvifRoutes = ({ onvif }: SimulatedWorldControl): readonly Route[] => [
  route(operations.getOnvifQuirks, () => ok({ active: [...onvif.quirks] })),
  route(operations.setOnvifQuirks, ({ body }) => {
    onvif.setQuirks(body.active);
    return ok({ active: [...onvif.quirks] });
  }),
  route(operations.listOnvifRequests, ({ query }) => ok(onvif.page(query))),
];
