import { type AircraftUnderTest, describeAircraft } from '@kitestring/lab-testing/describe-aircraft.ts';
import { EVERYTHING } from '@kitestring/station-core/ports';
import { SimulatedAircraft, type SimulatedAircraftOptions } from '../src/simulated-aircraft.ts';
import { SimulationClock } from '../src/simulation-clock.ts';

const START_US = Date.UTC(2026, 2, 1, 9, 30) * 1000;

function make(options: Partial<SimulatedAircraftOptions> = {}): AircraftUnderTest {
  const aircraft = new SimulatedAircraft({ seed: 1, startTimeUs: START_US, ...options });
  const clock = new SimulationClock(aircraft);
  return { aircraft, advance: (seconds) => clock.advance(seconds), dispose: () => {} };
}

describeAircraft('the simulated aircraft', () => make(), EVERYTHING);
describeAircraft(
  'the simulated aircraft without a Rooftop Box, another seed',
  () => make({ rooftopBox: false, seed: 77 }),
  { ...EVERYTHING, lids: false },
);
