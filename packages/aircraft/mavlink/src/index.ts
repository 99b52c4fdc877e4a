/* Aircraft that are flown over MAVLink. */
export { MavlinkAircraft } from './mavlink-aircraft.ts';
export type { OperatorData } from './remote-id/operator-data.ts';
export { AircraftInspector, type InspectedAircraft } from './settings/aircraft-inspector.ts';
export type { JudgedSetting } from './settings/judged-settings.ts';
export type { WrittenSetting } from './settings/setting-access.ts';
export type { BatteryIds } from './telemetry/batteries.ts';
