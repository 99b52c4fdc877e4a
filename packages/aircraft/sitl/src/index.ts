/* Our tether as the external physics of other autopilots' simulators. */
export { ArduPilotPort, type ArduPilotPortOptions } from './ardupilot/ardupilot-port.ts';
export { Px4Port, type Px4PortOptions, type RealTimers } from './px4/px4-port.ts';
export { REAL_TIMERS } from './px4/real-timers.ts';
export { TetherListenFault } from './run/listen-fault.ts';
export type { AutopilotPort, PortCounts, PortEvent } from './run/port-event.ts';
export type { RestartReason, TetherEvent } from './run/tether-event.ts';
export { TetherRun, type TetherRunOptions } from './run/tether-run.ts';
export type { TimelineAction, TimelineEntry } from './run/timeline.ts';
