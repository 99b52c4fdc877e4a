/**
 * Effects of a parted tether in one place: data link, power line, reference of the Kite's navigation, and pull into
 * the cradle.
 */
export interface TetherEnd {
  /** The tether has parted between Ground Station and Kite. */
  readonly isCut: boolean;
}

/** An intact tether, as at the start. */
export const WHOLE_TETHER: TetherEnd = { isCut: false };
