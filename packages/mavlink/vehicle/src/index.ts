/* The aircraft of a station as a MAVLink vehicle. */
export { MavlinkVehicle, type MavlinkVehicleOptions } from './mavlink-vehicle.ts';
export { PERSONA_NAMES, type PersonaName } from './personas/persona.ts';
export type { VehicleAnswer, VehicleRequest, VehicleStation } from './station/vehicle-station.ts';
