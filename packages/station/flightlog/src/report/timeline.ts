import type { LoggedFlight } from '../read/flight.ts';
import { isRenewal } from './renewal.ts';
import { durationText } from './texts.ts';

/** A row of the event table. */
export interface TimelineRow {
  readonly timeUs: number;
  readonly kind: 'state' | 'control' | 'command' | 'notification' | 'hardware' | 'fault';
  readonly level: 'plain' | 'info' | 'watch' | 'bad';
  readonly what: string;
  readonly detail: string;
}

/** All events in order of time. */
export function timeline(flight: LoggedFlight): readonly TimelineRow[] {
  const rows = [
    ...stateRows(flight),
    ...controlRows(flight),
    ...commandRows(flight),
    ...notificationRows(flight),
    ...hardwareRows(flight),
    ...faultRows(flight),
  ];
  return rows.sort((a, b) => a.timeUs - b.timeUs);
}

const lasted = ({ fromUs, isOpen, toUs }: { fromUs: number; isOpen: boolean; toUs: number }): string =>
  isOpen ? 'until the end of the log' : `for ${durationText(toUs - fromUs)}`;

const stateRows = ({ states }: LoggedFlight): TimelineRow[] =>
  states.map((span) => ({
    timeUs: span.fromUs,
    kind: 'state',
    level:
      span.state === 'SafetyLanding' || span.state === 'Unknown'
        ? 'bad'
        : span.state === 'SafetyDescending'
          ? 'watch'
          : 'plain',
    what: span.state,
    detail: lasted(span),
  }));

const controlRows = ({ control }: LoggedFlight): TimelineRow[] =>
  control.map((span) => ({
    timeUs: span.fromUs,
    kind: 'control',
    level: 'plain',
    what: `${span.who} has control`,
    detail: lasted(span),
  }));

const commandRows = ({ commands }: LoggedFlight): TimelineRow[] =>
  commands
    .filter((it) => !isRenewal(it))
    .map(({ body, error_code: code, message, operation, plugin_name: plugin, status, timeUs }) => ({
      timeUs,
      kind: 'command',
      level: code === undefined ? 'plain' : 'watch',
      what: body === undefined ? operation : `${operation} ${JSON.stringify(body)}`,
      detail: code === undefined ? `${plugin}: ${status}` : `${plugin}: ${status} ${code}, ${message ?? ''}`,
    }));

export const LEVELS = { Info: 'info', Warning: 'watch', Critical: 'bad', Fatal: 'bad' } as const;

const notificationRows = ({ notifications }: LoggedFlight): TimelineRow[] =>
  notifications.map((span) => ({
    timeUs: span.fromUs,
    kind: 'notification',
    level: LEVELS[span.shown.severity],
    what: `${span.shown.code} ${span.shown.message}`,
    detail: `${span.shown.severity}, ${lasted(span)}`,
  }));

const hardwareRows = ({ hazards }: LoggedFlight): TimelineRow[] =>
  hazards.map((span) => ({
    timeUs: span.fromUs,
    kind: 'hardware',
    level: 'bad',
    what: span.name.replaceAll('_', ' '),
    detail: lasted(span),
  }));

const faultRows = ({ faults }: LoggedFlight): TimelineRow[] =>
  faults.map((span) => ({
    timeUs: span.fromUs,
    kind: 'fault',
    level: 'info',
    what: `${span.shown.type} ${parametersText(span.shown.parameters)}`.trim(),
    detail: `${span.shown.status}${span.shown.reason === undefined ? '' : ` (${span.shown.reason})`}, ${lasted(span)}`,
  }));

const parametersText = (parameters: Readonly<Record<string, unknown>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
