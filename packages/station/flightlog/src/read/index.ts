export { type LoggedFlight, readFlight } from './flight.ts';
export { FlightLogFault } from './flight-log-fault.ts';
export { openLog } from './open-log.ts';
export { type LogMessage, readFlightLog } from './read-flight-log.ts';
