/** Seconds from 1900, the epoch of NTP, to 1970. */
export const NTP_EPOCH_S = 2_208_988_800;
