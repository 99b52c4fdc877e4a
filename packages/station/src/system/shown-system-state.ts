import { roundTo } from '@kitestring/contract/schema.ts';
import type { LidsState, SystemState } from '@kitestring/contract/system/system-state.ts';
import type { AircraftSample, GpsPosition, KiteSample } from '../ports/aircraft.ts';

interface SystemSituation {
  readonly sample: AircraftSample | undefined;
  readonly kite: KiteSample | undefined;
  readonly lids: LidsState | undefined;
  readonly remoteId: NonNullable<SystemState['drone_id']>;
}

/** Published state of the hardware on the ground; values without a source are absent. */
export function shownSystemState({ sample, kite, lids, remoteId }: SystemSituation): SystemState {
  const state: SystemState = { drone_id: remoteId };
  const ground = sample?.groundStation;
  if (kite?.batteryPercent !== undefined) state.kite_battery_level = percent(kite.batteryPercent);
  if (ground?.batteryPercent !== undefined) state.gs_battery_level = percent(ground.batteryPercent);
  if (ground?.inputVoltageV !== undefined) state.gs_input_voltage = roundTo(ground.inputVoltageV, 1);
  if (ground !== undefined) state.gs_gps_has_fix = ground.gps !== undefined;
  if (ground?.gps !== undefined) Object.assign(state, groundPosition(ground.gps));
  if (sample?.rooftopBox !== undefined) {
    if (lids !== undefined) state.rtb_lids_state = lids;
    state.rtb_external_safety_land_button_state = sample.rooftopBox.safetyLandButtonPressed ? 'Pressed' : 'NotPressed';
    state.rtb_parking_brake_state = sample.rooftopBox.parkingBrakeEngaged ? 'Engaged' : 'Disengaged';
  }
  return state;
}

const percent = (value: number) => roundTo(Math.min(100, Math.max(0, value)), 1);

function groundPosition(gps: GpsPosition): Partial<SystemState> {
  return {
    gs_gps_lat: roundTo(gps.latDeg, 7),
    gs_gps_lon: roundTo(gps.lonDeg, 7),
    gs_gps_elevation: roundTo(gps.elevationM, 2),
    gs_gps_accuracy: roundTo(gps.accuracyM, 2),
  };
}
