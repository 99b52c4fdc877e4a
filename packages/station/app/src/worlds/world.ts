import type { SimulatedAircraft } from '@kitestring/aircraft-simulator/simulated-aircraft.ts';
import type { SimulationClock } from '@kitestring/aircraft-simulator/simulation-clock.ts';
import type { SimulationDriver } from '@kitestring/aircraft-simulator/simulation-driver.ts';
import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import type { Aircraft, DocumentStore, GroundEquipment } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import type { LoggedLink } from '@kitestring/station-flightlog/write';
import type { SceneState } from '@kitestring/video-process/source';

/** Environment of a station: an aircraft and its time. It stays while the computer of the Ground Station restarts. */
export interface World {
  readonly aircraft: Aircraft;
  /** Winch and tether power that take orders of clients; absent: none. */
  readonly equipment?: GroundEquipment;
  /** Station time. */
  readonly clock: Clock;
  /** Current scene of the camera, for synthetic streams. */
  readonly scene: () => SceneState;
  /** Sets station time forward, where it is real time; absent where a simulation owns it. */
  readonly setForward?: (toUs: number) => void;
  /** Gives a real aircraft what it needs of the station, until the returned function is called. */
  readonly attach?: (station: Station, documents: DocumentStore) => Cancel;
  /** The link to a real aircraft. */
  readonly link?: LoggedLink;
  /** Absent with a real aircraft. */
  readonly simulation?: SimulationControls;
}

/** Controls that only a simulation has: an aircraft with injectable faults, and a time that can be stopped. */
export interface SimulationControls {
  readonly aircraft: SimulatedAircraft;
  readonly clock: SimulationClock;
  readonly driver: SimulationDriver;
}

/** A simulated world. */
export interface SimulatedWorld extends SimulationControls, Pick<World, 'scene'> {
  readonly simulation: SimulationControls;
}
