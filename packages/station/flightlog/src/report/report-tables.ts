import { escaped } from '@kitestring/base/markup.ts';
import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { ReadinessCheck } from '@kitestring/station-contract/station/readiness.ts';
import type { LoggedFlight, NotificationSpan } from '../read/flight.ts';
import { clockText, dateText, durationText } from './texts.ts';

/** Tables of an incident report; one without rows is omitted. */
export const tables = (flight: LoggedFlight): string =>
  [
    table('Who was in control (UTC)', ['From', 'To', 'For', 'Who'], flight.control.map(controlRow)),
    table('Notifications (UTC)', ['From', 'To', 'Severity', 'Notification'], flight.notifications.map(notificationRow)),
    table('Readiness, signed (UTC)', ['Time', 'Who', 'Take-off', 'Checks'], flight.signatures.map(signatureRow)),
    table('Checklist of the crew (UTC)', ['Check', 'Time', 'Who'], flight.checklist.map(checklistRow)),
  ].join('');

export const incidentLine = (incident: LoggedFlight['incident']): string =>
  incident === undefined
    ? ''
    : `<p class="incident">Incident <strong>${escaped(incident.number)}</strong> ${escaped(incident.title)}</p>\n`;

const table = (title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : `<section class="card"><h2>${title}</h2>${htmlTable(heads, rows)}</section>\n`;

/** Empty without rows. */
export function htmlTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const head = heads.map((text) => `<th>${escaped(text)}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('\n');
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`;
}

type Span = Pick<NotificationSpan, 'fromUs' | 'toUs' | 'isOpen'>;

const endText = ({ isOpen, toUs }: Span): string => (isOpen ? 'end of the log' : clockText(toUs));

const controlRow = (span: LoggedFlight['control'][number]): readonly string[] => [
  clockText(span.fromUs),
  endText(span),
  durationText(span.toUs - span.fromUs),
  span.who,
];

const notificationRow = (span: NotificationSpan): readonly string[] => [
  clockText(span.fromUs),
  endText(span),
  span.shown.severity,
  `${span.shown.code} ${span.shown.message}`,
];

const checklistRow = ({ checked_at, checked_by = '', text }: LoggedFlight['checklist'][number]): readonly string[] => [
  text,
  checked_at === undefined ? 'not checked' : dateText(parseTimestamp(checked_at) ?? 0),
  checked_by,
];

const signatureRow = ({
  checks,
  name,
  plugin_name,
  ready,
  signed_at,
}: LoggedFlight['signatures'][number]): readonly string[] => [
  dateText(parseTimestamp(signed_at) ?? 0),
  `${name} (${plugin_name})`,
  ready ? 'ready' : 'refused',
  checks.map(checkText).join(', '),
];

export function checkText({ check, state, unit, value }: ReadinessCheck): string {
  const figure = value === undefined ? '' : ` ${Math.round(value * 10) / 10}${unit === undefined ? '' : ` ${unit}`}`;
  return `${check.replaceAll('_', ' ')}${figure}${state === 'ok' ? '' : ` (${state})`}`;
}
