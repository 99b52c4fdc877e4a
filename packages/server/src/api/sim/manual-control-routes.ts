import type { ButtonsChange, PayloadChange } from '@kitestring/contract/sim/controls.ts';
import { getBase, getWind, setBase, setButtons, setPayload, setWind } from '@kitestring/contract/sim/operations.ts';
import { ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import { type Route, route } from '../../http/route.ts';
import type { SimulatedWorldControl } from './simulated-world-control.ts';
import { whileRunning } from './simulation-stopped.ts';

/** Manual controls of the simulated world: wind, sea, base, payload, button, brake. */
export const manualControlRoutes = (world: SimulatedWorldControl): readonly Route[] => [
  route(getWind, () => ok(world.wind())),
  route(
    setWind,
    whileRunning(world, ({ body }) => {
      world.setWind({ ...world.wind(), ...body });
      return ok(world.wind());
    }),
  ),
  route(getBase, () => ok(world.base())),
  route(
    setBase,
    whileRunning(world, ({ body }) => {
      world.setBase({ ...world.base(), ...body });
      return ok(world.base());
    }),
  ),
  route(
    setPayload,
    whileRunning(world, ({ body }) => changePayload(world, body)),
  ),
  route(
    setButtons,
    whileRunning(world, ({ body }) => pressButtons(world, body)),
  ),
];

function changePayload(world: SimulatedWorldControl, { camera_model, online }: PayloadChange): Result<unknown> {
  if (camera_model !== undefined) world.setCameraModel(camera_model);
  if (online !== undefined) world.setCameraPowered(online);
  return ok(world.payload());
}

function pressButtons(world: SimulatedWorldControl, change: ButtonsChange): Result<unknown> {
  if (world.buttons() === undefined) {
    const control = change.safety_land === undefined ? 'parking brake' : 'safety land button';
    return refuse('NO_SUCH_CONTROL', { control });
  }
  world.setButtons(change);
  return ok(world.buttons());
}
