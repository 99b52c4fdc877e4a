import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimulatedAircraft } from './simulated-aircraft.ts';
import { SimulationClock } from './simulation-clock.ts';
import { SimulationFault } from './simulation-fault.ts';
import { brokenVariable, isStateSound, STATE_VARIABLES } from './state-watch.ts';
import type { QuasiStaticLine } from './tether/quasi-static-line.ts';

/** In the air, so that everything is at work. */
function flown() {
  const aircraft = new SimulatedAircraft({
    seed: 1,
    startTimeUs: 0,
    wind: { speedMps: 5, fromDeg: 200, turbulence: 'light' },
    parameters: { rooftopBox: { lidsOpenAtStart: true } },
  });
  const clock = new SimulationClock(aircraft);
  aircraft.takeOff(1);
  clock.advance(8);
  aircraft.setAltitude(6);
  clock.advance(10);
  return { aircraft, clock, simulation: aircraft.simulation };
}

type Simulation = SimulatedAircraft['simulation'];

/** Where each variable is kept: the thing and its field. A variable that is worked out is broken where it comes from. */
const PLACES: Readonly<Record<string, (simulation: Simulation) => readonly [thing: object, field: string]>> = {
  'speed of the Ground Station east (m/s)': ({ base }) => [base, 'eastMps'],
  'speed of the Ground Station north (m/s)': ({ base }) => [base, 'northMps'],
  'way of the Ground Station east (m)': ({ base }) => [base, 'eastM'],
  'way of the Ground Station north (m)': ({ base }) => [base, 'northM'],
  'wind east (m/s)': ({ wind }) => [wind, 'eastMps'],
  'wind north (m/s)': ({ wind }) => [wind, 'northMps'],
  'wind up (m/s)': ({ wind }) => [wind, 'upMps'],
  'barometer (m)': ({ barometer }) => [barometer, 'heightM'],
  'magnetic field (uT)': ({ compass }) => [compass, 'fieldUt'],
  'satellite position of the Kite east (m)': ({ position }) => [position.kite, 'eastM'],
  'satellite position of the Kite north (m)': ({ position }) => [position.kite, 'northM'],
  'satellite position of the Kite up (m)': ({ position }) => [position.kite, 'upM'],
  'satellite position of the Ground Station east (m)': ({ position }) => [position.groundStation, 'eastM'],
  'satellite position of the Ground Station north (m)': ({ position }) => [position.groundStation, 'northM'],
  'satellite position of the Ground Station up (m)': ({ position }) => [position.groundStation, 'upM'],
  'measured tension (N)': ({ forceSensor }) => [forceSensor, 'tensionN'],
  'measured angle of the tether (deg)': ({ forceSensor }) => [forceSensor, 'angleDeg'],
  'position by the tether east (m)': ({ tethering }) => [tethering.position, 'eastM'],
  'position by the tether north (m)': ({ tethering }) => [tethering.position, 'northM'],
  'height by the tether (m)': ({ tethering }) => [tethering.position, 'upM'],
  'estimated height (m)': ({ navigation }) => [navigation.height, 'heightM'],
  'estimated climb rate (m/s)': ({ navigation }) => [navigation.height, 'climbRateMps'],
  'estimated heading (deg)': ({ navigation }) => [navigation.heading, 'headingDeg'],
  'estimated east (m)': ({ navigation }) => [navigation.horizontal, 'eastM'],
  'estimated north (m)': ({ navigation }) => [navigation.horizontal, 'northM'],
  'felt disturbance east (m/s2)': ({ navigation }) => [navigation.disturbance, 'eastMps2'],
  'felt disturbance north (m/s2)': ({ navigation }) => [navigation.disturbance, 'northMps2'],
  'felt disturbance up (m/s2)': ({ navigation }) => [navigation.disturbance, 'upMps2'],
  'estimated wind (m/s)': ({ windEstimate }) => [windEstimate, 'speedMps'],
  'sustained wind (m/s)': ({ windEstimate }) => [windEstimate, 'sustainedMps'],
  'commanded reel speed (m/s)': ({ winch }) => [winch, 'commandMps'],
  'commanded thrust (N)': ({ autopilot }) => [autopilot, 'thrustN'],
  'rotor thrust (N)': ({ body }) => [body.rotors, 'totalN'],
  'lean east': ({ body }) => [body.lean, 'east'],
  'lean north': ({ body }) => [body.lean, 'north'],
  'tether length (m)': ({ winch }) => [winch, 'lengthM'],
  'reel speed (m/s)': ({ winch }) => [winch, 'speedMps'],
  'tension at the Kite (N)': ({ tether }) => [tether, 'kiteTensionN'],
  'tension at the base (N)': ({ tether }) => [tether, 'baseTensionN'],
  'tether on the ground (m)': ({ tether }) => [(tether.line as QuasiStaticLine).toKite, 'onGroundM'],
  'tether pull east (N)': ({ body }) => [body.motion, 'tetherEastN'],
  'tether pull north (N)': ({ body }) => [body.motion, 'tetherNorthN'],
  'tether pull up (N)': ({ body }) => [body.motion, 'tetherUpN'],
  'yaw rate (deg/s)': ({ body }) => [body.yaw, 'rateDps'],
  'heading (deg)': ({ body }) => [body.yaw, 'headingDeg'],
  'speed east (m/s)': ({ body }) => [body.motion, 'eastMps'],
  'speed north (m/s)': ({ body }) => [body.motion, 'northMps'],
  'speed up (m/s)': ({ body }) => [body.motion, 'upMps'],
  'position east (m)': ({ body }) => [body.motion, 'eastM'],
  'position north (m)': ({ body }) => [body.motion, 'northM'],
  'position up (m)': ({ body }) => [body.motion, 'upM'],
  'air density (kg/m3)': ({ body }) => [body.motion, 'airDensity'],
  'altitude shown (m)': ({ tethering }) => [tethering.altitude, 'altitudeM'],
  'air temperature (C)': ({ heat }) => [heat, 'ambientC'],
  'motor temperature (C)': ({ heat }) => [heat.motors[2] as object, 'temperatureC'],
  'converter temperature (C)': ({ heat }) => [heat.converter, 'temperatureC'],
  'spool temperature (C)': ({ heat }) => [heat.spool, 'temperatureC'],
  'resistance of the line (ohm)': ({ power }) => [power.line, 'loopOhm'],
  'current through the tether (A)': ({ power }) => [power.line, 'currentA'],
  'voltage at the Kite (V)': ({ power }) => [power.line, 'kiteV'],
  'power of the Kite (W)': ({ power }) => [power, 'kiteW'],
  'Kite battery (%)': ({ power }) => [power.kiteBattery, 'percent'],
  'temperature of the Kite battery (C)': ({ power }) => [power.kiteBattery, 'temperatureC'],
  'Ground Station battery (%)': ({ power }) => [power.groundStationBattery, 'percent'],
  'temperature of the Ground Station battery (C)': ({ power }) => [power.groundStationBattery, 'temperatureC'],
};

/** Those that can't be reached from outside: what they are worked out from, in the air, landing or in the cradle. */
const SOURCES: Readonly<Record<string, (made: ReturnType<typeof flown>) => readonly [thing: object, field: string]>> = {
  'commanded lean east': ({ simulation }) => [simulation.navigation.horizontal, 'eastM'],
  'commanded lean north': ({ simulation }) => [simulation.navigation.horizontal, 'northM'],
  'camera pan (deg)': ({ simulation }) => [simulation.navigation.heading, 'headingDeg'],
  'camera tilt (deg)': ({ simulation }) => [simulation.body.lean, 'north'],
  'excess of the force sensor (N)': ({ simulation }) => [simulation.forceSensor, 'biasN'],
  'excess of the barometer (m)': ({ simulation }) => [simulation.barometer, 'faultM'],
  'satellites against tether (m)': ({ simulation }) => [simulation.position.kite, 'eastM'],
  'height setpoint (m)': ({ aircraft, simulation }) => {
    aircraft.land('normal');
    return [simulation.navigation.height, 'heightM'];
  },
  'azimuth setpoint (deg)': ({ aircraft, clock, simulation }) => {
    aircraft.land('normal');
    clock.advance(20);
    return [simulation.navigation.heading, 'headingDeg'];
  },
  'heading setpoint (deg)': ({ aircraft, clock, simulation }) => {
    aircraft.land('normal');
    clock.advance(20);
    return [simulation.navigation.heading, 'headingDeg'];
  },
};

const isSound = (simulation: Simulation) => brokenVariable(simulation) === undefined && isStateSound(simulation);

function breakVariable(simulation: Simulation, name: string): void {
  const [thing, field] = PLACES[name]?.(simulation) ?? [{}, ''];
  assert.ok(field in thing, `${name} is kept in ${field}`);
  Reflect.set(thing, field, Number.NaN);
}

/** The numbers that are read from a simulation, as paths. */
function pathsOf(read: (simulation: Simulation) => unknown): ReadonlySet<string> {
  const paths = new Set<string>();
  const at = (path: string): object =>
    new Proxy(
      {},
      { get: (_, key) => (key === Symbol.toPrimitive ? () => paths.add(path).size : at(`${path}.${String(key)}`)) },
    );
  read(at('') as Simulation);
  return paths;
}

describe('the watch over the state', () => {
  it('adds up the variables that it names, all of them and no other', () => {
    const named = pathsOf((simulation) => Object.values(STATE_VARIABLES).map((valueIn) => Number(valueIn(simulation))));
    assert.equal(named.size, Object.keys(STATE_VARIABLES).length);
    assert.deepEqual(pathsOf(isStateSound), named);
  });

  it('knows where all of its variables come from', () => {
    assert.deepEqual(new Set([...Object.keys(PLACES), ...Object.keys(SOURCES)]), new Set(Object.keys(STATE_VARIABLES)));
  });

  for (const [name, sourceOf] of Object.entries(SOURCES)) {
    it(`sees a ${name} that breaks by what it is worked out from`, () => {
      const made = flown();
      const [thing, field] = sourceOf(made);
      assert.ok(field in thing);
      Reflect.set(thing, field, Number.NaN);
      for (let steps = 0; steps < 100; steps += 1) made.simulation.step();
      assert.equal(STATE_VARIABLES[name]?.(made.simulation), Number.NaN);
      assert.equal(isStateSound(made.simulation), false);
    });
  }

  for (const name of Object.keys(PLACES)) {
    it(`names a broken ${name}`, () => {
      const { simulation } = flown();
      assert.ok(isSound(simulation));
      breakVariable(simulation, name);
      assert.equal(brokenVariable(simulation), name);
      assert.equal(isStateSound(simulation), false);
    });

    it(`lets no broken ${name} stay: it stops the clock, or is replaced by a sound one before it is used`, () => {
      const { clock, simulation } = flown();
      breakVariable(simulation, name);
      try {
        clock.advance(3);
      } catch (error) {
        assert.ok(error instanceof SimulationFault && error.code === 'STATE_BROKEN', String(error));
        assert.match(error.message, /no longer a finite number: /);
        return;
      }
      assert.ok(isSound(simulation));
    });
  }
});
