/** Class width and smallest class of drops: diameter in millimetres. */
const CLASS_MM = 0.5;
const LEAST_MM = 0.5;
const MOST_MM = 6;

/** Drops per cubic metre and millimetre of diameter at this rain rate, mm/h. Source: Marshall and Palmer 1948. */
export const dropsPerM3Mm = (diameterMm: number, rainMmph: number): number =>
  8000 * Math.exp(-4.1 * rainMmph ** -0.21 * diameterMm);

/**
 * Terminal velocity of a drop in still air, m/s: Gunn and Kinzer's measurements, fitted by Atlas, Srivastava and
 * Sekhon (1973).
 */
export const fallSpeedMps = (diameterMm: number): number => Math.max(0.1, 9.65 - 10.3 * Math.exp(-0.6 * diameterMm));

/** A size class of drops. */
export interface DropClass {
  readonly diameterM: number;
  readonly fallMps: number;
  /** For rain of 1 to 300 mm/h. */
  perM3(rainMmph: number): number;
}

/** Classes whose streaks a camera may resolve: smaller ones are mist. */
export const DROP_CLASSES: readonly DropClass[] = Array.from(
  { length: (MOST_MM - LEAST_MM) / CLASS_MM },
  (_, index): DropClass => {
    const diameterMm = LEAST_MM + (index + 0.5) * CLASS_MM;
    return {
      diameterM: diameterMm / 1000,
      fallMps: fallSpeedMps(diameterMm),
      perM3: (rainMmph) => CLASS_MM * dropsPerM3Mm(diameterMm, rainMmph),
    };
  },
);
