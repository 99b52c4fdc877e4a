import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { FleetAlarm } from '@kitestring/hub-contract/fleet/alarms.ts';
import type { FleetEvent } from '@kitestring/hub-contract/fleet/events.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { FLIGHT_STATES } from '@kitestring/station-contract/flight/flight-state.ts';
import {
  NOTIFICATION_SEVERITIES,
  type NotificationSeverity,
} from '@kitestring/station-contract/notifications/notification.ts';
import type { TimeWindow } from './time-window.ts';

export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

type FlightState = (typeof FLIGHT_STATES)[number];

export interface FlightStretch extends Stretch {
  readonly state: FlightState;
}

interface AlarmStretch extends Stretch {
  readonly severity: NotificationSeverity;
  readonly message: string;
}

/** Flights, alarms and lost links of one station in a window of time. */
export interface Lane {
  readonly sid: string;
  /** In the air, by state. */
  readonly flights: readonly FlightStretch[];
  /** Offline. */
  readonly offline: readonly Stretch[];
  readonly alarms: readonly AlarmStretch[];
  /** How much it needs attention: the highest comes first. */
  readonly rank: number;
}

interface LanesInput {
  /** Events of the window, in any order. */
  readonly events: readonly FleetEvent[];
  /** Ends after the window, of alarms that began before its end. */
  readonly endedLater?: readonly FleetEvent[];
  readonly window: TimeWindow;
  readonly bySid: ReadonlyMap<string, HubStation>;
  /** Active alarms, which may have begun before the window. */
  readonly open: readonly FleetAlarm[];
  /** Whether the window ends now: then the stations show the state at its end. */
  readonly isNow: boolean;
}

const timeMs = (timestamp: string): number => (parseTimestamp(timestamp) ?? 0) / 1000;

/** Time of an event, Unix milliseconds. */
export const eventMs = ({ time }: FleetEvent): number => timeMs(time);

/** The stations with data in the window, sorted by attention. */
export function lanesOf(input: LanesInput): readonly Lane[] {
  const bySid = Map.groupBy(
    [...input.events].sort((a, b) => eventMs(a) - eventMs(b)),
    ({ sid }) => sid,
  );
  const sids = new Set([
    ...bySid.keys(),
    ...(input.isNow ? input.bySid.keys() : []),
    ...input.open.map(({ sid }) => sid),
    ...(input.endedLater ?? []).map(({ sid }) => sid),
  ]);
  return [...sids]
    .map((sid) => lane(sid, bySid.get(sid) ?? [], input))
    .filter(({ alarms, flights, offline }) => alarms.length + flights.length + offline.length > 0)
    .sort((a, b) => b.rank - a.rank || name(input, a.sid).localeCompare(name(input, b.sid)));
}

const name = ({ bySid }: LanesInput, sid: string): string => bySid.get(sid)?.name ?? sid;

function lane(sid: string, events: readonly FleetEvent[], input: LanesInput): Lane {
  const flights = flightsOf(events, input.bySid.get(sid), input);
  const offline = offlineOf(events, input.bySid.get(sid), input);
  const alarms = alarmsOf(sid, events, input);
  const worst = Math.max(-1, ...alarms.map(({ severity }) => NOTIFICATION_SEVERITIES.indexOf(severity)));
  const isLost = flights.some((flight) => offline.some((gap) => gap.fromMs < flight.toMs && flight.fromMs < gap.toMs));
  return { sid, flights, offline, alarms, rank: Math.max(worst, isLost ? 2 : flights.length > 0 ? 0 : -1) };
}

const isInAir = (state: FlightState | undefined): state is FlightState =>
  state !== undefined && state !== 'StandBy' && state !== 'Unknown';

/**
 * One state from each change to the next. Before the first change the state follows from that change; without any
 * change it is the current state. After its revocation the state of a station is unknown.
 */
function flightsOf(
  events: readonly FleetEvent[],
  station: HubStation | undefined,
  { isNow, window }: LanesInput,
): readonly FlightStretch[] {
  const changes = events.flatMap((event) => {
    const { previous, state } = event.data as { state?: unknown; previous?: unknown };
    return event.kind === 'flight.phase' && isFlightState(state)
      ? [{ atMs: eventMs(event), state, previous: isFlightState(previous) ? previous : undefined }]
      : [];
  });
  const stretches: FlightStretch[] = [];
  const present = isNow && station?.state !== 'revoked' ? station?.flight_state : undefined;
  let state = changes.length === 0 ? present : changes[0]?.previous;
  let fromMs = window.fromMs;
  const revoked = events.find(({ kind }) => kind === 'station.revoked');
  for (const change of [
    ...changes,
    { atMs: revoked === undefined ? window.toMs : eventMs(revoked), state: undefined },
  ]) {
    if (isInAir(state) && change.atMs > fromMs) stretches.push({ state, fromMs, toMs: change.atMs });
    fromMs = change.atMs;
    state = change.state;
  }
  return stretches;
}

const isFlightState = (value: unknown): value is FlightState => (FLIGHT_STATES as readonly unknown[]).includes(value);

function offlineOf(
  events: readonly FleetEvent[],
  station: HubStation | undefined,
  { isNow, window }: LanesInput,
): readonly Stretch[] {
  const changes = events.filter(({ kind }) => kind === 'station.offline' || kind === 'station.online');
  const isOfflineNow = isNow && station?.state === 'offline';
  const stretches: Stretch[] = [];
  let isOffline = changes.length === 0 ? isOfflineNow : changes[0]?.kind === 'station.online' && !isNew(events);
  let fromMs = window.fromMs;
  for (const change of changes) {
    const atMs = eventMs(change);
    if (isOffline && change.kind === 'station.online') stretches.push({ fromMs, toMs: atMs });
    if (change.kind === 'station.offline') fromMs = atMs;
    isOffline = change.kind === 'station.offline';
  }
  if (isOffline) stretches.push({ fromMs, toMs: window.toMs });
  return stretches;
}

/** A station that was enrolled in the window was not offline before. */
const isNew = (events: readonly FleetEvent[]): boolean => events.some(({ kind }) => kind === 'station.enrolled');

interface Notification {
  readonly code: number;
  readonly began: number;
  readonly severity: NotificationSeverity;
  readonly message: string;
}

function alarmsOf(
  sid: string,
  events: readonly FleetEvent[],
  { endedLater = [], isNow, open, window }: LanesInput,
): readonly AlarmStretch[] {
  const byIdentity = new Map<string, AlarmStretch>();
  const put = (code: number, beganMs: number, stretch: AlarmStretch) => {
    if (stretch.toMs >= window.fromMs && stretch.fromMs <= window.toMs) byIdentity.set(`${code} ${beganMs}`, stretch);
  };
  for (const { began, code, message, severity } of open.filter((alarm) => alarm.sid === sid)) {
    const beganMs = timeMs(began);
    put(code, Math.floor(beganMs), { fromMs: Math.max(window.fromMs, beganMs), toMs: window.toMs, severity, message });
  }
  for (const event of [...events, ...endedLater.filter((end) => end.sid === sid)]) {
    const isBegin = event.kind === 'notification.begin';
    if (!isBegin && event.kind !== 'notification.end') continue;
    const { began, code, message, severity } = event.data as unknown as Notification;
    if (!NOTIFICATION_SEVERITIES.includes(severity) || typeof began !== 'number') continue;
    const fromMs = Math.max(window.fromMs, isBegin ? eventMs(event) : began);
    // Without an end it continues: it is among the open ones, or was forgotten.
    const toMs = isBegin ? (isNow ? window.toMs : fromMs) : Math.min(window.toMs, eventMs(event));
    put(code, began, { fromMs, toMs, severity, message });
  }
  return [...byIdentity.values()].filter(({ severity }) => severity !== 'Info');
}
