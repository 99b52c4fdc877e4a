import type { ApiVersion } from '@kitestring/contract/versions.ts';
import { answerOf, command, items, mapped, refusal, set, state, withHeader, without } from '../changes.ts';
import type { Defect, DefectChange } from '../defect.ts';

type More = Partial<Pick<Defect, 'hasVideo' | 'level'>>;

/** A mistake of a station that is to speak an older version, most of them by being newer than it says. */
const of =
  (apiVersion: ApiVersion) =>
  (id: string, does: string, caughtBy: string, make: () => DefectChange, more: More = {}): Defect => ({
    ...{ id, does, caughtBy, level: 'read', make, apiVersion },
    ...more,
  });

const middle = of('1.0.0');
const preview = of('0.5.0');

const UPDATE = 'auth/plugin/update';
const control: More = { level: 'control' };
const video: More = { hasVideo: true };

/** Answers what is 404 in this version as the newer one does. */
const present = (path: string, status: number) => refusal(path, 404, () => answerOf(status, {}));

export const OLDER_DEFECTS: readonly Defect[] = [
  middle(
    'lids-too-early',
    'lids open by command',
    'absent.system.control.open_rtb_lids',
    present('system/control/open_rtb_lids', 202),
    control,
  ),
  middle(
    'hours-too-early',
    'flight/info has total_kite_flight_hours',
    'flight.info.without-field.total_kite_flight_hours',
    state('flight/info', set({ total_kite_flight_hours: 1 })),
  ),
  middle(
    'brake-too-early',
    'system/state has rtb_parking_brake_state',
    'system.state.without-field.rtb_parking_brake_state',
    state('system/state', set({ rtb_parking_brake_state: 'Engaged' })),
  ),
  middle(
    'new-installation',
    'installation is Rooftop Box in place of RTB',
    'system.info.field.installation',
    state('system/info', set({ installation: 'Rooftop Box' })),
  ),
  middle(
    'disabled-remote-id',
    'drone_id says DISABLED, for which the version has no word',
    'system.info.field.drone_id.regulatory_mode',
    state('system/info', set({ drone_id: { regulatory_mode: 'DISABLED', serial: 'K1' } })),
  ),
  middle(
    'deprecated-too-early',
    'state of the plugin is deprecated already',
    'auth.plugin.update.is-current',
    () => ({
      answer: (answer, { path }) => (path === UPDATE ? withHeader(answer, 'deprecation', '@1735689600') : answer),
    }),
    control,
  ),
  middle(
    'self-status-too-early',
    'self_status is looked at',
    'auth.plugin.update.self-status-is-unknown',
    () => ({
      request: (request) =>
        request.path === UPDATE && request.body.includes('self_status')
          ? { answer: answerOf(422, { code: 'INVALID_SELF_STATUS', message: 'self_status' }) }
          : request,
    }),
    control,
  ),
  middle(
    'active-taken',
    'a client may set state to Active',
    'auth.plugin.update.state-of-the-station',
    command(UPDATE, (body) => (body.state === 'Active' ? { ...body, state: 'Connected' } : body)),
    control,
  ),

  preview(
    'newer-paths',
    'paths below /v1 are served, too',
    'absent.flight.state',
    present('/api/v1/flight/state', 200),
  ),
  preview('health-of-newer', 'health is at /api/health, too', 'absent.health', present('/api/health', 200)),
  preview('https-in-preview', 'HTTPS is spoken', 'tls.absent', () => ({ tls: {} })),
  preview('limits-in-preview', 'requests are counted', 'limits.absent', () => ({
    answer: (answer, { path }) =>
      path === 'flight/info' ? withHeader(answer, 'ratelimit', '"reads";r=5;t=1') : answer,
  })),
  preview(
    'propeller-in-preview',
    'system/info has propeller_model',
    'system.info.without-field.propeller_model',
    state('system/info', set({ propeller_model: 'Propeller 2nd Generation' })),
  ),
  preview(
    'tilt-limits-in-preview',
    'camera/info has tilt_min',
    'camera.info.without-field.tilt_min',
    state('camera/info', set({ tilt_min: -11 })),
  ),
  preview(
    'speeds-missing',
    'camera/info lacks pan_speed_min',
    'camera.info.field.pan_speed_min',
    state('camera/info', without('pan_speed_min')),
  ),
  preview(
    'no-documented-url',
    'the token URL of the document is 404',
    'auth.token.request.by-documented-url',
    refusal('authentication/tokens/request', 200, () => answerOf(404, { code: 'NOT_FOUND', message: 'no' })),
  ),
  preview(
    'no-address',
    'ip_address of the client in control is not shown',
    'handoff.ip-address',
    state('handoff/state', ({ controlling_client: holder }) => {
      if (holder !== null) delete (holder as Record<string, unknown>).ip_address;
    }),
    control,
  ),
  preview(
    'position-wanted',
    'the position of the operator is looked at',
    'handoff.no-operator-position',
    () => ({
      request: (request) =>
        request.path === 'handoff/control/request' && request.body.includes('operator_gps_lat')
          ? { answer: answerOf(400, { code: 'INVALID_REQUEST', message: 'operator_gps_lat' }) }
          : request,
    }),
    control,
  ),
  preview(
    'rtsp-url-in-preview',
    'streams have rtsp_url in place of url',
    'videostreams.field.[].url',
    items('videostreams', (item) => {
      item.rtsp_url = item.url;
      delete item.url;
    }),
    video,
  ),
  preview(
    'paths-of-newer-streams',
    'streams have the paths of newer versions',
    'videostreams.urls-of-the-preview',
    items(
      'videostreams',
      mapped('url', (old) => String(old).replace('/video', '/zoom')),
    ),
    video,
  ),
  preview(
    'started-with-201',
    'a recording starts with 201',
    'recordings.control.start-and-stop',
    refusal('recordings/control/start', 200, () => answerOf(201)),
    { ...control, ...video },
  ),
  preview(
    'plain-ids',
    'recording_id is plain everywhere',
    'recordings.id-is-encoded',
    items(
      'recordings',
      mapped('recording_id', (old) => decodeURIComponent(String(old))),
    ),
    { ...control, ...video },
  ),
  preview(
    'abort-in-flight',
    'abort is taken in Flying',
    'flight.refused-in-flying',
    refusal('flight/control/abort', 409, () => answerOf(202)),
    { level: 'flight' },
  ),
];
