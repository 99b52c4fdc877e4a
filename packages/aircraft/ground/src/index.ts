/* Ground equipment of a real aircraft, and the box that a simulated one is for another station. */
export { EquippedAircraft } from './equipped-aircraft.ts';
export { type BoxElectronics, BoxServer } from './lines/box-server.ts';
export { LineEquipment } from './lines/line-equipment.ts';
export { MavlinkWinch } from './mavlink/mavlink-winch.ts';
export { WatchedEquipment } from './watch/watched-equipment.ts';
