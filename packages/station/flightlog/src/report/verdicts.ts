import {
  NOTIFICATION_SEVERITIES,
  type NotificationSeverity,
} from '@kitestring/station-contract/notifications/notification.ts';
import type { LoggedFlight, NotificationSpan, StateSpan } from '../read/flight.ts';
import type { FlightFigures } from './figures.ts';
import { isRenewal } from './renewal.ts';
import { clockText, durationText, numberText } from './texts.ts';

/** One remark on the flight. */
export interface FlightRemark {
  readonly level: 'good' | 'watch' | 'bad';
  readonly text: string;
}

/** Remarks on the flight, most important first. */
export function verdicts(flight: LoggedFlight, figures: FlightFigures): readonly FlightRemark[] {
  return [
    endRemark(flight),
    ...safety(flight),
    notificationsRemark(flight),
    ...driftRemarks(figures),
    ...gps(flight),
    ...hardware(flight),
    ...commandsRemark(flight),
    ...faultsRemark(flight),
    ...logRemark(flight),
  ];
}

const good = (text: string): FlightRemark => ({ level: 'good', text });
const watch = (text: string): FlightRemark => ({ level: 'watch', text });
const bad = (text: string): FlightRemark => ({ level: 'bad', text });

function endRemark({ facts, samples, states, toUs }: LoggedFlight): FlightRemark {
  const last = states.at(-1);
  const { truth } = samples.at(-1) ?? {};
  if (truth?.has_crashed === true) return bad('The Kite crashed: it came down too fast, or beside its cradle.');
  if (last === undefined) return watch('The log holds no flight state.');
  const at = clockText(last.fromUs);
  if (last.state === 'StandBy') return good(`Landed at ${at} and ready again.`);
  if (last.state === 'Unknown') return bad(`Nothing was heard of the Kite from ${at} on.`);
  const why = facts.end.get('reason') ?? 'it was not finished';
  return watch(`The log ends at ${clockText(toUs)} in ${last.state} (${why}).`);
}

const SAFETY_STATES = ['SafetyLanding', 'SafetyDescending'];
/** A cause occurs in the same second or a few seconds before the reaction. */
const CAUSE_US = 5e6;

function safety({ notifications, states }: LoggedFlight): FlightRemark[] {
  return states
    .filter(({ state }) => SAFETY_STATES.includes(state))
    .map((span) => {
      const causes = notifications
        .filter((it) => isCause(it, span))
        .map(({ shown }) => `${shown.code} ${shown.message}`);
      const cause = causes.length > 0 ? `, with ${[...new Set(causes)].join(' and ').replace(/\.$/, '')}` : '';
      const text = `${span.state} at ${clockText(span.fromUs)} for ${durationText(span.toUs - span.fromUs)}${cause}.`;
      return span.state === 'SafetyLanding' ? bad(text) : watch(text);
    });
}

const isCause = ({ fromUs, shown, toUs }: NotificationSpan, span: StateSpan): boolean =>
  shown.severity !== 'Info' &&
  fromUs <= span.fromUs + 1e6 &&
  fromUs >= span.fromUs - CAUSE_US &&
  toUs >= span.fromUs - 1e6;

function notificationsRemark({ notifications }: LoggedFlight): FlightRemark {
  const count = (severity: NotificationSeverity) =>
    notifications.filter(({ shown }) => shown.severity === severity).length;
  const counts = NOTIFICATION_SEVERITIES.toReversed().flatMap((severity) =>
    count(severity) > 0 ? [`${count(severity)} ${severity}`] : [],
  );
  if (counts.length === 0) return good('No notifications.');
  const text = `Notifications: ${counts.join(', ')}.`;
  if (count('Fatal') > 0 || count('Critical') > 0) return bad(text);
  return count('Warning') > 0 ? watch(text) : good(text);
}

/** Horizontal drift of the Kite: remark above the first, limit exceeded above the second. */
const DRIFT_WATCH_M = 2;
const DRIFT_LIMIT_M = 2.5;

function driftRemarks({ driftM }: FlightFigures): FlightRemark[] {
  if (driftM === undefined) return [];
  const text = `Drift at most ${numberText(driftM.value, 1)} m at ${clockText(driftM.timeUs)} (watch from ${DRIFT_WATCH_M} m, limit ${DRIFT_LIMIT_M} m).`;
  if (driftM.value > DRIFT_LIMIT_M) return [bad(text)];
  return [driftM.value > DRIFT_WATCH_M ? watch(text) : good(text)];
}

function gps({ samples, toUs }: LoggedFlight): FlightRemark[] {
  let lostUs = 0;
  let highestM = 0;
  for (const [index, { telemetry, timeUs }] of samples.entries()) {
    if (telemetry.kite_has_gps !== false) continue;
    lostUs += Math.min((samples[index + 1]?.timeUs ?? toUs) - timeUs, SAMPLE_GAP_US);
    highestM = Math.max(highestM, telemetry.altitude_m ?? 0);
  }
  if (lostUs === 0) return [];
  return [
    watch(`The Kite had no GPS position for ${durationText(lostUs)}, at most ${numberText(highestM, 1)} m high.`),
  ];
}

/** Longest gap between samples that still counts as continuous. */
const SAMPLE_GAP_US = 1_000_000;

function hardware({ hazards }: LoggedFlight): FlightRemark[] {
  const names = [...new Set(hazards.map(({ name }) => name.replaceAll('_', ' ')))];
  return names.length === 0 ? [] : [bad(`The hardware reported: ${names.join(', ')}.`)];
}

function commandsRemark({ commands }: LoggedFlight): FlightRemark[] {
  const told = commands.filter((it) => !isRenewal(it));
  const refused = told.filter(({ status }) => status >= 400).length;
  if (told.length === 0) return [];
  const text = `Commands: ${told.length - refused} accepted, ${refused} refused.`;
  return [refused > 0 ? watch(text) : good(text)];
}

function faultsRemark({ faults }: LoggedFlight): FlightRemark[] {
  if (faults.length === 0) return [];
  const names = [...new Set(faults.map(({ shown }) => shown.type))];
  return [watch(`Faults injected into the simulation: ${names.join(', ')}.`)];
}

function logRemark({ facts }: LoggedFlight): FlightRemark[] {
  const lost = Number(facts.end.get('messages_lost') ?? 0);
  const isRecovered = facts.end.get('reason')?.startsWith('recovered') === true;
  return [
    ...(facts.isComplete ? [] : [watch('The log is incomplete: this page shows its readable part.')]),
    ...(facts.isDamaged ? [watch('Pieces of the log are damaged: their content is missing on this page.')] : []),
    ...(isRecovered ? [watch('The station was killed during this flight; the last second may be missing.')] : []),
    ...(lost > 0 ? [watch(`${lost} messages are missing: the disk was too slow.`)] : []),
  ];
}
