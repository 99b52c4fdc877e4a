import Type, { type Static } from 'typebox';
import { AccuracyM, ElevationM, LatitudeDeg, LongitudeDeg, named, OneOf, Quantity, YesNo } from '../schema.ts';
import { PROPELLER_MODELS } from './system-info.ts';

/** Errors of Remote ID, in the order of the notifications from 70001 on. */
export const DRONE_ID_ERROR_CODES = [
  'ERROR_UNKNOWN_REGULATORY_MODE',
  'ERROR_HARDWARE_VARIANT_UNSUITABLE',
  'ERROR_TX_FAILED',
  'ERROR_TX_WRONG_WIFI_REGION',
  'ERROR_TX_WRONG_TRANSMISSION_POWER',
  'ERROR_TX_NOT_TRANSMITTING',
  'ERROR_TX_TRANSMITTING',
  'ERROR_TX_STALE',
  'ERROR_FW_INCOMPATIBLE',
  'ERROR_NO_OPERATOR',
  'ERROR_DATA_STALE',
  'WARNING_DATA_INACCURATE',
] as const;

export const DroneIdErrorCode = Type.Enum(DRONE_ID_ERROR_CODES, {
  $id: 'DroneIdErrorCode',
  description:
    'Errors of Remote ID: `ERROR_TX_...` the transmitter, `ERROR_FW_INCOMPATIBLE` its firmware, `ERROR_NO_OPERATOR` no client in control has given identity and position of the operator, `..._DATA_...` the position to transmit. Each has its own notification (70001 and following).',
  examples: ['ERROR_NO_OPERATOR'],
});
export type DroneIdErrorCode = Static<typeof DroneIdErrorCode>;

export const DRONE_ID_STATUSES = ['CHECKING', 'OK', 'FAILED', 'EMERGENCY'] as const;

export const LIDS_STATES = ['Closed', 'Opening', 'Opened', 'Closing'] as const;
export type LidsState = (typeof LIDS_STATES)[number];

export const SAFETY_LAND_BUTTON_STATES = ['Pressed', 'NotPressed'] as const;
export const PARKING_BRAKE_STATES = ['Engaged', 'Disengaged'] as const;

const batteryLevel = (description: string, example: number) =>
  Type.Optional(Quantity(description, example, { minimum: 0, maximum: 100 }));

export const SystemState = named(
  'SystemState',
  'Batteries, position of the Ground Station, Remote ID and the Rooftop Box. A field that is not available is absent.',
  {
    kite_battery_level: batteryLevel('Charge of the Kite’s backup battery, percent.', 97.5),
    gs_battery_level: batteryLevel('Charge of the Ground Station’s backup battery, percent.', 100),
    gs_input_voltage: Type.Optional(Quantity('Voltage at the power input of the Ground Station, volts.', 230.1)),
    gs_gps_has_fix: Type.Optional(YesNo('Whether the Ground Station’s GPS has a fix.', true)),
    gs_gps_lat: Type.Optional(LatitudeDeg('Latitude of the Ground Station, degrees WGS 84.')),
    gs_gps_lon: Type.Optional(LongitudeDeg('Longitude of the Ground Station, degrees WGS 84.')),
    gs_gps_elevation: Type.Optional(ElevationM('Elevation of the Ground Station above mean sea level by GPS, metres.')),
    gs_gps_accuracy: Type.Optional(AccuracyM('Horizontal accuracy of the Ground Station’s position, metres.')),
    drone_id: Type.Optional(
      Type.Object(
        {
          status: OneOf(
            DRONE_ID_STATUSES,
            '`CHECKING` after the start; `OK`; `FAILED` see `error_codes`, take-off is refused; `EMERGENCY` sent while in `SafetyLanding`.',
            'OK',
          ),
          error_codes: Type.Array(DroneIdErrorCode, {
            description: 'All current errors; empty if none.',
            examples: [[]],
          }),
        },
        { description: 'Remote ID.' },
      ),
    ),
    propeller_model: Type.Optional(
      OneOf(PROPELLER_MODELS, 'Propellers of the Kite, as in `system/info`.', 'Propeller 2nd Generation'),
    ),
    rtb_lids_state: Type.Optional(OneOf(LIDS_STATES, 'Lids of the Rooftop Box.', 'Closed')),
    rtb_external_safety_land_button_state: Type.Optional(
      OneOf(
        SAFETY_LAND_BUTTON_STATES,
        'External button that lands the Kite at once. While it is pressed there is no take-off.',
        'NotPressed',
      ),
    ),
    rtb_parking_brake_state: Type.Optional(
      OneOf(
        PARKING_BRAKE_STATES,
        'Parking brake of the vehicle. Take-off requires `Engaged`, unless the settings say otherwise.',
        'Engaged',
      ),
    ),
  },
  {
    '1.0.0': { without: ['rtb_external_safety_land_button_state', 'rtb_parking_brake_state'] },
    '0.5.0': { without: ['propeller_model'] },
  },
);
export type SystemState = Static<typeof SystemState>;
