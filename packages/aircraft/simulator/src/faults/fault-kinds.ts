import type { FaultType } from '@kitestring/station-contract/sim/faults.ts';
import { cameraOffline, payloadSwap } from './camera-faults.ts';
import type { FaultKindOf } from './fault-kind.ts';
import { kiteDataMissing, linkDegraded } from './link-faults.ts';
import { kiteDetection, remoteId, secondaryAutopilot } from './self-test-faults.ts';
import {
  barometer,
  gpsCorrectionsLost,
  gpsLoss,
  gpsMultipath,
  magneticDisturbance,
  motorMagneticField,
} from './sensor-faults.ts';
import { groundStationReboot, lidsStuck, storageFull, streamLost, supplyLow } from './station-faults.ts';
import { TETHERED_FAULT_KINDS } from './tethered-fault-kinds.ts';

/** Behaviour of each type of fault. */
export const FAULT_KINDS: { readonly [T in FaultType]: FaultKindOf<T> } = {
  ...TETHERED_FAULT_KINDS,
  gps_loss: gpsLoss,
  gps_multipath: gpsMultipath,
  gps_corrections_lost: gpsCorrectionsLost,
  magnetic_disturbance: magneticDisturbance,
  motor_magnetic_field: motorMagneticField,
  barometer,
  lids_stuck: lidsStuck,
  supply_low: supplyLow,
  kite_data_missing: kiteDataMissing,
  kite_detection: kiteDetection,
  secondary_autopilot: secondaryAutopilot,
  remote_id: remoteId,
  ground_station_reboot: groundStationReboot,
  link_degraded: linkDegraded,
  camera_offline: cameraOffline,
  payload_swap: payloadSwap,
  stream_lost: streamLost,
  storage_full: storageFull,
};
