/* Aircraft that are flown over MAVLink. */
export { MavlinkAircraft } from './mavlink-aircraft.ts';
