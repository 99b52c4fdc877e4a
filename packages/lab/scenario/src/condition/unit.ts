/** Units of observed quantities, as they are written in conditions. */
const UNITS = ['m', 'm/s', 'deg', 'N', '%', 'V', 'A', 'W', 'C', 's', ''] as const;
/** `''` is a number without a unit. */
export type Unit = (typeof UNITS)[number];

const OTHER_SPELLINGS: Readonly<Record<string, Unit>> = { '°': 'deg', '°C': 'C' };

/** Unit of a text; undefined for an unknown one. */
function unitOf(text: string): Unit | undefined {
  const unit = OTHER_SPELLINGS[text] ?? text;
  return (UNITS as readonly string[]).includes(unit) ? (unit as Unit) : undefined;
}

/** Units of time, in seconds: the only quantity with several units. */
const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, min: 60, h: 3600 };

/** Factor from this unit to the wanted one; undefined for a unit of another quantity. */
export function factorTo(wanted: Unit, text: string): number | undefined {
  if (wanted === 's') return Object.hasOwn(SECONDS, text) ? SECONDS[text] : undefined;
  return wanted !== '' && unitOf(text) === wanted ? 1 : undefined;
}

/** Allowed spellings of a unit. */
export const unitsAllowed = (unit: Unit): string => {
  if (unit === 's') return Object.keys(SECONDS).join(', ');
  return unit === '' ? 'no unit' : unit;
};

/** A figure with its unit, as conditions write it. */
export const quantityText = (value: number, unit: Unit): string => (unit === '' ? `${value}` : `${value} ${unit}`);
