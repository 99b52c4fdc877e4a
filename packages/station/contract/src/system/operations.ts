import type { ErrorCode } from '../errors.ts';
import { Nothing, operation } from '../operation.ts';
import { SystemInfo } from './system-info.ts';
import { SystemState } from './system-state.ts';

const LIDS_ERRORS = [
  'NO_ROOFTOP_BOX',
  'CONTROL_TAKEN',
  'WRONG_FLIGHT_STATE',
  'AIRCRAFT_LINK_DOWN',
] as const satisfies readonly ErrorCode[];

export const getSystemInfo = operation({
  id: 'system.info',
  path: '/v1/system/info',
  summary: 'Components of the system',
  description:
    'Names, models, boards, time zone and software version. `software_channel` is `simulated` when no real aircraft is connected.',
  access: ['read'],
  replies: { 200: SystemInfo },
  replyExample: {
    gs_name: 'kitestring',
    gs_mac: '02:4b:53:00:00:01',
    kite_name: 'kite-sim-1',
    rtb_name: 'rtb-1',
    installation: 'Rooftop Box',
    model: 'Kitestring',
    propeller_model: 'Propeller 2nd Generation',
    timezone: 'Europe/Zurich',
    timezone_name_short: 'CET',
    timezone_offset: '+01:00',
    boards: [{ board: 'ground-station', id: 'KS-GS-0001' }],
    software_channel: 'simulated',
    software_version: '0.1.0',
    drone_id: { regulatory_mode: 'DISABLED', serial: 'KTSMA0000000001' },
  },
});

export const getSystemState = operation({
  id: 'system.state',
  path: '/v1/system/state',
  summary: 'Power, position, Remote ID, Rooftop Box',
  description: 'State of the Ground Station and its installation, and of the Kite’s battery.',
  access: ['read'],
  replies: { 200: SystemState },
  replyExample: {
    kite_battery_level: 97.5,
    gs_battery_level: 100,
    gs_input_voltage: 230.1,
    gs_gps_has_fix: true,
    gs_gps_lat: 47.3769,
    gs_gps_lon: 8.5417,
    gs_gps_elevation: 408,
    gs_gps_accuracy: 0.8,
    drone_id: { status: 'FAILED', error_codes: ['ERROR_NO_OPERATOR'] },
    rtb_lids_state: 'Closed',
    rtb_external_safety_land_button_state: 'NotPressed',
    rtb_parking_brake_state: 'Engaged',
  },
});

export const openRtbLids = operation({
  id: 'system.control.open_rtb_lids',
  method: 'POST',
  path: '/v1/system/control/open_rtb_lids',
  summary: 'Open the lids of the Rooftop Box',
  description:
    'Only in `StandBy`, and only with a Rooftop Box. `rtb_lids_state` is `Opening` from the response on, and `Opened` about 8 s later. Take-off opens the lids automatically.',
  access: ['control'],
  replies: { 202: Nothing },
  errors: LIDS_ERRORS,
  versions: { '1.0.0': 'absent' },
});

export const closeRtbLids = operation({
  id: 'system.control.close_rtb_lids',
  method: 'POST',
  path: '/v1/system/control/close_rtb_lids',
  summary: 'Close the lids of the Rooftop Box',
  description:
    'Only in `StandBy`, and only with a Rooftop Box: the lids cannot be closed under a flying Kite. `rtb_lids_state` is `Closing` from the response on, and `Closed` about 8 s later. The lids close automatically after a landing.',
  access: ['control'],
  replies: { 202: Nothing },
  errors: LIDS_ERRORS,
  versions: { '1.0.0': 'absent' },
});
