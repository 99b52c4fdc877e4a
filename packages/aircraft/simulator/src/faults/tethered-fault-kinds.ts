import type { FaultType } from '@kitestring/station-contract/sim/faults.ts';
import type { TetheredFaultOf } from './fault-kind.ts';
import { motorDegraded, motorFailure, overheating } from './motor-faults.ts';
import { batteryCharge, batteryTemperature, batteryVoltage, mainPowerLoss, tetherVoltageLoss } from './power-faults.ts';
import { forceSensor } from './sensor-faults.ts';
import { systemMoving } from './station-faults.ts';
import { spoolStuck, tetherCut, tetherDamage } from './tether-faults.ts';
import { passingLorry, windChange, windGust } from './wind-faults.ts';

/** Faults of body, air, tether, winch, power and base: all that an aircraft under another autopilot has of ours. */
export const TETHERED_FAULT_KINDS = {
  motor_failure: motorFailure,
  motor_degraded: motorDegraded,
  main_power_loss: mainPowerLoss,
  tether_voltage_loss: tetherVoltageLoss,
  tether_cut: tetherCut,
  tether_damage: tetherDamage,
  spool_stuck: spoolStuck,
  force_sensor: forceSensor,
  overheating,
  wind_gust: windGust,
  wind_change: windChange,
  passing_lorry: passingLorry,
  battery_temperature: batteryTemperature,
  battery_voltage: batteryVoltage,
  battery_charge: batteryCharge,
  system_moving: systemMoving,
} satisfies { readonly [T in FaultType]?: TetheredFaultOf<T> };
