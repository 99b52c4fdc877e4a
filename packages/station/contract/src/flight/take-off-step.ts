/** Phase of a take-off: opening the lids, preflight checks, first climb. */
export type TakeOffStep = 'lids' | 'checks' | 'climb';
