import {
  abort,
  getFlightInfo,
  getFlightState,
  land,
  setAltitude,
  setAltitudeSoftMax,
  takeOff,
} from '@kitestring/contract/flight/operations.ts';
import type { Station } from '@kitestring/station/station.ts';
import { type Route, route, stateRoute } from '../../http/route.ts';

export const flightRoutes = ({ flight, topics }: Pick<Station, 'flight' | 'topics'>): readonly Route[] => [
  route(getFlightInfo, () => flight.info()),
  stateRoute(getFlightState, topics.flight),
  route(takeOff, ({ caller }) => flight.takeOff(caller)),
  route(land, ({ caller }) => flight.land(caller)),
  route(abort, ({ caller }) => flight.abort(caller)),
  route(setAltitude, ({ caller, body }) => flight.setAltitude(caller, body)),
  route(setAltitudeSoftMax, ({ caller, body }) => flight.setAltitudeSoftMax(caller, body)),
];
