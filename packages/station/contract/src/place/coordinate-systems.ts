import type { LatLon } from './geo.ts';
import { lv95 } from './lv95.ts';
import { type Utm, utmOf } from './utm.ts';

export const COORDINATE_SYSTEM_IDS = ['decimal', 'dms', 'mgrs', 'utm', 'lv95'] as const;
export type CoordinateSystemId = (typeof COORDINATE_SYSTEM_IDS)[number];

/** A notation of a position. To add one, add a line to `COORDINATE_SYSTEMS`. */
interface CoordinateSystem {
  readonly id: CoordinateSystemId;
  /** The notation as text, as it is read out. */
  readonly name: string;
  /** National system: outside its country it is not shown as missing. */
  readonly isLocal: boolean;
  /** Undefined outside the area of the system. */
  readonly textOf: (at: LatLon) => string | undefined;
}

export const COORDINATE_SYSTEMS: readonly CoordinateSystem[] = [
  { id: 'decimal', name: 'WGS 84', isLocal: false, textOf: decimalText },
  { id: 'dms', name: 'DMS', isLocal: false, textOf: dmsText },
  { id: 'mgrs', name: 'MGRS', isLocal: false, textOf: mgrsText },
  { id: 'utm', name: 'UTM', isLocal: false, textOf: utmText },
  { id: 'lv95', name: 'LV95', isLocal: true, textOf: lv95Text },
];

/** Six digits: 11 cm. */
function decimalText({ latDeg, lonDeg }: LatLon): string {
  return `${fixed(latDeg, 6)}, ${fixed(lonDeg, 6)}`;
}

/** Never `-0.000000`. */
const fixed = (value: number, digits: number) => {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text;
};

function dmsText({ latDeg, lonDeg }: LatLon): string {
  return `${sexagesimal(latDeg, 2, 'N', 'S')} ${sexagesimal(lonDeg, 3, 'E', 'W')}`;
}

/** Hundredths of a second: 31 cm. Rounded before it is split, so that there are never 60 seconds. */
function sexagesimal(deg: number, digits: number, positive: string, negative: string): string {
  const hundredths = Math.round(Math.abs(deg) * 360_000);
  const seconds = ((hundredths % 6000) / 100).toFixed(2).padStart(5, '0');
  const minutes = String(Math.floor(hundredths / 6000) % 60).padStart(2, '0');
  const degrees = String(Math.floor(hundredths / 360_000)).padStart(digits, '0');
  return `${degrees}°${minutes}′${seconds}″${deg < 0 && hundredths > 0 ? negative : positive}`;
}

/** Zone and band, easting, northing, to the nearest metre. */
function utmText(at: LatLon): string | undefined {
  const utm = utmOf(at);
  return utm && `${utm.zone}${utm.band} ${Math.round(utm.eastingM)} ${Math.round(utm.northingM)}`;
}

/** Columns of 100 km, by zone. */
const COLUMNS = ['ABCDEFGH', 'JKLMNPQR', 'STUVWXYZ'] as const;
const ROWS = 'ABCDEFGHJKLMNPQRSTUV';
/** A point computed from the corner of a square belongs to that square, despite rounding of the computation. */
const CORNER_M = 1e-6;

/** The square of one metre that contains the position: truncated, not rounded. Source: NGA.STND.0037. */
function mgrsText(at: LatLon): string | undefined {
  const utm = utmOf(at);
  return utm && `${String(utm.zone).padStart(2, '0')}${utm.band} ${square(utm)} ${withinSquare(utm)}`;
}

function square({ eastingM, northingM, zone }: Utm): string {
  const column = COLUMNS[(zone - 1) % 3]?.charAt(Math.floor((eastingM + CORNER_M) / 100_000) - 1) ?? '';
  const row = Math.floor((northingM + CORNER_M) / 100_000) + (zone % 2 === 0 ? 5 : 0);
  return column + ROWS.charAt(row % 20);
}

const withinSquare = ({ eastingM, northingM }: Utm): string =>
  [eastingM, northingM].map((m) => String(Math.floor(m + CORNER_M) % 100_000).padStart(5, '0')).join(' ');

function lv95Text(at: LatLon): string | undefined {
  const grid = lv95(at);
  return grid && `${Math.round(grid.eastM)} / ${Math.round(grid.northM)}`;
}
