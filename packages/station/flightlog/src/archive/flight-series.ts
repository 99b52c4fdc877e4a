import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { FlightData, FlightSeriesName } from '@kitestring/station-contract/station/flights.ts';
import type { TelemetryName, TelemetryRecord } from '../channels/telemetry.ts';

/** The log has no more. */
const PERIOD_MIN_US = 200_000;

type NumberName = {
  [Name in TelemetryName]: TelemetryRecord[Name] extends number | undefined ? Name : never;
}[TelemetryName];

/** Aggregation of a period: its highest value, or its last one. */
const COLUMNS: Readonly<Record<FlightSeriesName, readonly [NumberName, 'last' | 'highest']>> = {
  altitude: ['altitude_m', 'last'],
  altitude_target: ['altitude_target_m', 'last'],
  wind: ['wind_mps', 'highest'],
  tension: ['tether_tension_n', 'highest'],
  tether_out: ['tether_length_m', 'last'],
  kite_battery: ['kite_battery_percent', 'last'],
  gs_battery: ['gs_battery_percent', 'last'],
  heading: ['heading_deg', 'last'],
  camera_pan: ['camera_pan_deg', 'last'],
  camera_tilt: ['camera_tilt_deg', 'last'],
  east: ['drift_east_m', 'last'],
  north: ['drift_north_m', 'last'],
};
const NAMES = Object.keys(COLUMNS) as readonly FlightSeriesName[];

interface Column {
  readonly name: FlightSeriesName;
  readonly source: NumberName;
  readonly isHighest: boolean;
  readonly values: Float64Array;
}

/** Readings of a part of a flight in periods of equal length: what they take does not grow with the flight. */
export class FlightSeries {
  readonly #fromUs: number;
  readonly #periodUs: number;
  readonly #count: number;
  readonly #columns: readonly Column[];

  constructor(fromUs: number, toUs: number, pointsMax: number) {
    const lengthUs = Math.max(PERIOD_MIN_US, toUs - fromUs);
    this.#fromUs = fromUs;
    this.#periodUs = Math.max(PERIOD_MIN_US, Math.ceil(lengthUs / pointsMax));
    this.#count = Math.min(pointsMax, Math.ceil(lengthUs / this.#periodUs));
    this.#columns = NAMES.map((name) => {
      const [source, kind] = COLUMNS[name];
      return { name, source, isHighest: kind === 'highest', values: new Float64Array(this.#count).fill(Number.NaN) };
    });
  }

  add(timeUs: number, telemetry: TelemetryRecord): void {
    const at = Math.floor((timeUs - this.#fromUs) / this.#periodUs);
    if (at < 0 || at >= this.#count) return;
    for (const { isHighest, source, values } of this.#columns) {
      const value = telemetry[source];
      if (value === undefined || (isHighest && value <= (values[at] as number))) continue;
      values[at] = value;
    }
  }

  data(): FlightData {
    const columns = this.#columns.map(({ name, values }) => [name, Array.from(values, shown)]);
    return {
      from_time: formatTimestamp(this.#fromUs),
      period_s: this.#periodUs / 1e6,
      ...(Object.fromEntries(columns) as Record<FlightSeriesName, (number | null)[]>),
    };
  }
}

const shown = (value: number): number | null => (Number.isNaN(value) ? null : Math.round(value * 100) / 100);
