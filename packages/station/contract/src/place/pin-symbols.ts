import type { PinKind } from '../station/pin.ts';

/** Outline of a pin: its tip at 0 0, a disc of 20 around 0 -16. */
export const PIN_PLATE = 'M0 0l-6-8a10 10 0 1 1 12 0Z';

/**
 * Paths in the middle of the disc, 0 0, to be filled by the even-odd rule. Their outlines differ, so that a kind is seen without
 * its colour.
 */
export const PIN_SYMBOLS: Readonly<Record<PinKind, string>> = {
  person: 'M0-6.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 1 1 0-5ZM-4.500 6V3.500a4.500 3.500 0 0 1 9 0V6Z',
  vehicle: 'M-7 2.500V-1l2-.500 1.800-3h5.400l2 3 2.800.700v3.300h-1.500a2 2 0 0 1-4 0h-3a2 2 0 0 1-4 0Z',
  fire: 'M.500-7c.500 3 4.500 4.500 4.500 8.500a5 5 0 0 1-10 0c0-2.200 1-3.500 2-4.500.200 1.200.800 1.800 1.300 2-.300-2.400.600-4.600 2.200-6Z',
  hazard: 'M0-7 7.500 5.500h-15ZM-1-2.500h2v4.500h-2ZM-1 3h2v1.700h-2Z',
  water: 'M-1-7h2v1.500h2V-3h-6v-2.500h2ZM-3-2h6v.500h3V2.500h-3V4.500h1.500v2h-9v-2h1.500v-2h-3v-4h3Z',
  meeting_point: 'M0-1.500-3-6.500h6ZM0 1.500 3 6.500h-6ZM-1.500 0-6.500 3v-6ZM1.500 0 6.500-3v6Z',
  command_post: 'M-5-6.500h2v13h-2ZM-2-6.500h8l-2.500 3 2.500 3h-8Z',
  other: 'M0-3a3 3 0 1 1 0 6 3 3 0 1 1 0-6Z',
};
