import { type AircraftTiming, describeAircraft } from '@kitestring/lab-testing/describe-aircraft.ts';
import type { PersonaName } from '@kitestring/mavlink-vehicle';
import { EVERYTHING } from '@kitestring/station-core/ports';
import { PersonaTrial } from './persona-trial.ts';

/** Record of the simulated aircraft, as far as its vehicle tells it over MAVLink. */
const RECORD = {
  ...EVERYTHING,
  gimbal: { pan: { minDps: 2, maxDps: 25, isLed: false }, tilt: { minDps: 2, maxDps: 25, minDeg: -11, maxDeg: 80 } },
  lids: false,
  cradleSwitch: false,
  mainPower: false,
  motionSensor: false,
  groundGps: false,
  remoteId: true,
  reset: false,
  rates: { sampleHz: 10, normalMps: 0.75, safetyMps: 0.75 },
};

/** The station behind the vehicle checks the Kite before each take-off. */
const SOUND: AircraftTiming = { takeOffS: 12, lateS: 0.5, heardShare: 0.95, offNoseDeg: 15 };

/** Losses at which each persona is flown, as shares of the packets. */
export const LOSSES = [0.1, 0.3, 0.5] as const;

/**
 * An order goes out twice a second, so that one in 1,000 is later than 5 s where half of the packets is lost, and the heartbeat that
 * shows its end comes once a second. Each sample needs one packet of three in a tenth of a second.
 */
const timing = (loss: number): AircraftTiming => ({
  takeOffS: 40,
  lateS: 10,
  offNoseDeg: 15,
  heardShare: loss < 0.5 ? 0.8 : 0.65,
});

/** The suite of every aircraft, over a line that loses nothing. */
export const describePersona = (persona: PersonaName): void =>
  describeAircraft(`the persona ${persona}`, async () => (await PersonaTrial.ready(persona)).underTest, RECORD, {
    timing: SOUND,
  });

interface LossyPersona {
  readonly persona: PersonaName;
  readonly loss: number;
  readonly seed: number;
  /** Which of its tests are run; all by default. */
  readonly isChosen?: (index: number) => boolean;
}

/** The same over one that loses, doubles, delays and mixes up packets. */
export function describeLossyPersona({ isChosen, loss, persona, seed }: LossyPersona): void {
  const line = { seed, loss, duplicate: 0.1, delayMs: [5, 200] } as const;
  const name = `the persona ${persona} over a line that loses ${100 * loss} %, seed ${seed}`;
  describeAircraft(name, async () => (await PersonaTrial.ready(persona, line)).underTest, RECORD, {
    timing: timing(loss),
    ...(isChosen !== undefined && { isChosen }),
  });
}
