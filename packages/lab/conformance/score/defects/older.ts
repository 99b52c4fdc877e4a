import { answerOf, command, items, mapped, refusal, set, state, withHeader, without } from '../changes.ts';
import { type DefectTable, defectWith, VIDEO } from './defect-table.ts';

// Most defects of an older version are features of a newer one.
const middle = defectWith({ level: 'read', apiVersion: '1.0.0' });
const preview = defectWith({ level: 'read', apiVersion: '0.5.0' });

const UPDATE = 'auth/plugin/update';
const CONTROL = { level: 'control' } as const;

/** Serves a path that is 404 in this version as the newer version does. */
const present = (path: string, status: number) => refusal(path, 404, () => answerOf(status, {}));

export const OLDER_DEFECTS: DefectTable = {
  'lids-too-early': middle(
    'lids open by command',
    'absent.system.control.open_rtb_lids',
    present('system/control/open_rtb_lids', 202),
    CONTROL,
  ),
  'hours-too-early': middle(
    'flight/info has total_kite_flight_hours',
    'flight.info.without-field.total_kite_flight_hours',
    state('flight/info', set({ total_kite_flight_hours: 1 })),
  ),
  'brake-too-early': middle(
    'system/state has rtb_parking_brake_state',
    'system.state.without-field.rtb_parking_brake_state',
    state('system/state', set({ rtb_parking_brake_state: 'Engaged' })),
  ),
  'new-installation': middle(
    'installation is Rooftop Box in place of RTB',
    'system.info.field.installation',
    state('system/info', set({ installation: 'Rooftop Box' })),
  ),
  'disabled-remote-id': middle(
    'drone_id says DISABLED, for which the version has no word',
    'system.info.field.drone_id.regulatory_mode',
    state('system/info', set({ drone_id: { regulatory_mode: 'DISABLED', serial: 'K1' } })),
  ),
  'deprecated-too-early': middle(
    'state of the plugin is deprecated already',
    'auth.plugin.update.is-current',
    () => ({
      answer: (answer, { path }) => (path === UPDATE ? withHeader(answer, 'deprecation', '@1735689600') : answer),
    }),
    CONTROL,
  ),
  'self-status-too-early': middle(
    'self_status is looked at',
    'auth.plugin.update.self-status-is-unknown',
    () => ({
      request: (request) =>
        request.path === UPDATE && request.body.includes('self_status')
          ? { answer: answerOf(422, { code: 'INVALID_SELF_STATUS', message: 'self_status' }) }
          : request,
    }),
    CONTROL,
  ),
  'active-taken': middle(
    'a client may set state to Active',
    'auth.plugin.update.state-of-the-station',
    command(UPDATE, (body) => (body.state === 'Active' ? { ...body, state: 'Connected' } : body)),
    CONTROL,
  ),

  'newer-paths': preview(
    'paths below /v1 are served, too',
    'absent.flight.state',
    present('/api/v1/flight/state', 200),
  ),
  'health-of-newer': preview('health is at /api/health, too', 'absent.health', present('/api/health', 200)),
  'https-in-preview': preview('HTTPS is spoken', 'tls.absent', () => ({ tls: {} })),
  'limits-in-preview': preview('requests are counted', 'limits.absent', () => ({
    answer: (answer, { path }) =>
      path === 'flight/info' ? withHeader(answer, 'ratelimit', '"reads";r=5;t=1') : answer,
  })),
  'propeller-in-preview': preview(
    'system/info has propeller_model',
    'system.info.without-field.propeller_model',
    state('system/info', set({ propeller_model: 'Propeller 2nd Generation' })),
  ),
  'tilt-limits-in-preview': preview(
    'camera/info has tilt_min',
    'camera.info.without-field.tilt_min',
    state('camera/info', set({ tilt_min: -11 })),
  ),
  'speeds-missing': preview(
    'camera/info lacks pan_speed_min',
    'camera.info.field.pan_speed_min',
    state('camera/info', without('pan_speed_min')),
  ),
  'no-documented-url': preview(
    'the token URL of the document is 404',
    'auth.token.request.by-documented-url',
    refusal('authentication/tokens/request', 200, () => answerOf(404, { code: 'NOT_FOUND', message: 'no' })),
  ),
  'no-address': preview(
    'ip_address of the client in control is not shown',
    'handoff.ip-address',
    state('handoff/state', ({ controlling_client: holder }) => {
      if (holder !== null) delete (holder as Record<string, unknown>).ip_address;
    }),
    CONTROL,
  ),
  'position-wanted': preview(
    'the position of the operator is looked at',
    'handoff.no-operator-position',
    () => ({
      request: (request) =>
        request.path === 'handoff/control/request' && request.body.includes('operator_gps_lat')
          ? { answer: answerOf(400, { code: 'INVALID_REQUEST', message: 'operator_gps_lat' }) }
          : request,
    }),
    CONTROL,
  ),
  'rtsp-url-in-preview': preview(
    'streams have rtsp_url in place of url',
    'videostreams.field.[].url',
    items('videostreams', (item) => {
      item.rtsp_url = item.url;
      delete item.url;
    }),
    VIDEO,
  ),
  'paths-of-newer-streams': preview(
    'streams have the paths of newer versions',
    'videostreams.urls-of-the-preview',
    items(
      'videostreams',
      mapped('url', (old) => String(old).replace('/video', '/zoom')),
    ),
    VIDEO,
  ),
  'started-with-201': preview(
    'a recording starts with 201',
    'recordings.control.start-and-stop',
    refusal('recordings/control/start', 200, () => answerOf(201)),
    { ...CONTROL, ...VIDEO },
  ),
  'plain-ids': preview(
    'recording_id is plain everywhere',
    'recordings.id-is-encoded',
    items(
      'recordings',
      mapped('recording_id', (old) => decodeURIComponent(String(old))),
    ),
    { ...CONTROL, ...VIDEO },
  ),
  'abort-in-flight': preview(
    'abort is taken in Flying',
    'flight.refused-in-flying',
    refusal('flight/control/abort', 409, () => answerOf(202)),
    { level: 'flight' },
  ),
};
