import type { LoggedFlight } from '../read/flight.ts';
import { isRenewal } from './renewal.ts';
import { reportSeries, type Series } from './series.ts';
import { LEVELS } from './timeline.ts';

/** One mark in a lane; a point when it has no length. */
interface LaneItem {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly level: 'plain' | 'info' | 'watch' | 'bad';
  readonly isPoint?: true;
  /** Drawn as a band in the colour of this state. */
  readonly state?: string;
  readonly isNarrowHidden?: true;
}

interface Lane {
  readonly title: string;
  readonly items: readonly LaneItem[];
  readonly isOneRow?: true;
}

/** Input of the page's script. Times are seconds from the start of the log. */
export interface PageData {
  readonly fromS: number;
  readonly lengthS: number;
  readonly series: Series;
  readonly states: readonly { readonly from: number; readonly to: number; readonly state: string }[];
  readonly lanes: readonly Lane[];
}

const LABEL_MAX = 90;

export function pageData(flight: LoggedFlight): PageData {
  const seconds = (us: number) => Math.round((us - flight.fromUs) / 1e4) / 100;
  const span = ({ fromUs, toUs }: { fromUs: number; toUs: number }) => ({ from: seconds(fromUs), to: seconds(toUs) });
  return {
    fromS: flight.fromUs / 1e6,
    lengthS: Math.max(seconds(flight.toUs), 1),
    series: reportSeries(flight),
    states: flight.states.map((it) => ({ ...span(it), state: it.state })),
    lanes: lanes(flight, span),
  };
}

type ToSpan = (span: { fromUs: number; toUs: number }) => { from: number; to: number };

function lanes(flight: LoggedFlight, span: ToSpan): Lane[] {
  return [
    {
      title: 'State',
      isOneRow: true,
      items: flight.states.map((it) => ({
        ...span(it),
        label: it.state,
        state: it.state,
        level: 'plain',
        isNarrowHidden: true,
      })),
    },
    {
      title: 'Control',
      items: flight.control.map((it) => ({ ...span(it), label: shortened(it.who), level: 'plain' })),
    },
    { title: 'Commands', items: flight.commands.filter((it) => !isRenewal(it)).map((it) => commandItem(it, span)) },
    {
      title: 'Notifications',
      items: flight.notifications.map((it) => ({
        ...span(it),
        label: shortened(`${it.shown.code} ${it.shown.message}`),
        level: LEVELS[it.shown.severity],
      })),
    },
    {
      title: 'Hardware',
      items: flight.hazards.map((it) => ({ ...span(it), label: it.name.replaceAll('_', ' '), level: 'bad' })),
    },
    { title: 'Faults', items: flight.faults.map((it) => ({ ...span(it), label: it.shown.type, level: 'info' })) },
  ];
}

function commandItem(
  { body, error_code: code, operation, timeUs }: LoggedFlight['commands'][number],
  span: ToSpan,
): LaneItem {
  const name = operation.split('.').at(-1) ?? operation;
  const figures = body === undefined ? '' : ` ${Object.values(body as object).join(' ')}`;
  const label = shortened(`${name}${figures}${code === undefined ? '' : ` ✕ ${code}`}`);
  const level = code === undefined ? 'plain' : 'watch';
  return { ...span({ fromUs: timeUs, toUs: timeUs }), label, level, isPoint: true };
}

const shortened = (text: string): string => (text.length > LABEL_MAX ? `${text.slice(0, LABEL_MAX - 1)}…` : text);
