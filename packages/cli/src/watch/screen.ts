import { clientName, operatorName } from '@kitestring/station-contract/handoff/client-name.ts';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import type { Readiness } from '@kitestring/station-contract/station/readiness.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';
import type { TerminalOutput } from '../context.ts';
import { bar, compass, figure, stateText } from '../gauges.ts';
import { paint } from '../terminal-text.ts';
import type { StationPicture } from './station-picture.ts';

const CELLS = 32;

const SEVERITY_COLOURS = { Info: 'blue', Warning: 'yellow', Critical: 'red', Fatal: 'red' } as const;

/** The state of a station as terminal lines. */
export function stationScreen(out: TerminalOutput, title: string, picture: StationPicture): string[] {
  const { time = '', isLive } = picture;
  const status = isLive ? paint(out, 'green', 'live') : paint(out, ['red', 'bold'], 'stale');
  return [
    `${paint(out, 'bold', title)}  ${paint(out, 'dim', time.slice(0, 21).replace('T', ' '))}  ${status}`,
    '',
    ...flightLines(out, picture),
    ...cameraLines(out, picture),
    ...systemLines(out, picture.system),
    ...readinessLines(out, picture.readiness),
    ...handoffLines(out, picture.handoff),
    ...notificationLines(out, picture),
    '',
    paint(out, 'dim', '  Ctrl-C to quit'),
  ];
}

const row = (out: TerminalOutput, name: string, text: string): string =>
  `  ${paint(out, 'dim', name.padEnd(9))} ${text}`;

function flightLines(out: TerminalOutput, { flight }: StationPicture): string[] {
  if (flight === undefined) return [row(out, 'Kite', 'waiting for the station')];
  const { altitude = 0, altitude_target: targetM } = flight;
  const scaleM = Math.max(12, (targetM ?? 0) * 1.2, altitude * 1.1);
  const doing = [flight.is_changing_altitude ? 'changing altitude' : '', flight.is_rotating ? 'rotating' : ''];
  const target = targetM === undefined ? '' : `  to ${targetM.toFixed(1)} m`;
  return [
    row(out, 'Kite', [stateText(out, flight.flight_state), ...doing.filter((text) => text !== '')].join(', ')),
    row(out, 'Altitude', `${bar(out, altitude, scaleM, CELLS, targetM)} ${figure(flight.altitude, ' m')}${target}`),
    row(out, 'Heading', `${compass(out, flight.kite_heading ?? 0, CELLS)} ${figure(flight.kite_heading, '°')}`),
    row(
      out,
      'Position',
      position(flight.kite_gps_has_fix, flight.kite_gps_lat, flight.kite_gps_lon, flight.kite_gps_accuracy),
    ),
    '',
  ];
}

function cameraLines(out: TerminalOutput, { camera }: StationPicture): string[] {
  if (camera === undefined) return [row(out, 'Camera', 'none'), ''];
  const state = camera.online_state === 'Online' ? '' : paint(out, 'red', ' offline');
  return [
    row(out, 'Camera', `${compass(out, camera.pan_ned ?? 0, CELLS)} ${figure(camera.pan_ned, '°')}${state}`),
    row(out, 'Tilt', `${bar(out, (camera.tilt_ned ?? 0) + 20, 110, CELLS)} ${figure(camera.tilt_ned, '°')}`),
    '',
  ];
}

function systemLines(out: TerminalOutput, system: SystemState | undefined): string[] {
  if (system === undefined) return [];
  const battery = (level: number | undefined) => `${bar(out, level ?? 0, 100, 10)} ${figure(level, ' %', 0, 3)}`;
  const box = [
    system.rtb_lids_state === undefined ? undefined : `lids ${system.rtb_lids_state}`,
    system.rtb_parking_brake_state === undefined ? undefined : `brake ${system.rtb_parking_brake_state}`,
    system.rtb_external_safety_land_button_state === 'Pressed'
      ? paint(out, 'red', 'safety land button pressed')
      : undefined,
  ].filter((text) => text !== undefined);
  const { status = 'none', error_codes: errors = [] } = system.drone_id ?? {};
  return [
    row(
      out,
      'Batteries',
      `Kite ${battery(system.kite_battery_level)}   Ground Station ${battery(system.gs_battery_level)}`,
    ),
    row(out, 'Power', figure(system.gs_input_voltage, ' V', 1, 5).trimStart()),
    ...(box.length === 0 ? [] : [row(out, 'Box', box.join(', '))]),
    row(out, 'Remote ID', [status, ...errors].join(' ')),
  ];
}

/** The checks that refuse take-off; one line if there are none. */
function readinessLines(out: TerminalOutput, readiness: Readiness | undefined): string[] {
  if (readiness === undefined) return [];
  const { checks, ready } = readiness;
  const unknown = checks.filter(({ state }) => state === 'unknown').length;
  const aside = unknown === 0 ? '' : `, ${unknown} not measured`;
  if (ready) return [row(out, 'Take-off', `${paint(out, 'green', 'ready')}, ${checks.length} checks${aside}`)];
  const reasons = checks.flatMap(({ message }) => (message === undefined ? [] : [message]));
  return reasons.map((reason, index) =>
    row(out, index === 0 ? 'Take-off' : '', `${paint(out, 'red', 'refused')} ${reason}`),
  );
}

function handoffLines(out: TerminalOutput, handoff: HandoffState | undefined): string[] {
  if (handoff === undefined) return [];
  const { controlling_client: holder, requesting_clients: waiting } = handoff;
  const queue = waiting.length === 0 ? '' : `, waiting: ${waiting.map(operatorName).join(', ')}`;
  const inControl = holder === null ? 'no client' : clientName(holder);
  return [row(out, 'Control', `${inControl}${queue}`), ''];
}

function notificationLines(out: TerminalOutput, { notifications }: StationPicture): string[] {
  if (notifications.size === 0) return [row(out, 'Messages', 'none')];
  return [...notifications.values()].map(({ severity, code, message }) =>
    row(out, String(code), `${paint(out, SEVERITY_COLOURS[severity], severity)} ${message}`),
  );
}

function position(hasFix: boolean | undefined, latDeg?: number, lonDeg?: number, accuracyM?: number): string {
  if (hasFix !== true || latDeg === undefined || lonDeg === undefined) return 'no GPS fix';
  return `${latDeg.toFixed(6)}, ${lonDeg.toFixed(6)} ± ${(accuracyM ?? 0).toFixed(1)} m`;
}
