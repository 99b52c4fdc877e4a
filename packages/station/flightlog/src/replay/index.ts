export { ReplayFault, type ReplayFaultCode } from './replay-fault.ts';
export { ReplayedStation, type ReplayOptions } from './replayed-station.ts';
export type { Shift } from './shift.ts';
export { openShift } from './shift-file.ts';
