import { FlownAircraft, NO_NOISE } from '../test/flown-aircraft.ts';

/** A climb at one step: true height every 0.1 s, and the final position of the Kite. */
export interface ClimbedHeights {
  readonly heightsM: readonly number[];
  readonly endM: number;
}

/** A climb from 1 m to 45 m in a steady wind of 5 m/s at 10 m without errors of sensors. */
export function climb(stepUs: number): ClimbedHeights {
  const wind = { speedMps: 5, fromDeg: 270, turbulence: 'none' } as const;
  // The slowest part is the barometer's zero, which the tether corrects: fast enough here to observe its end.
  const parameters = { ...NO_NOISE, height: { tetherTimeS: 3 } };
  const flight = new FlownAircraft({ stepUs, parameters, wind });
  flight.aircraft.takeOff(1);
  flight.advance(10);
  flight.aircraft.setAltitude(45);
  const heightsM = Array.from({ length: 800 }, () => {
    flight.advance(0.1);
    return flight.motion.upM;
  });
  flight.advance(60);
  return { heightsM, endM: flight.motion.upM };
}

/** A safety landing from 45 m: time since its start and true height, until the Kite is on the ground. */
export function safetyLanding(): readonly (readonly [timeS: number, heightM: number])[] {
  const flight = FlownAircraft.at(45);
  flight.aircraft.land('safety');
  const track: [number, number][] = [[0, flight.motion.upM]];
  for (let tick = 1; flight.motion.upM > 0 && tick < 1200; tick += 1) {
    flight.advance(0.05);
    track.push([tick * 0.05, flight.motion.upM]);
  }
  return track;
}

const SPEED_FLIGHT_S = 3600;

/** Simulated seconds per second of processor time: an hour of hovering at 40 m in wind, samples delivered. */
export function simulationSpeed(): number {
  const wind = { speedMps: 8, fromDeg: 270, turbulence: 'light' } as const;
  const flight = FlownAircraft.at(40, { wind });
  const before = process.cpuUsage();
  flight.advance(SPEED_FLIGHT_S);
  const { user, system } = process.cpuUsage(before);
  return (SPEED_FLIGHT_S * 1e6) / (user + system);
}
