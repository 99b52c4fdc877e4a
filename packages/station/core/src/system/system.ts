import type { Clock } from '@kitestring/base/clock.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { accepted, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { RegulatoryMode, SystemInfo } from '@kitestring/station-contract/system/system-info.ts';
import type { DroneIdErrorCode, LidsState, SystemState } from '@kitestring/station-contract/system/system-state.ts';
import type { Handoff, OperatorReport } from '../handoff/handoff.ts';
import type {
  Aircraft,
  AircraftIdentity,
  AircraftSample,
  GpsPosition,
  KiteSample,
  RemoteIdSample,
  RooftopBoxSample,
} from '../ports/aircraft.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Telemetry } from '../telemetry.ts';
import type { Lids } from './lids.ts';
import { timeZoneAt } from './time-zone.ts';

interface SystemDeps {
  readonly aircraft: Aircraft;
  readonly clock: Clock;
  readonly flightState: () => FlightStateName;
  readonly handoff: Pick<Handoff, 'permit' | 'operator'>;
  readonly lids: Lids;
  readonly settings: StationSettings;
  readonly telemetry: Telemetry;
  readonly changed: () => void;
}

/** The hardware on the ground: identity, state, lids of a Rooftop Box, and Remote ID. */
export class System {
  readonly #deps: SystemDeps;

  constructor(deps: SystemDeps) {
    this.#deps = deps;
  }

  info(): SystemInfo {
    const { aircraft, clock, lids, settings } = this.#deps;
    const { boards, kiteName, propellerModel, remoteIdSerial: serial, simulated } = aircraft.identity;
    const zone = timeZoneAt(settings.timezone, clock.nowUs());
    return {
      gs_name: settings.gsName,
      gs_mac: settings.gsMac,
      ...(kiteName !== undefined && { kite_name: kiteName }),
      ...(lids.areThere && { rtb_name: `${settings.gsName}-rtb` }),
      installation: lids.installation,
      model: settings.model,
      ...(propellerModel !== undefined && { propeller_model: propellerModel }),
      timezone: settings.timezone,
      timezone_name_short: zone.shortName,
      timezone_offset: zone.offset,
      boards: boards.map(({ board, id }) => ({ board, id })),
      software_channel: simulated ? 'simulated' : 'release',
      software_version: settings.softwareVersion,
      ...(serial !== undefined && { drone_id: { regulatory_mode: settings.regulatoryMode, serial } }),
    };
  }

  state(): SystemState {
    const { aircraft, clock, lids, telemetry } = this.#deps;
    return shownSystemState({
      sample: telemetry.sample,
      kite: telemetry.kite(clock.nowUs()),
      lids: lids.areThere ? lids.state : undefined,
      remoteId: this.remoteId,
      propellerModel: aircraft.identity.propellerModel,
      hasGroundGps: aircraft.capabilities.groundGps,
    });
  }

  openRtbLids(caller: Caller): Result<void> {
    return this.#moveLids(caller, () => this.#deps.lids.open());
  }

  closeRtbLids(caller: Caller): Result<void> {
    return this.#moveLids(caller, () => this.#deps.lids.close());
  }

  /** Undefined where there is none, and no rule asks for it. */
  get remoteId(): DroneId | undefined {
    const { aircraft, settings, telemetry, handoff, flightState } = this.#deps;
    const isFitted = aircraft.capabilities.remoteId;
    if (!isFitted && settings.regulatoryMode === 'DISABLED') return undefined;
    return remoteIdStatus({
      mode: settings.regulatoryMode,
      isFitted,
      selfTest: telemetry.sample?.remoteId?.selfTest ?? 'Running',
      operator: handoff.operator(),
      isEmergency: flightState() === 'SafetyLanding',
    });
  }

  get remoteIdErrors(): readonly DroneIdErrorCode[] {
    return this.remoteId?.error_codes ?? [];
  }

  /** Safety: lids move by command in StandBy only, so they can never close under a flying Kite. */
  #moveLids(caller: Caller, move: () => void): Result<void> {
    const permitted = this.#deps.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    const { lids } = this.#deps;
    if (!lids.areThere) return refuse('NO_ROOFTOP_BOX', { installation: lids.installation });
    const now = this.#deps.clock.nowUs();
    if (!this.#deps.telemetry.isLinkUp(now)) return refuse('AIRCRAFT_LINK_DOWN', { source: 'Ground Station' });
    const state = this.#deps.flightState();
    if (state !== 'StandBy') return refuse('WRONG_FLIGHT_STATE.notInState', { state, allowed: 'StandBy' });
    move();
    this.#deps.changed();
    return accepted;
  }
}

interface SystemSituation {
  readonly sample: AircraftSample | undefined;
  readonly kite: KiteSample | undefined;
  readonly lids: LidsState | undefined;
  readonly remoteId: DroneId | undefined;
  readonly propellerModel: AircraftIdentity['propellerModel'];
  readonly hasGroundGps: boolean;
}

/** Published state of the hardware on the ground; values without a source are absent. */
function shownSystemState({ sample, kite, lids, ...constant }: SystemSituation): SystemState {
  const { hasGroundGps, propellerModel, remoteId } = constant;
  const state: SystemState = {
    ...(remoteId !== undefined && { drone_id: remoteId }),
    ...(propellerModel !== undefined && { propeller_model: propellerModel }),
  };
  const ground = sample?.groundStation;
  if (kite?.batteryPercent !== undefined) state.kite_battery_level = percent(kite.batteryPercent);
  if (ground?.batteryPercent !== undefined) state.gs_battery_level = percent(ground.batteryPercent);
  if (ground?.inputVoltageV !== undefined) state.gs_input_voltage = roundTo(ground.inputVoltageV, 1);
  if (ground !== undefined && hasGroundGps) state.gs_gps_has_fix = ground.gps !== undefined;
  if (ground?.gps !== undefined) Object.assign(state, groundPosition(ground.gps));
  Object.assign(state, shownBox(sample?.rooftopBox, lids));
  return state;
}

/** A part that is not fitted is absent. */
function shownBox(box: RooftopBoxSample | undefined, lids: LidsState | undefined): Partial<SystemState> {
  if (box === undefined) return {};
  const { parkingBrakeEngaged, safetyLandButtonPressed } = box;
  return {
    ...(lids !== undefined && { rtb_lids_state: lids }),
    ...(safetyLandButtonPressed !== undefined && {
      rtb_external_safety_land_button_state: safetyLandButtonPressed ? 'Pressed' : 'NotPressed',
    }),
    ...(parkingBrakeEngaged !== undefined && {
      rtb_parking_brake_state: parkingBrakeEngaged ? 'Engaged' : 'Disengaged',
    }),
  };
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

type DroneId = NonNullable<SystemState['drone_id']>;

interface RemoteIdSituation {
  readonly mode: RegulatoryMode;
  /** The aircraft has a transmitter. */
  readonly isFitted: boolean;
  readonly selfTest: RemoteIdSample['selfTest'];
  /** Undefined without valid operator data. */
  readonly operator: OperatorReport | undefined;
  readonly isEmergency: boolean;
}

/** Returns the Remote ID status, from the report of the transmitter and the operator data. */
function remoteIdStatus(situation: RemoteIdSituation): DroneId {
  const errorCodes = remoteIdErrors(situation);
  if (situation.isEmergency) return { status: 'EMERGENCY', error_codes: errorCodes };
  if (situation.isFitted && situation.mode !== 'DISABLED' && situation.selfTest === 'Running') {
    return { status: 'CHECKING', error_codes: errorCodes };
  }
  return { status: errorCodes.length === 0 ? 'OK' : 'FAILED', error_codes: errorCodes };
}

function remoteIdErrors(situation: RemoteIdSituation): DroneIdErrorCode[] {
  if (situation.mode === 'DISABLED') return [];
  const errors: DroneIdErrorCode[] = [];
  if (situation.mode === 'UNKNOWN') errors.push('ERROR_UNKNOWN_REGULATORY_MODE');
  if (!situation.isFitted) errors.push('ERROR_HARDWARE_VARIANT_UNSUITABLE');
  if (situation.selfTest === 'Failed') errors.push('ERROR_TX_FAILED');
  if (situation.mode === 'US_REMOTE_ID_STANDARD' && situation.operator === undefined) errors.push('ERROR_NO_OPERATOR');
  return errors;
}
