import type { FieldsToSend } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_AUTOPILOT, MAV_STATE } from '@kitestring/mavlink-codec/enums.ts';

/** Heartbeat of a part that is no autopilot. */
export const partHeartbeat = (type: number): FieldsToSend['HEARTBEAT'] => ({
  type,
  autopilot: MAV_AUTOPILOT.INVALID,
  base_mode: 0,
  custom_mode: 0,
  system_status: MAV_STATE.ACTIVE,
  mavlink_version: 3,
});
