import { ALICE } from '@kitestring/lab-testing/scripted-station.ts';
import type { VehicleAnswer, VehicleRequest, VehicleStation } from '@kitestring/mavlink-vehicle';
import type { Result } from '@kitestring/station-contract/refusal.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import { vehicleStation } from '../../src/mavlink/vehicle-station.ts';

type Operation = (station: Station, body: never) => Result<unknown>;

/** Operations that a vehicle asks for. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'flight/control/take_off': ({ flight }) => flight.takeOff(ALICE),
  'flight/control/altitude': ({ flight }, body) => flight.setAltitude(ALICE, body),
  'flight/control/land': ({ flight }) => flight.land(ALICE),
  'flight/control/abort': ({ flight }) => flight.abort(ALICE),
  'camera/control/rotate_to_angle': ({ camera }, body) => camera.rotateToAngle(ALICE, body),
  'camera/control/rotate_by_angle': ({ camera }, body) => camera.rotateByAngle(ALICE, body),
  'camera/control/rotate_with_speed': ({ camera }, body) => camera.rotateWithSpeed(ALICE, body),
  'handoff/control/request': ({ handoff }, body) => handoff.request(ALICE, body),
  'handoff/control/release': ({ handoff }) => handoff.release(ALICE),
};

/** A station as its vehicle sees it, without a network: its rules decide, and at once. */
export const stationOfPersona = (station: Station): VehicleStation =>
  vehicleStation(station, { request: async (request) => answerOf(station, request) });

function answerOf(station: Station, { body, path }: VehicleRequest): VehicleAnswer {
  const operation = OPERATIONS[path];
  if (operation === undefined) return { status: 404, refusal: { code: 'NOT_FOUND', message: path } };
  const result = operation(station, body as never);
  if (!result.ok) return { status: 409, refusal: result.refusal };
  return { status: result.value === 'granted' ? 201 : 202 };
}
