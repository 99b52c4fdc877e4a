export { newestOnDiskS } from './newest-on-disk.ts';
export { stormyFlight, writtenLog } from './written-log.ts';
export { SHIFT_FACTS, shiftTime, WINDY_MINUTE, writtenShift } from './written-shift.ts';
