type Point = readonly [percent: number, voltageV: number];

/**
 * Resting voltage of a lithium polymer cell by its charge, rounded to what such batteries have in common. Source: the
 * table of ArduPilot's battery model.
 */
const RESTING_CELL: readonly [Point, ...Point[]] = [
  [0, 3.0],
  [8, 3.17],
  [15, 3.29],
  [23, 3.46],
  [31, 3.54],
  [50, 3.74],
  [69, 3.89],
  [85, 4.04],
  [100, 4.17],
];

/** A cell above this voltage takes damage, volts. */
const CELL_MAX_V = 4.3;

/** Assumed charge where none is reported, percent: below it a backup battery is useless. */
const ASSUMED_PERCENT = 20;

/** Resting voltage of a cell at this charge, volts. */
export function restingCellV(percent: number): number {
  const above = RESTING_CELL.findIndex((point) => percent <= point[0]);
  if (above === 0) return RESTING_CELL[0][1];
  const upper = RESTING_CELL.at(above) as Point;
  if (above === -1) return upper[1];
  const lower = RESTING_CELL[above - 1] as Point;
  return lower[1] + ((percent - lower[0]) / (upper[0] - lower[0])) * (upper[1] - lower[1]);
}

interface BatteryReading {
  readonly voltageV: number;
  readonly percent: number | undefined;
  readonly cells: number;
  /** Tolerance of a cell below the voltage for its state of charge. */
  readonly toleranceV: number;
}

/** Whether the voltage of a resting battery contradicts its charge: a weak or broken cell. */
export function isVoltageWrong({ voltageV, percent, cells, toleranceV }: BatteryReading): boolean {
  const cellV = voltageV / cells;
  return cellV < restingCellV(percent ?? ASSUMED_PERCENT) - toleranceV || cellV > CELL_MAX_V;
}
