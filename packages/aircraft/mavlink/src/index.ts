/* Aircraft that are flown over MAVLink. */
export { MavlinkAircraft } from './mavlink-aircraft.ts';
export type { OperatorData } from './remote-id/operator-data.ts';
