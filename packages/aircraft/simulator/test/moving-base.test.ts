import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { within } from '@kitestring/lab-testing/near.ts';
import { FlownAircraft, NO_NOISE } from './flown-aircraft.ts';

const SEA = { seaState: 4, wavesFromDeg: 250 } as const;
const WIND = { speedMps: 8, fromDeg: 250, turbulence: 'light' } as const;

/** At sea in waves that have got up. */
function atSea(options: ConstructorParameters<typeof FlownAircraft>[0] = {}) {
  const flight = new FlownAircraft({ sea: SEA, wind: WIND, ...options });
  flight.advance(60);
  const { base, body, forceSensor, tether } = flight.aircraft.simulation;
  return { flight, base, body, forceSensor, tether };
}

describe('a Kite on a vessel in sea state 4', () => {
  it('takes off from a deck that moves, holds its height over the water, and comes down into its cradle', () => {
    const { flight, base, body, tether } = atSea();
    flight.flyAt(20);
    const heights = { kite: [] as number[], deck: [] as number[] };
    let leastN = 100;
    let mostN = 0;
    for (let count = 0; count < 3000; count += 1) {
      flight.advance(0.1);
      heights.deck.push(base.upM);
      heights.kite.push(base.upM + flight.motion.upM);
      leastN = Math.min(leastN, tether.baseTensionN);
      mostN = Math.max(mostN, tether.baseTensionN);
    }
    const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
    within(spread(heights.deck), 1.5, 4, 'way of the deck');
    within(spread(heights.kite), 0.1, 1.2, 'way of the Kite');
    within(leastN, 4, 7, 'least tension');
    within(mostN, 7, 12, 'most tension');
    assert.equal(flight.sample.groundStation.isMoving, false);
    flight.aircraft.land('normal');
    flight.until(({ kite }) => kite?.landedState === 'OnGround', 60);
    assert.deepEqual([body.isInCradle, body.hasCrashed], [true, false]);
  });

  it('leans and turns with its cradle', () => {
    const { flight, base, body } = atSea({ parameters: NO_NOISE });
    let most = 0;
    for (let count = 0; count < 600; count += 1) {
      flight.advance(0.1);
      within(body.yaw.headingDeg - base.headingDeg, -0.01, 0.01, 'turn against the deck');
      within(body.lean.east - base.tiltEast, -1e-9, 1e-9, 'lean against the deck');
      most = Math.max(most, Math.abs(base.rollDeg));
    }
    within(most, 2, 12, 'roll');
  });

  it('has the same flight for the same seed', () => {
    const fly = (seed: number) => {
      const { flight } = atSea({ seed });
      const hash = createHash('sha256');
      flight.aircraft.onSample((sample) => hash.update(JSON.stringify(sample)));
      flight.flyAt(10);
      return hash.digest('hex');
    };
    assert.equal(fly(3), fly(3));
    assert.notEqual(fly(3), fly(4));
  });
});

describe('the angle at the base of a vessel', () => {
  const errorDeg = (correctsTilt: boolean) => {
    const { flight, forceSensor, tether } = atSea({ parameters: { ...NO_NOISE, base: { correctsTilt } } });
    flight.flyAt(20);
    let sum = 0;
    for (let count = 0; count < 1200; count += 1) {
      flight.advance(0.1);
      sum += (forceSensor.angleDeg - tether.baseAngleDeg) ** 2;
    }
    return Math.sqrt(sum / 1200);
  };

  it('is that against the vertical as far as the inertial sensor is right, and that against the deck without it', () => {
    within(errorDeg(true), 0.2, 0.8, 'with the inertial sensor');
    within(errorDeg(false), 1.1, 3, 'without it');
  });
});

describe('a Kite over a vehicle', () => {
  it('follows it round a corner and to a stop, and lands in a cradle that looks another way', () => {
    const flight = new FlownAircraft({ wind: { speedMps: 3, fromDeg: 250, turbulence: 'none' } });
    const { base, body } = flight.aircraft.simulation;
    flight.flyAt(20);
    flight.aircraft.steerBase(5, 40);
    let worstM = 0;
    const drive = (seconds: number) => {
      for (let count = 0; count < seconds * 10; count += 1) {
        flight.advance(0.1);
        worstM = Math.max(worstM, Math.hypot(flight.motion.eastM, flight.motion.northM));
      }
    };
    drive(20);
    flight.aircraft.steerBase(5, 130);
    drive(20);
    assert.equal(flight.sample.groundStation.isMoving, true);
    flight.aircraft.steerBase(0, 130);
    drive(30);
    within(worstM, 0.5, 6, 'drift');
    within(base.headingDeg, 129, 131, 'heading of the base');
    within(Math.hypot(base.eastM, base.northM), 100, 220, 'way');
    assert.equal(flight.sample.groundStation.isMoving, false);
    flight.aircraft.land('normal');
    flight.until(({ kite }) => kite?.landedState === 'OnGround', 60);
    assert.equal(body.isInCradle, true);
    within(body.yaw.headingDeg, 129, 131, 'heading in the cradle');
  });

  it('does not take the speed that the vehicle gains for wind', () => {
    const flight = FlownAircraft.at(20, { parameters: NO_NOISE });
    const { disturbance } = flight.aircraft.simulation.navigation;
    flight.aircraft.steerBase(2, 40);
    flight.advance(1);
    within(Math.hypot(disturbance.eastMps2, disturbance.northMps2), 0, 0.1, 'disturbance');
  });

  it('at rest draws no random number and changes no byte', () => {
    const fly = (parameters: object) => {
      const flight = new FlownAircraft({ wind: WIND, parameters });
      const texts: string[] = [];
      flight.aircraft.onSample((sample) => texts.push(JSON.stringify(sample)));
      flight.flyAt(5);
      return texts.join();
    };
    assert.equal(fly({}), fly({ base: { attitudeErrorDeg: 5 }, vessel: { lengthM: 10 } }));
  });
});
