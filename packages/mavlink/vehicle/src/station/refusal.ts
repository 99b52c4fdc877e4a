import { MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import { ACCEPTED, type OrderOutcome } from '../server/order.ts';
import { NOT_IN_CONTROL } from './vehicle-control.ts';
import type { VehicleAnswer } from './vehicle-station.ts';

/** Refusals that another time or place does not change. */
const NEVER: readonly string[] = [
  ...[
    'INVALID_REQUEST',
    'ALTITUDE_TOO_LOW',
    'ALTITUDE_ABOVE_HARD_MAX',
    'ALTITUDE_ABOVE_SOFT_MAX',
    'SPEED_OUT_OF_RANGE',
  ],
  ...['CAMERA_NOT_FOUND', 'STREAM_NOT_FOUND', 'INVALID_ZOOM', 'SNAPSHOT_NOT_SUPPORTED'],
];

/** The station's answer as a result of MAVLink. */
export function outcomeOf({ refusal }: Pick<VehicleAnswer, 'refusal'>): OrderOutcome {
  if (refusal === undefined) return ACCEPTED;
  if (refusal.code === NOT_IN_CONTROL) return { result: MAV_RESULT.NOT_IN_CONTROL, text: refusal.message };
  const result = NEVER.includes(refusal.code) ? MAV_RESULT.DENIED : MAV_RESULT.TEMPORARILY_REJECTED;
  return { result, text: refusal.message };
}
