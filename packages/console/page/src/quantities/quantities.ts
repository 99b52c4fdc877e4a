/** Units of displayed lengths and speeds, and of entered altitudes. The station uses metres and m/s. */
export const LENGTH_UNITS = ['m', 'ft'] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];
export const SPEED_UNITS = ['m/s', 'kn', 'km/h'] as const;
export type SpeedUnit = (typeof SPEED_UNITS)[number];

/** Number format and units. */
interface QuantityStyle {
  /** BCP 47: decimal sign and grouping. */
  readonly locale: string;
  readonly length: LengthUnit;
  readonly speed: SpeedUnit;
}

/** A number with its unit, separate because the unit is smaller. */
export interface Amount {
  readonly text: string;
  readonly unit: string;
}

export const M_PER_FOOT = 0.3048;
const FEET_PER_M = 1 / M_PER_FOOT;
const PER_MPS: Readonly<Record<SpeedUnit, number>> = { 'm/s': 1, kn: 3600 / 1852, 'km/h': 3.6 };
const S_PER_MIN = 60;
/** Vertical speeds in feet per minute are shown in tens. */
const CLIMB_STEP_FTPM = 10;

/** Formats quantities for the user: the only place where units are converted. */
export class Quantities {
  readonly style: QuantityStyle;
  readonly #formats = new Map<string, Intl.NumberFormat>();

  constructor(style: QuantityStyle) {
    this.style = style;
  }

  /** A number with this number of decimal places. */
  readonly number = (value: number, places = 0): string => this.#format(places, places).format(value).replace('-', '−');

  /** A number with as few decimal places as necessary, up to this number. */
  short(value: number, places: number): string {
    return this.#format(0, places).format(value).replace('-', '−');
  }

  /** Metres, or feet with one decimal less. */
  length(m: number, places = 1): Amount {
    if (this.style.length === 'm') return { text: this.number(m, places), unit: 'm' };
    return { text: this.number(m * FEET_PER_M, Math.max(0, places - 1)), unit: 'ft' };
  }

  lengthText(m: number, places = 1): string {
    return amountText(this.length(m, places));
  }

  /** A limit or a target: `30 m`, `2.5 m`, `98 ft`. */
  roundText(m: number, places = 2): string {
    if (this.style.length === 'm') return `${this.short(m, places)} m`;
    return `${this.short(m * FEET_PER_M, Math.max(0, places - 2))} ft`;
  }

  /** A value compared with an input: in the unit of the field, with metres added if feet are shown. */
  enteredText(m: number): string {
    return this.style.length === 'm' ? this.roundText(m) : `${this.roundText(m)} (${this.short(m, 2)} m)`;
  }

  /** An altitude in its field: to a tenth of a metre, or a foot. */
  entered(m: number): string {
    return this.style.length === 'm' ? String(Number(m.toFixed(1))) : String(Math.round(m * FEET_PER_M));
  }

  /** A distance on the ground: `34.2 m`, `340 m`, `1.25 km`, `1,120 ft`. */
  distanceText(m: number): string {
    if (this.style.length === 'ft') return `${this.number(m * FEET_PER_M)} ft`;
    return m < 1000 ? `${this.number(m, m < 100 ? 1 : 0)} m` : `${this.number(m / 1000, 2)} km`;
  }

  /** `1,250 m²`, `2.40 ha`, `13,455 ft²`. */
  areaText(m2: number): string {
    if (this.style.length === 'ft') return `${this.number(m2 * FEET_PER_M ** 2)} ft²`;
    return m2 < 10_000 ? `${this.number(m2, m2 < 100 ? 1 : 0)} m²` : `${this.number(m2 / 10_000, 2)} ha`;
  }

  /** A round length of a scale: `20 m`, `2 km`, `50 ft`. @param length in the displayed unit */
  scaleText(length: number): string {
    if (this.style.length === 'ft') return `${this.short(length, 1)} ft`;
    return length >= 1000 ? `${this.short(length / 1000, 1)} km` : `${this.short(length, 1)} m`;
  }

  /** The displayed unit of lengths, metres: for scales. */
  get lengthUnitM(): number {
    return this.style.length === 'm' ? 1 : 1 / FEET_PER_M;
  }

  /** The displayed unit of speeds, m/s. */
  get speedUnitMps(): number {
    return 1 / PER_MPS[this.style.speed];
  }

  speed(mps: number, places = 1): Amount {
    const { speed } = this.style;
    const shownPlaces = speed === 'm/s' ? places : Math.max(0, places - 1);
    return { text: this.number(mps * PER_MPS[speed], shownPlaces), unit: speed };
  }

  speedText(mps: number, places = 1): string {
    return amountText(this.speed(mps, places));
  }

  /** A vertical speed with its sign: `+1.2 m/s`, `−240 ft/min`. */
  climb(mps: number): Amount {
    const isFeet = this.style.length === 'ft';
    const value = isFeet
      ? Math.round((mps * FEET_PER_M * S_PER_MIN) / CLIMB_STEP_FTPM) * CLIMB_STEP_FTPM
      : Number(mps.toFixed(1));
    // Avoids a negative zero.
    const text = this.number(value || 0, isFeet ? 0 : 1);
    return { text: value > 0 ? `+${text}` : text, unit: isFeet ? 'ft/min' : 'm/s' };
  }

  /** A figure of the station in its own unit, converted if the user has selected another. */
  ofUnit(value: number, unit: string): Amount {
    if (unit === 'm') return this.length(value);
    if (unit === 'm/s') return this.speed(value);
    return { text: this.short(value, 2), unit };
  }

  #format(minimumFractionDigits: number, maximumFractionDigits: number): Intl.NumberFormat {
    const key = `${minimumFractionDigits} ${maximumFractionDigits}`;
    const known =
      this.#formats.get(key) ??
      new Intl.NumberFormat(this.style.locale, { minimumFractionDigits, maximumFractionDigits });
    this.#formats.set(key, known);
    return known;
  }
}

export const amountText = ({ text, unit }: Amount): string => `${text} ${unit}`;

const known = new Map<string, Quantities>();

/** Cached per style. */
export function quantities(style: QuantityStyle): Quantities {
  const key = [style.locale, style.length, style.speed].join(' ');
  const one = known.get(key) ?? new Quantities(style);
  known.set(key, one);
  return one;
}
