import { MAV_FRAME } from '@kitestring/mavlink-codec/enums.ts';

/** Frames whose altitude is one above home. */
export const RELATIVE_FRAMES: readonly number[] = [MAV_FRAME.GLOBAL_RELATIVE_ALT, MAV_FRAME.GLOBAL_RELATIVE_ALT_INT];
/** Frames whose altitude is one above mean sea level. */
export const AMSL_FRAMES: readonly number[] = [MAV_FRAME.GLOBAL, MAV_FRAME.GLOBAL_INT];
