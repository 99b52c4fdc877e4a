import type { Observation } from '../observation.ts';

/** Time shown before a failure. */
const LOOK_BACK_S = 10;

const COLUMNS = [
  'time s',
  'flight_state',
  'altitude m',
  'target m',
  'gps_fix',
  'wind m/s',
  'drift m',
  'tension N',
  'notifications',
] as const;

/** One observation, in the order of the columns. */
type TelemetryRow = readonly string[];

/** The last seconds of a flight, once per second. */
export class TelemetryTable {
  #kept: { readonly atS: number; readonly row: TelemetryRow }[] = [];

  record(observation: Observation): void {
    const { timeS } = observation;
    const last = this.#kept.at(-1)?.atS ?? Number.NEGATIVE_INFINITY;
    if (timeS - last < 1 - 1e-6) return;
    this.#kept.push({ atS: timeS, row: rowOf(observation) });
    if (this.#kept.length > LOOK_BACK_S + 1) this.#kept.shift();
  }

  /** Time restarts. */
  clear(): void {
    this.#kept = [];
  }

  /** The last seconds as a table, ending with this observation. */
  tableWith(observation: Observation): string[] {
    const earlier = this.#kept.filter(({ atS }) => atS < observation.timeS && atS >= observation.timeS - LOOK_BACK_S);
    return tableLines([COLUMNS, ...earlier.map(({ row }) => row), rowOf(observation)]);
  }
}

function rowOf({ timeS, flight, sensors, active }: Observation): TelemetryRow {
  return [
    timeS.toFixed(1),
    flight.flight_state,
    figure(flight.altitude),
    figure(flight.altitude_target),
    flight.kite_gps_has_fix === true ? 'yes' : 'no',
    figure(sensors?.kite?.windSpeedMps),
    figure(sensors?.kite?.driftM),
    figure(sensors?.groundStation.tether?.tensionN),
    active.size === 0 ? '-' : [...active].join(' '),
  ];
}

const figure = (value: number | undefined): string => value?.toFixed(1) ?? '-';

function tableLines(rows: readonly TelemetryRow[]): string[] {
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0, column))
      .join('  ')
      .trimEnd(),
  );
}

/** Numbers right-aligned, words left-aligned. */
const padded = (cell: string, width: number, column: number): string =>
  COLUMNS[column] === 'flight_state' || COLUMNS[column] === 'notifications' ? cell.padEnd(width) : cell.padStart(width);
