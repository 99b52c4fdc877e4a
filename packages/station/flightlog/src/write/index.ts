export { flightFolder, flightId, recoverLog } from './flight-folder.ts';
export { FlightLog, type FlightLogDeps } from './flight-log.ts';
export type { SimulatedSources } from './flight-log-writer.ts';
export type { LoggedLink } from './link-packets.ts';
export { LogFile, partialName } from './log-file.ts';
