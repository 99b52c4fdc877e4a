import { ok } from '@kitestring/station-contract/refusal.ts';
import { getGround, orderLine, setTetherPower } from '@kitestring/station-contract/station/ground-operations.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import { type Route, route } from '@kitestring/web/http';

/** Winch and tether power. */
export const groundRoutes = ({ ground }: Pick<Station, 'ground'>): readonly Route[] => [
  route(getGround, () => ok(ground.state())),
  route(orderLine, ({ body, caller }) => ground.orderLine(caller, body)),
  route(setTetherPower, ({ body, caller }) => ground.setTetherPower(caller, body.on)),
];
