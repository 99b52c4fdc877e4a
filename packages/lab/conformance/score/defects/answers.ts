import { everywhere, is, items, mapped, parsedBody, set, state, withJson, without } from '../changes.ts';
import { type DefectTable, read, VIDEO } from './defect-table.ts';

const FEET_PER_M = 3.28084;
const RAD_PER_DEG = Math.PI / 180;

/** Multiplies fields of an object, if present. */
const times =
  (factor: number, ...names: readonly string[]) =>
  (value: Record<string, unknown>): void => {
    for (const name of names) if (typeof value[name] === 'number') value[name] *= factor;
  };

/** Defects of response contents: fields, types, units, signs. */
export const ANSWER_DEFECTS: DefectTable = {
  'health-status': read(
    'health says "Fine" in place of OK',
    'health.needs-no-token',
    state('/api/health', set({ status: 'Fine' })),
  ),
  'list-for-object': read('flight/info is a list with the object in it', 'flight.info.is-200-json', () => ({
    answer: (answer, request) =>
      is(request, 'GET', 'flight/info') && answer.status === 200 ? withJson(answer, [parsedBody(answer)]) : answer,
  })),
  'health-version': read(
    'the two health operations give different versions',
    'v1.health.needs-no-token',
    state('health', set({ api_version: '1.0.9' })),
  ),
  'no-flight-state': read(
    'flight/state lacks flight_state',
    'flight.state.field.flight_state',
    everywhere('flight/state', without('flight_state')),
  ),
  'flight-state-spelled': read(
    'flight_state is written STAND_BY',
    'flight.state.field.flight_state',
    everywhere('flight/state', set({ flight_state: 'STAND_BY' })),
  ),
  'altitude-as-text': read(
    'altitude is a text',
    'flight.state.field.altitude',
    everywhere('flight/state', mapped('altitude', String)),
  ),
  'heading-below-zero': read(
    'kite_heading is counted from -360',
    'flight.state.field.kite_heading',
    everywhere(
      'flight/state',
      mapped('kite_heading', (old) => Number(old) - 360.01),
    ),
  ),
  'position-in-radians': read(
    'the position of the Kite is in radians',
    'units.position',
    everywhere('flight/state', times(RAD_PER_DEG, 'kite_gps_lat', 'kite_gps_lon')),
  ),
  'position-swapped': read(
    'latitude and longitude of the Kite are swapped',
    'units.position',
    everywhere('flight/state', (value) => {
      [value.kite_gps_lat, value.kite_gps_lon] = [value.kite_gps_lon, value.kite_gps_lat];
    }),
  ),
  'elevation-in-feet': read(
    'the elevation of the Kite is in feet',
    'units.position',
    everywhere('flight/state', times(FEET_PER_M, 'kite_gps_elevation')),
  ),
  'battery-as-fraction': read(
    'battery levels are from 0 to 1',
    'units.power',
    everywhere('system/state', times(0.01, 'gs_battery_level', 'kite_battery_level')),
  ),
  millivolts: read(
    'the input voltage is in millivolts',
    'units.power',
    everywhere('system/state', times(1000, 'gs_input_voltage')),
  ),
  'tilt-limits-upwards': read(
    'tilt_min and tilt_max are positive upwards',
    'units.camera-limits',
    state('camera/info', (value) => {
      [value.tilt_min, value.tilt_max] = [-Number(value.tilt_max), -Number(value.tilt_min)];
    }),
  ),
  'speeds-in-radians': read(
    'the speeds of the camera are in radians per second',
    'units.camera-limits',
    state('camera/info', times(RAD_PER_DEG, 'pan_speed_min', 'pan_speed_max', 'tilt_speed_min', 'tilt_speed_max')),
  ),
  'no-camera-speed': read(
    'camera/info gives the largest tilt as a text',
    'camera.info.field.tilt_max',
    state('camera/info', (value) => {
      value.tilt_max = `${value.tilt_max} deg`;
    }),
  ),
  'time-zone-offset': read(
    'timezone_offset is that of another zone',
    'units.time-zone',
    state('system/info', set({ timezone_offset: '-09:30' })),
  ),
  'limits-in-centimetres': read(
    'altitude limits are in centimetres',
    'units.altitude-limits',
    state('flight/info', times(100, 'altitude_takeoff', 'altitude_hard_max', 'altitude_soft_max')),
  ),
  'soft-above-hard': read(
    'altitude_soft_max is above altitude_hard_max',
    'units.altitude-limits',
    state('flight/info', (value) => {
      value.altitude_soft_max = Number(value.altitude_hard_max) + 5;
    }),
  ),
  unrounded: read(
    'the altitude has all digits of the estimate',
    'numbers.are-rounded',
    state(
      'flight/state',
      mapped('altitude', (old) => Number(old) + 0.0012345),
    ),
  ),
  'null-for-absent': read(
    'fields that cannot be gathered are null',
    'fields.absent-not-null',
    state('flight/state', set({ kite_gps_accuracy: null })),
  ),
  'no-boards': read(
    'system/info lacks the list of boards',
    'system.info.field.boards',
    state('system/info', without('boards')),
  ),
  'board-without-id': read(
    'a board has no id',
    'system.info.field.boards[].id',
    state('system/info', (value) => {
      for (const board of value.boards as Record<string, unknown>[]) delete board.id;
    }),
  ),
  'installation-spelled': read(
    'installation is written RooftopBox',
    'system.info.field.installation',
    state('system/info', set({ installation: 'RooftopBox' })),
  ),
  'space-as-text': read(
    'total_space is a text',
    'recordings.state.field.total_space',
    everywhere('recordings/state', mapped('total_space', String)),
  ),
  'free-above-total': read(
    'available_space and total_space are swapped',
    'recordings.state.space',
    state('recordings/state', (value) => {
      [value.available_space, value.total_space] = [value.total_space, value.available_space];
    }),
  ),
  'nobody-is-absent': read(
    'controlling_client is absent in place of null',
    'handoff.state.field.controlling_client',
    everywhere('handoff/state', without('controlling_client')),
  ),
  'lids-without-box': read(
    'rtb_lids_state is missing with a Rooftop Box',
    'system.state.rooftop-box',
    everywhere('system/state', without('rtb_lids_state')),
  ),
  'local-times': read(
    'created_at of sessions has no offset',
    'auth.tokens.field.[].created_at',
    items(
      'auth/tokens',
      mapped('created_at', (old) => String(old).slice(0, 19)),
    ),
  ),
  'expired-sessions': read(
    'valid_until of sessions is that of their creation',
    'auth.tokens.are-valid',
    items('auth/tokens', (item) => {
      item.valid_until = item.created_at;
    }),
  ),
  'severity-spelled': read(
    'the dictionary writes severities in small letters',
    'notifications.dictionary.field.[].severity',
    items(
      'notifications/dictionary',
      mapped('severity', (old) => String(old).toLowerCase()),
    ),
  ),
  'code-twice': read(
    'the dictionary has a code twice',
    'notifications.dictionary.codes-are-unique',
    state('notifications/dictionary', (list) => {
      const codes = list as unknown as unknown[];
      codes.push(codes[0]);
    }),
  ),
  'fov-in-radians': read(
    'the field of view is in radians',
    'units.field-of-view',
    state('videostreams/zoom/state', times(RAD_PER_DEG, 'fov_horizontal', 'fov_vertical')),
    VIDEO,
  ),
  'stream-looks-elsewhere': read(
    'a stream gives the pan of the gimbal without the heading of the Kite',
    'videostreams.state.looks-where-the-camera-looks',
    state('videostreams/zoom/state', set({ pan_ned: 33 })),
    VIDEO,
  ),
  'palette-of-colour': read(
    'colour streams have a palette',
    'videostreams.palette-of-thermal',
    state('videostreams/zoom/state', set({ thermal_color_palette: 'WhiteHot' })),
    VIDEO,
  ),
  'stream-host': read(
    'RTSP addresses name a host inside of the station',
    'videostreams.urls',
    items('videostreams', set({ rtsp_url: 'rtsp://192.168.2.1:8554/zoom' })),
    VIDEO,
  ),
};
