import type { CommandNeed, MavlinkCommand, MavlinkCommandOutcome } from '@kitestring/mavlink-link';
import type { Tell } from '../note.ts';
import type { VehicleTelemetry } from '../telemetry/vehicle-telemetry.ts';
import type { Vehicle } from './flight-commands.ts';

/** Parts that the drivers of height, azimuth and tilt share. */
export interface OrderContext {
  readonly vehicle: Vehicle;
  readonly telemetry: VehicleTelemetry;
  readonly nowUs: () => number;
  /**
   * Sends an order until it is answered, shown or not needed any more, or its time is over. The newest of its kind takes the place of
   * one that is not answered yet. All of them say where to be, not how far to go, so that the same one again does no harm.
   */
  readonly run: (command: MavlinkCommand, need: () => CommandNeed) => Promise<MavlinkCommandOutcome>;
  /** Heading that the Kite turns to, degrees; undefined while it does not turn. */
  readonly turningToDeg: () => number | undefined;
  readonly tell: Tell;
  /** False while a pilot or another ground station flies: nothing is sent then. */
  readonly mayOrder: () => boolean;
}

/** Why an order came to nothing, for people. Undefined: it was accepted, or another one took its place. */
export function faultOf(outcome: MavlinkCommandOutcome): string | undefined {
  switch (outcome.outcome) {
    case 'Accepted':
    case 'Superseded':
    case 'Stopped':
      return undefined;
    case 'Refused':
      return outcome.reason === 'Unsupported' ? 'the autopilot does not have it' : `refused: ${outcome.reason}`;
    case 'Silent':
      return 'no answer: not supported, or the link is bad';
    case 'Unfinished':
      return 'begun, and then nothing more was heard';
  }
}
