import type { FaultType } from '@kitestring/station-contract/sim/faults.ts';
import { cameraOffline, payloadSwap } from './camera-faults.ts';
import type { FaultKindOf } from './fault-kind.ts';
import { kiteDataMissing, linkDegraded } from './link-faults.ts';
import { motorDegraded, motorFailure, overheating } from './motor-faults.ts';
import { batteryCharge, batteryTemperature, batteryVoltage, mainPowerLoss, tetherVoltageLoss } from './power-faults.ts';
import { kiteDetection, remoteId, secondaryAutopilot } from './self-test-faults.ts';
import {
  barometer,
  forceSensor,
  gpsCorrectionsLost,
  gpsLoss,
  gpsMultipath,
  magneticDisturbance,
  motorMagneticField,
} from './sensor-faults.ts';
import { groundStationReboot, lidsStuck, storageFull, streamLost, supplyLow, systemMoving } from './station-faults.ts';
import { spoolStuck, tetherCut, tetherDamage } from './tether-faults.ts';
import { passingLorry, windChange, windGust } from './wind-faults.ts';

/** Behaviour of each type of fault. */
export const FAULT_KINDS: { readonly [T in FaultType]: FaultKindOf<T> } = {
  gps_loss: gpsLoss,
  gps_multipath: gpsMultipath,
  gps_corrections_lost: gpsCorrectionsLost,
  magnetic_disturbance: magneticDisturbance,
  motor_magnetic_field: motorMagneticField,
  motor_failure: motorFailure,
  motor_degraded: motorDegraded,
  main_power_loss: mainPowerLoss,
  tether_voltage_loss: tetherVoltageLoss,
  tether_cut: tetherCut,
  tether_damage: tetherDamage,
  spool_stuck: spoolStuck,
  force_sensor: forceSensor,
  barometer,
  overheating,
  wind_gust: windGust,
  wind_change: windChange,
  passing_lorry: passingLorry,
  battery_temperature: batteryTemperature,
  battery_voltage: batteryVoltage,
  battery_charge: batteryCharge,
  lids_stuck: lidsStuck,
  supply_low: supplyLow,
  system_moving: systemMoving,
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
