import * as operations from '@kitestring/station-contract/flight/operations.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import { type Route, route, stateRoute } from '@kitestring/web/http';

export const flightRoutes = ({ flight, topics }: Pick<Station, 'flight' | 'topics'>): readonly Route[] => [
  route(operations.getFlightInfo, () => flight.info()),
  stateRoute(operations.getFlightState, topics.flight),
  route(operations.takeOff, ({ caller }) => flight.takeOff(caller)),
  route(operations.land, ({ caller }) => flight.land(caller)),
  route(operations.abort, ({ caller }) => flight.abort(caller)),
  route(operations.setAltitude, ({ caller, body }) => flight.setAltitude(caller, body)),
  route(operations.setAltitudeSoftMax, ({ caller, body }) => flight.setAltitudeSoftMax(caller, body)),
];
