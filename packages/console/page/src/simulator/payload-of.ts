import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import type { PayloadName } from '@kitestring/station-contract/sim/controls.ts';
import type { Sensors } from '@kitestring/station-contract/sim/sensors.ts';

const WITHOUT_CAMERA = { None: 'none', Other: 'other payload' } as const;

/** The payload that the Kite reports; undefined while it reports nothing. */
export function payloadOf(sensors: Pick<Sensors, 'camera' | 'payload'> | undefined): PayloadName | undefined {
  if (sensors?.payload !== undefined) return WITHOUT_CAMERA[sensors.payload];
  return sensors?.camera?.model;
}

/** Whether there is a camera to switch on and off. */
export const isCamera = (payload: PayloadName | undefined): payload is CameraModel =>
  payload !== undefined && payload !== 'none' && payload !== 'other payload';
