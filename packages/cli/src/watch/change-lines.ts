import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import { clientName } from '@kitestring/station-contract/handoff/client-name.ts';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { Readiness } from '@kitestring/station-contract/station/readiness.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';
import type { Change } from './station-picture.ts';

/** Figures change all the time; this rate is enough for reading. */
const SAME_STATE_EVERY_MS = 1000;

/** Converts changes into log lines: a changed word at once, changed figures at intervals. */
export class ChangeLines {
  readonly #nowMs: () => number;
  readonly #shown = new Map<string, { readonly words: string; readonly atMs: number }>();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** @returns undefined if there is nothing to report yet */
  lineOf({ topic, time, data }: Change): string | undefined {
    const { words, figures } = describe(topic, data);
    const last = this.#shown.get(topic);
    const atMs = this.#nowMs();
    const isFresh = last !== undefined && atMs - last.atMs < SAME_STATE_EVERY_MS;
    if (last?.words === words && (isFresh || figures === '')) return undefined;
    this.#shown.set(topic, { words, atMs });
    return `${time.slice(0, 23)} ${topic.padEnd(20)}${[words, figures].filter((text) => text !== '').join(' ')}`;
  }
}

function describe(topic: string, data: unknown): { words: string; figures: string } {
  if (topic === 'flight/state') return describeFlight(data as FlightState);
  if (topic === 'camera/state') return describeCamera(data as CameraState);
  if (topic === 'system/state') return describeSystem(data as SystemState);
  if (topic === 'handoff/state') return describeHandoff(data as HandoffState);
  if (topic === 'station/readiness') return describeReadiness(data as Readiness);
  return describeNotification(data as Notification);
}

function describeFlight({
  flight_state,
  altitude,
  altitude_target,
  kite_heading,
  is_rotating,
  is_changing_altitude,
}: FlightState) {
  const doing = `${is_changing_altitude ? ' changing-altitude' : ''}${is_rotating ? ' rotating' : ''}`;
  return {
    words: `${flight_state}${doing}`,
    figures: fields({ altitude, target: altitude_target, heading: kite_heading }),
  };
}

const describeCamera = ({ online_state, pan_ned, tilt_ned, roll_ned }: CameraState) => ({
  words: online_state,
  figures: fields({ pan: pan_ned, tilt: tilt_ned, roll: roll_ned }),
});

const describeSystem = (system: SystemState) => ({
  words: `lids ${system.rtb_lids_state ?? 'none'}, remote-id ${system.drone_id?.status ?? 'none'}`,
  figures: fields({ kite: system.kite_battery_level, gs: system.gs_battery_level, volts: system.gs_input_voltage }),
});

const describeHandoff = ({ controlling_client: holder, requesting_clients: waiting }: HandoffState) => ({
  words: `${holder === null ? 'no client' : clientName(holder)} in control, ${waiting.length} waiting`,
  figures: '',
});

const describeReadiness = ({ checks, ready }: Readiness) => ({
  words: ready
    ? 'ready for take-off'
    : `not ready: ${checks.flatMap(({ message }) => (message === undefined ? [] : [message])).join('; ')}`,
  figures: '',
});

const describeNotification = ({ severity, code, message, begin_time, end_time }: Notification) => ({
  words: `${severity} ${code} ${message} ${end_time === undefined ? `since ${begin_time}` : `ended ${end_time}`}`,
  figures: '',
});

function fields(values: Readonly<Record<string, number | undefined>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value.toFixed(1)}`]))
    .join(' ');
}
